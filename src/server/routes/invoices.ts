import { invoicePage, countInvoices as count, findInvoice, type InvoiceRow, searchInvoices } from '#server/store/invoices/invoices.ts';
import { findCreditNote } from '#server/store/credit-notes.ts';
import { correctionPdf, creditNotePdf, expectDocuments, invoicePdf, receiptPdf } from '#server/documents/threads/document-threads.ts';
import type { EInvoiceSource } from '#server/documents/e-invoice/e-invoice-document.ts';
import {
  cancelingNoteSource,
  correctedInvoiceSource,
  creditNoteSource,
  eInvoiceOf,
  faultsOf,
  invoiceSource,
} from '#server/documents/e-invoice/e-invoice-sources.ts';
import { invoiceCsv } from '#server/documents/invoice-csv.ts';
import { correctBuyer as correctBuyerOf } from '#server/payments/invoices/correct-buyer.ts';
import { correctionsOf, type CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import { staffActionsOf } from '#server/store/staff-actions.ts';
import { type CollectionPlan, collectionPlans } from '#server/billing/invoices/collection-plan.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { readInvoiceLines, readLineAmounts } from '#server/store/invoices/invoice-lines.ts';
import { requireOwnBilling } from '#server/payments/guards.ts';
import { payInvoice as payWithCard } from '#server/payments/invoices/pay-invoice.ts';
import { paymentLink } from '#server/payments/invoices/payment-link.ts';
import { hasPdf, hasReceipt, invoiceDocumentData } from '#server/store/invoices/invoice-document-data.ts';
import type { Database } from '#server/database/database.ts';
import type { CallScope, Handler } from './handler.ts';
import { idempotentRequest, requesterOf, toAnswer } from './idempotent-request.ts';
import {
  correctionView,
  creditNoteView,
  eInvoiceView,
  invoiceView,
  listedCorrectionView,
  paymentView,
  staffActionView,
} from './views/invoice.ts';
import { lineView } from './views/invoice-line.ts';
import { periodInName } from './views/time.ts';

const defaultLimit = 100;

/** @throws {PlatformError} 422 if a partner manages the invoices, 403 if the page shows no invoices */
export const requireOwnInvoices = ({ paymentContext, organization }: Pick<CallScope<'listInvoices'>, 'paymentContext' | 'organization'>) =>
  requireOwnBilling(paymentContext, organization.id, 'billing:invoices');

const correctionsOfRows = (db: Database, organizationId: number, rows: readonly InvoiceRow[]): Promise<CorrectionRow[]> =>
  correctionsOf(
    db,
    organizationId,
    rows.filter(({ correctedBy }) => correctedBy !== null).map(({ id }) => id),
  );

export const listInvoices: Handler<'listInvoices'> = async ({ query }, scope) => {
  await requireOwnInvoices(scope);
  const { db, origin, organization, token } = scope;
  const { offset = 0, limit = defaultLimit, search, status: statuses, from, to: until } = query;
  const page = { offset, limit };
  const filters = { statuses, from, until };
  const { rows, total } =
    search === undefined
      ? await invoicePage(db, organization.id, page, filters)
      : await searchInvoices(db, organization.id, search, page, filters);
  const addresses = { origin: origin(), slug: organization.slug };
  const corrections = await correctionsOfRows(db, organization.id, rows);
  const listed = (row: InvoiceRow, plan?: CollectionPlan) => {
    const ofRow = corrections.filter(({ invoiceId }) => invoiceId === row.id).map((each) => listedCorrectionView(each, addresses));
    return { ...invoiceView(row, addresses, plan), ...(ofRow.length > 0 ? { corrections: ofRow } : {}) };
  };
  // Omits payment plans and staff notes for tokens, because tokens may read neither cards nor texts of staff.
  if (token) return { data: rows.map((row) => listed({ ...row, staffNote: null })), totalCount: total };
  if (rows.length > 0) expectDocuments();
  const plans = await collectionPlans(db, organization.id, rows);
  return { data: rows.map((row) => listed(row, plans.get(row.id))), totalCount: total };
};

export const countInvoices: Handler<'countInvoices'> = async ({ query }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization } = scope;
  const { search, status: statuses, from, to: until } = query;
  const filters = { statuses, from, until };
  if (search === undefined) return { totalCount: await count(db, organization.id, filters) };
  const { total } = await searchInvoices(db, organization.id, search, { offset: 0, limit: 1 }, filters);
  return { totalCount: total };
};

