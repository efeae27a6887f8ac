import { secondsOf } from '#server/database/database.ts';
import type { CreditNotePapers } from '#server/store/credit-notes.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { InvoicePapers } from '#server/store/invoices/invoice-document-data.ts';
import { buildEInvoice, type EInvoiceSource, type EInvoiceSourceLine } from './e-invoice-document.ts';
import { eInvoiceFaults, type EInvoiceFault } from './fault-messages.ts';
import { serializeEInvoice } from './serialize.ts';

const paymentTerms = 'Payable by card or bank transfer, as agreed with the seller.';
const nothingIsCharged = 'No money moves with this document.';

/** Amount due at finalization. A later payment or credit note must not change the document. */
const dueWhenIssued = ({ amountDueCents, creditedCents }: InvoicePapers['invoice']): number => amountDueCents + creditedCents;

const dueAtOf = ({ dueAt }: InvoicePapers['invoice']): number | null => dueAt && secondsOf(dueAt);

export function invoiceSource(papers: InvoicePapers, lines: readonly EInvoiceSourceLine[]): EInvoiceSource {
  const { invoice, periodStart } = papers;
  return {
    type: '380',
    number: invoice.number,
    issuedAtSeconds: secondsOf(invoice.periodEnd),
    dueAtSeconds: dueAtOf(invoice),
    period: { startSeconds: secondsOf(periodStart), endSeconds: secondsOf(invoice.periodEnd) },
    precedingInvoice: null,
    seller: invoice.seller,
    billedTo: papers.billedTo,
    lines,
    payableCents: dueWhenIssued(invoice),
    paymentTerms,
  };
}

function replacedBy({ invoice, billedTo, corrections }: InvoicePapers, { position }: CorrectionRow) {
  const before = corrections[position - 2];
  return before
    ? { number: before.correctedNumber, issuedAtSeconds: secondsOf(before.correctedAt), billedTo: before.billedTo }
    : { number: invoice.number, issuedAtSeconds: secondsOf(invoice.periodEnd), billedTo };
}

/** A credit note cancels the original invoice, so the corrected invoice repeats the original amounts. */
export function correctedInvoiceSource(
  papers: InvoicePapers,
  lines: readonly EInvoiceSourceLine[],
  correction: CorrectionRow,
): EInvoiceSource {
  const { number, issuedAtSeconds } = replacedBy(papers, correction);
  return {
    ...invoiceSource(papers, lines),
    type: '384',
    number: correction.correctedNumber,
    issuedAtSeconds: secondsOf(correction.correctedAt),
    precedingInvoice: { number, issuedAtSeconds },
    seller: correction.seller,
    billedTo: correction.billedTo,
  };
}

export function cancelingNoteSource(
  papers: InvoicePapers,
  lines: readonly EInvoiceSourceLine[],
  correction: CorrectionRow,
): EInvoiceSource {
  const { number, issuedAtSeconds, billedTo } = replacedBy(papers, correction);
  return {
    ...invoiceSource(papers, lines),
    type: '381',
    number: correction.creditNoteNumber,
    issuedAtSeconds: secondsOf(correction.correctedAt),
    precedingInvoice: { number, issuedAtSeconds },
    seller: correction.seller,
    billedTo,
    paymentTerms: nothingIsCharged,
  };
}

export function creditNoteSource({ note, invoiceNumber, periodStart, periodEnd }: CreditNotePapers): EInvoiceSource {
  const period = { startSeconds: secondsOf(periodStart), endSeconds: secondsOf(periodEnd) };
  return {
    type: '381',
    number: note.number ?? '',
    issuedAtSeconds: secondsOf(note.createdAt),
    dueAtSeconds: null,
    period,
    precedingInvoice: { number: invoiceNumber, issuedAtSeconds: period.endSeconds },
    seller: note.seller,
    billedTo: note.billedTo,
    lines: [
      {
        description: note.reason,
        periodStartSeconds: period.startSeconds,
        periodEndSeconds: period.endSeconds,
        amountCents: note.amountCents,
      },
    ],
    payableCents: note.amountCents,
    paymentTerms: `Credited on invoice ${invoiceNumber} or to the credit balance.`,
  };
}

export const faultsOf = (source: EInvoiceSource): EInvoiceFault[] => eInvoiceFaults(buildEInvoice(source));

/** Returns the XML of a document. If the document breaks rules, returns the broken rules instead. */
export function eInvoiceOf(source: EInvoiceSource): { readonly xml: string } | { readonly faults: readonly EInvoiceFault[] } {
  const document = buildEInvoice(source);
  const faults = eInvoiceFaults(document);
  return faults.length > 0 ? { faults } : { xml: serializeEInvoice(document) };
}
