import { formatDate } from '#lib/dates/format.ts';
import { billedToLines, noTaxWords, sellerLines } from '#lib/invoice-parties.ts';
import { formatCents } from '#lib/money.ts';
import { productName } from '#lib/product.ts';
import { secondsOf } from '#server/database/database.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { InvoicePapers } from '#server/store/invoices/invoice-document-data.ts';
import type { DocumentFacts } from './invoice-document.ts';
import { invoiceWords } from './invoice-messages.ts';

/** Number of the invoice that a correction replaces: the previous corrected invoice, or else the original invoice. */
const numberBefore = ({ invoice, corrections }: InvoicePapers, { position }: CorrectionRow): string =>
  corrections[position - 2]?.correctedNumber ?? invoice.number;

const sellerOf = ({ seller }: CorrectionRow): string[] => (seller ? sellerLines(seller) : [productName]);

export function correctedInvoiceWords(papers: InvoicePapers, lines: readonly BilledLine[], correction: CorrectionRow): DocumentFacts {
  const { correctedNumber, creditNoteNumber, correctedAt, billedTo, position } = correction;
  const { facts, notes, ...words } = invoiceWords({ ...papers, corrections: papers.corrections.slice(position) }, lines);
  const before = numberBefore(papers, correction);
  return {
    ...words,
    heading: 'Corrected invoice',
    title: `Invoice ${correctedNumber}`,
    created: correctedAt,
    seller: sellerOf(correction),
    billedTo: billedToLines(billedTo),
    country: billedTo.address?.country ?? null,
    facts: [
      ['Invoice number', correctedNumber],
      ['Corrects invoice', before],
      ['Corrected on', formatDate(secondsOf(correctedAt))],
      ...facts.slice(1),
    ],
    notes: [`This invoice replaces invoice ${before}, which credit note ${creditNoteNumber} cancels. Nothing is charged again.`, ...notes],
  };
}

/** Texts of the credit note that cancels the replaced invoice: its buyer and lines, with amounts of the opposite sign. */
export function cancelingNoteWords(papers: InvoicePapers, lines: readonly BilledLine[], correction: CorrectionRow): DocumentFacts {
  const { creditNoteNumber, correctedNumber, correctedAt, position } = correction;
  const before = numberBefore(papers, correction);
  const day = formatDate(secondsOf(correctedAt));
  const billedTo = papers.corrections[position - 2]?.billedTo ?? papers.billedTo;
  return {
    heading: 'Credit note',
    title: `Credit note ${creditNoteNumber}`,
    created: correctedAt,
    seller: sellerOf(correction),
    billedTo: billedToLines(billedTo),
    country: billedTo.address?.country ?? null,
    facts: [
      ['Credit note number', creditNoteNumber],
      ['Date', day],
      ['Cancels invoice', before],
    ],
    lines: lines.map(({ description, periodStartSeconds, periodEndSeconds, amountCents }) => ({
      description,
      detail: '',
      period: `${formatDate(periodStartSeconds)} to ${formatDate(periodEndSeconds)}`,
      amount: formatCents(-amountCents),
    })),
    totals: [['Total', formatCents(0 - papers.invoice.subtotalCents)]],
    notes: [
      `This credit note cancels invoice ${before} in full, because who is billed was corrected. Invoice ${correctedNumber} replaces it. No money moves.`,
      noTaxWords(correction.seller),
      'All amounts are in US dollars.',
    ],
  };
}