export const exportInvoices: Handler<'exportInvoices'> = async ({ query }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization } = scope;
  const { kind = 'totals', from, to: until } = query;
  return {
    data: undefined,
    file: {
      name: `invoices-${kind}-${organization.slug}${periodInName(from, until)}.csv`,
      disposition: 'attachment',
      body: () => invoiceCsv(db, organization.id, kind, { from, until }),
    },
  };
};

export const getInvoiceLines: Handler<'getInvoiceLines'> = async ({ params }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization } = scope;
  const invoice = await findInvoice(db, organization.id, params.invoice_id);
  if (!invoice) throw notFound('Invoice');
  const lines = await readInvoiceLines(db, organization.id, invoice.id);
  return { data: { invoice_id: invoice.id, lines: lines.map((line) => lineView(line)) } };
};

export const getInvoicePaymentLink: Handler<'getInvoicePaymentLink'> = async ({ params }, scope) => {
  const { paymentContext, pageOrigin, origin } = scope;
  await requireOwnInvoices(scope);
  const request = {
    ...requesterOf(scope),
    invoiceId: params.invoice_id,
    returnOrigin: pageOrigin ?? (origin() === paymentContext.origin() ? null : origin()),
    origin: origin(),
  };
  return { data: { redirectUrl: await paymentLink(paymentContext, request) } };
};

export const payInvoice: Handler<'payInvoice'> = async ({ params, body }, scope) => {
  await requireOwnInvoices(scope);
  const invoiceId = params.invoice_id;
  const request = { ...idempotentRequest('payInvoice', scope, { invoiceId, body }), invoiceId, body };
  return toAnswer<'payInvoice'>(await payWithCard(scope.paymentContext, request));
};

async function papersOf(db: Database, organizationId: number, invoiceId: string) {
  const papers = await invoiceDocumentData(db, organizationId, invoiceId);
  if (!papers) throw notFound('Invoice');
  return papers;
}

export const getInvoicePdf: Handler<'getInvoicePdf'> = async ({ params, query }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization } = scope;
  const papers = await papersOf(db, organization.id, params.invoice_id);
  if (!hasPdf(papers.invoice)) throw notFound('Invoice PDF');
  const lines = await readInvoiceLines(db, organization.id, papers.invoice.id);
  const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => ({
    data: undefined,
    file: { name: `${name}.pdf`, disposition: 'inline' as const, body: () => bytes },
  });
  if (query.correction === undefined) return file(papers.invoice.number, await invoicePdf(organization.id, papers, lines));
  const correction = papers.corrections[query.correction - 1];
  if (!correction) throw notFound('Correction');
  const isNote = query.part === 'credit_note';
  const bytes = await correctionPdf(organization.id, isNote ? 'canceling_note' : 'corrected_invoice', { papers, lines, correction });
  return file(isNote ? correction.creditNoteNumber : correction.correctedNumber, bytes);
};

/** @throws {PlatformError} 422 with the first rule that the e-invoice would break */
function eInvoiceFile(source: EInvoiceSource) {
  const outcome = eInvoiceOf(source);
  if ('xml' in outcome)
    return {
      data: undefined,
      file: { name: `${source.number}.xml`, disposition: 'attachment' as const, body: () => Buffer.from(outcome.xml) },
    };
  const [first] = outcome.faults;
  throw new PlatformError('rule_violated', `There is no e-invoice: ${first?.message} (${first?.rule})`);
}

export const getEInvoice: Handler<'getEInvoice'> = async ({ params, query }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization } = scope;
  const papers = await papersOf(db, organization.id, params.invoice_id);
  if (!hasPdf(papers.invoice)) throw notFound('E-invoice');
  const lines = await readLineAmounts(db, organization.id, papers.invoice.id);
  if (query.correction === undefined) return eInvoiceFile(invoiceSource(papers, lines));
  const correction = papers.corrections[query.correction - 1];
  if (!correction) throw notFound('Correction');
  return eInvoiceFile((query.part === 'credit_note' ? cancelingNoteSource : correctedInvoiceSource)(papers, lines, correction));
};

