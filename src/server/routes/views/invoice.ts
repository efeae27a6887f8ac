import type { Invoice } from '#contract/types.ts';
import type { InvoicePayment } from '#lib/invoice-balance.ts';
import type { CollectionPlan } from '#server/billing/invoices/collection-plan.ts';
import { overdueCalendar } from '#server/domain/collection.ts';
import { canBePaid, isCollected } from '#server/domain/state-steps.ts';
import type { EInvoiceFault } from '#server/documents/e-invoice/fault-messages.ts';
import type { CreditNoteRow } from '#server/store/credit-notes.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { staffActionsOf } from '#server/store/staff-actions.ts';
import { hasPdf, hasReceipt } from '#server/store/invoices/invoice-document-data.ts';
import { isChargedOnRequest, type InvoiceRow } from '#server/store/invoices/invoices.ts';
import { unixSeconds } from './time.ts';

export interface InvoiceAddresses {
  readonly origin: string;
  readonly slug: string;
}

const orNull = (instant: Date | null): number | null => instant && unixSeconds(instant);

function collectionView(
  { status, amountDueCents, dueAt, nextTryAt, paidBy, isUncharged }: InvoiceRow,
  plan: CollectionPlan | undefined,
): Invoice['collection'] {
  // An uncollectible invoice without a due date shows no restriction steps, because it causes no restriction.
  const hasSteps = isCollected(status) || (canBePaid(status) && dueAt !== null);
  if (!hasSteps || amountDueCents === 0) return null;
  const overdue = dueAt && overdueCalendar(unixSeconds(dueAt));
  return {
    due_at: orNull(dueAt),
    next_charge_at: orNull(nextTryAt),
    ...(plan && nextTryAt ? { plan: plan.atSeconds.map((at) => ({ at, card: plan.card })) } : {}),
    paid_by: paidBy,
    ...(isChargedOnRequest({ isUncharged, nextTryAt }) ? { on_request: true } : {}),
    grace_period_end: overdue?.graceEndSeconds ?? null,
    restricted_at: overdue?.restrictedSeconds ?? null,
  };
}

export const paymentView = ({ at, card, isOnPaymentPage }: InvoicePayment): NonNullable<Invoice['payment']> => ({
  at,
  card,
  on_payment_page: isOnPaymentPage,
});

export const eInvoiceView = (address: string, faults: readonly EInvoiceFault[]): NonNullable<Invoice['e_invoice']> => ({
  file: faults.length === 0 ? address : null,
  faults: [...faults],
});

const noteFiles = (address: string, faults: readonly EInvoiceFault[]) => ({
  pdf: `${address}/pdf`,
  e_invoice: eInvoiceView(`${address}/e-invoice`, faults),
});

export const creditNoteView = (
  { id, number, createdAt, amountCents, balanceCents, reason }: CreditNoteRow,
  faults: readonly EInvoiceFault[],
  { origin, slug }: InvoiceAddresses,
): NonNullable<Invoice['credit_notes']>[number] => ({
  id,
  number,
  ...(number === null ? { pdf: null } : noteFiles(`${origin}/platform/organizations/${slug}/billing/credit-notes/${id}`, faults)),
  at: unixSeconds(createdAt),
  amount: amountCents,
  added_to_credits: balanceCents,
  reason,
});

type CorrectionView = NonNullable<Invoice['corrections']>[number];

const addressOf = ({ origin, slug }: InvoiceAddresses, invoiceId: string): string =>
  `${origin}/platform/organizations/${slug}/billing/invoices/${invoiceId}`;

/** Correction in a list of invoices. Omits the buyer, because tokens may not read it. Omits e-invoices, because they need the lines. */
export function listedCorrectionView(
  { invoiceId, position, correctedNumber, creditNoteNumber, correctedAt }: CorrectionRow,
  addresses: InvoiceAddresses,
): CorrectionView {
  const pdf = `${addressOf(addresses, invoiceId)}/pdf?correction=${position}`;
  return {
    number: correctedNumber,
    credit_note_number: creditNoteNumber,
    at: unixSeconds(correctedAt),
    pdf,
    credit_note_pdf: `${pdf}&part=credit_note`,
  };
}

export function correctionView(
  correction: CorrectionRow,
  faults: { readonly invoice: readonly EInvoiceFault[]; readonly creditNote: readonly EInvoiceFault[] },
  addresses: InvoiceAddresses,
): CorrectionView {
  const eInvoice = `${addressOf(addresses, correction.invoiceId)}/e-invoice?correction=${correction.position}`;
  return {
    ...listedCorrectionView(correction, addresses),
    billed_to: correction.billedTo,
    e_invoice: eInvoiceView(eInvoice, faults.invoice),
    credit_note_e_invoice: eInvoiceView(`${eInvoice}&part=credit_note`, faults.creditNote),
  };
}

export const staffActionView = ({ createdAt, words }: Awaited<ReturnType<typeof staffActionsOf>>[number]) => ({
  at: unixSeconds(createdAt),
  words,
});

export function invoiceView(row: InvoiceRow, addresses: InvoiceAddresses, plan?: CollectionPlan): Invoice {
  const address = addressOf(addresses, row.id);
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    period_end: unixSeconds(row.periodEnd),
    amount_due: row.amountDueCents,
    subtotal: row.subtotalCents,
    payment_attempted: row.paymentAttempted,
    payment_is_processing: row.paymentIsProcessing,
    invoice_pdf: hasPdf(row) ? `${address}/pdf` : null,
    subscription: row.subscriptionId,
    receipt_pdf: hasReceipt(row) ? `${address}/receipt` : null,
    ...(row.creditedCents > 0 ? { credited: row.creditedCents } : {}),
    collection: collectionView(row, plan),
    ...(row.status === 'draft' && row.usageClosedAt && row.finalizesAt ? { waits_for_po_until: unixSeconds(row.finalizesAt) } : {}),
    ...(row.correctedBy === null ? {} : { corrected_by: row.correctedBy }),
    ...(row.staffNote === null ? {} : { staff_note: row.staffNote }),
  };
}