export const getCreditNoteEInvoice: Handler<'getCreditNoteEInvoice'> = async ({ params }, scope) => {
  await requireOwnInvoices(scope);
  const papers = await findCreditNote(scope.db, scope.organization.id, params.credit_note_id);
  if (!papers) throw notFound('Credit note');
  if (papers.note.number === null) throw notFound('E-invoice of the credit note');
  return eInvoiceFile(creditNoteSource(papers));
};

export const getInvoiceReceipt: Handler<'getInvoiceReceipt'> = async ({ params }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization } = scope;
  const papers = await papersOf(db, organization.id, params.invoice_id);
  if (!hasReceipt(papers.invoice)) throw notFound('Receipt');
  const bytes = await receiptPdf(organization.id, papers);
  return { data: undefined, file: { name: `${papers.invoice.number}-receipt.pdf`, disposition: 'inline', body: () => bytes } };
};

export const getCreditNotePdf: Handler<'getCreditNotePdf'> = async ({ params }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization } = scope;
  const papers = await findCreditNote(db, organization.id, params.credit_note_id);
  if (!papers) throw notFound('Credit note');
  const { number } = papers.note;
  if (number === null) throw notFound('Credit note PDF');
  const bytes = await creditNotePdf(organization.id, papers);
  return { data: undefined, file: { name: `${number}.pdf`, disposition: 'inline', body: () => bytes } };
};

/** @throws {PlatformError} 404 */
async function wholeInvoice({ db, origin, organization }: Pick<CallScope<'getInvoice'>, 'db' | 'origin' | 'organization'>, id: string) {
  const papers = await papersOf(db, organization.id, id);
  const { invoice: row, corrections, creditNotes: notes } = papers;
  const payment = hasReceipt(row) ? papers.payment : null;
  const lines = hasPdf(row) ? await readLineAmounts(db, organization.id, row.id) : [];
  const addresses = { origin: origin(), slug: organization.slug };
  const plan = (await collectionPlans(db, organization.id, [row])).get(row.id);
  const { staff_note: note, ...view } = invoiceView(row, addresses, plan);
  const actions = note === undefined ? [] : await staffActionsOf(db, organization.id, row.id);
  const eInvoiceAddress = `${addresses.origin}/platform/organizations/${addresses.slug}/billing/invoices/${row.id}/e-invoice`;
  const periods = { invoiceNumber: row.number, periodStart: papers.periodStart, periodEnd: row.periodEnd };
  const faultsOfCorrection = (correction: CorrectionRow) => ({
    invoice: faultsOf(correctedInvoiceSource(papers, lines, correction)),
    creditNote: faultsOf(cancelingNoteSource(papers, lines, correction)),
  });
  return {
    ...view,
    ...(actions.length > 0 ? { staff_actions: actions.map(staffActionView) } : {}),
    ...(notes.length > 0
      ? { credit_notes: notes.map((note) => creditNoteView(note, faultsOf(creditNoteSource({ note, ...periods })), addresses)) }
      : {}),
    ...(corrections.length > 0
      ? { corrections: corrections.map((each) => correctionView(each, faultsOfCorrection(each), addresses)) }
      : {}),
    ...(hasPdf(row) ? { e_invoice: eInvoiceView(eInvoiceAddress, faultsOf(invoiceSource(papers, lines))) } : {}),
    ...(payment ? { payment: paymentView(payment) } : {}),
    billed_to: row.billedTo,
    seller: row.seller,
  };
}

export const getInvoice: Handler<'getInvoice'> = async ({ params }, scope) => {
  await requireOwnInvoices(scope);
  return { data: await wholeInvoice(scope, params.invoice_id) };
};

export const correctBuyer: Handler<'correctBuyer'> = async ({ params, body }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization, nowSeconds, paymentContext } = scope;
  const invoiceId = params.invoice_id;
  await db.transaction((tx) =>
    correctBuyerOf(tx, { organizationId: organization.id, slug: organization.slug, invoiceId, version: body.version, nowSeconds }),
  );
  paymentContext.wake();
  return { data: await wholeInvoice(scope, invoiceId) };
};
