import { billedToLines } from '#lib/billed-to.ts';
import { cardName } from '#lib/card-name.ts';
import { quantityAtPrice } from '#lib/charged-words.ts';
import { formatDate } from '#lib/dates/format.ts';
import { creditNoteWords } from '#lib/credit-note-words.ts';
import { balanceRow, creditNoteName } from '#lib/invoice-balance.ts';
import { invoiceStatusLabel, isOwed } from '#lib/invoice-status.ts';
import { formatCents } from '#lib/money.ts';
import { productName } from '#lib/product.ts';
import { fillText } from '#lib/texts/fill.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import type { InvoicePapers } from '#server/store/invoice-document-data.ts';
import { secondsOf } from '#server/database/database.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import type { DocumentFacts, DocumentLine } from './invoice-document.ts';

const date = (instant: Date): string => formatDate(secondsOf(instant));

/** A line before its discounts, with the quantity beside its price; what a discount takes off is a line of its own. */
function linesOf(line: BilledLine): DocumentLine[] {
  const { description, metric, amountCents, amountBeforeDiscountCents: before, derivation } = line;
  const period = `${formatDate(line.periodStartSeconds)} to ${formatDate(line.periodEndSeconds)}`;
  const quantity = metric === null ? '' : quantityAtPrice(metric, derivation?.steps ?? []);
  const shown = { description, detail: quantity || line.unitPriceDescription, period, amount: formatCents(before) };
  if (before === amountCents) return [shown];
  return [shown, { description: `Discount on ${description}`, detail: '', period, amount: formatCents(amountCents - before) }];
}

/** ' on Feb 03, 2026 with Visa ending in 4242', as far as it is known. */
function whenAndHow({ paidAt, card }: InvoicePapers): string {
  const day = paidAt ? ` on ${date(paidAt)}` : '';
  return card?.brand ? `${day} with ${cardName({ brand: card.brand, last4: card.last4 ?? '' })}` : day;
}

function paymentNote(papers: InvoicePapers): string[] {
  const { invoice, paidAt } = papers;
  if (invoice.status !== 'paid') return [];
  if (invoice.carriedCents > 0) return [fillText(invoicesTexts.carriedNote, { amount: formatCents(invoice.carriedCents) })];
  if (invoice.amountDueCents === 0) return [`Settled${paidAt ? ` on ${date(paidAt)}` : ''}: nothing was left to pay.`];
  return [`${formatCents(invoice.amountDueCents)} paid${whenAndHow(papers)}.`];
}

/** What is to be paid, and where that was done, what was paid, when and how, and that nothing is due. */
function totalsOf(papers: InvoicePapers): DocumentFacts['totals'] {
  const { status, amountDueCents } = papers.invoice;
  if (isOwed(status, amountDueCents)) return [['Amount due', formatCents(amountDueCents)]];
  const total = ['Total', formatCents(amountDueCents)] as const;
  if (status !== 'paid' || amountDueCents === 0) return [total];
  return [total, [`Paid${whenAndHow(papers)}`, formatCents(0 - amountDueCents)], ['Amount due', formatCents(0)]];
}

const noteWords = ({ createdAt, amountCents, balanceCents, reason }: InvoicePapers['creditNotes'][number]): string =>
  creditNoteWords({ atSeconds: secondsOf(createdAt), amountCents, balanceCents, reason });

/** The words of an invoice's document. */
export function invoiceWords(papers: InvoicePapers, lines: readonly BilledLine[]): DocumentFacts {
  const { invoice, periodStart } = papers;
  const { number, status, periodEnd, dueAt, subtotalCents, amountDueCents, creditedCents } = invoice;
  const isDue = isOwed(status, amountDueCents);
  const balance = balanceRow(subtotalCents, amountDueCents, creditedCents);
  return {
    heading: 'Invoice',
    title: `Invoice ${number}`,
    created: periodEnd,
    seller: productName,
    billedTo: billedToLines(papers.billedTo),
    facts: [
      ['Invoice number', number],
      ['Date', date(periodEnd)],
      ['Period', `${date(periodStart)} to ${date(periodEnd)}`],
      ['Status', invoiceStatusLabel(status)],
      ...(isDue && dueAt ? ([['Due', date(dueAt)]] as const) : []),
    ],
    lines: lines.flatMap(linesOf),
    totals: [
      ['Subtotal', formatCents(subtotalCents)],
      ...(balance ? [[balance.name, formatCents(balance.cents)] as const] : []),
      ...(creditedCents > 0 ? [[creditNoteName, formatCents(0 - creditedCents)] as const] : []),
      ...totalsOf(papers),
    ],
    notes: [
      ...(balance ? [`${balance.name}: ${balance.detail}`] : []),
      ...papers.creditNotes.map(noteWords),
      ...paymentNote(papers),
      'All amounts are in US dollars.',
    ],
  };
}

/** The words of a receipt: that the invoice was paid, when and how. */
export function receiptWords(papers: InvoicePapers): DocumentFacts {
  const { invoice, paidAt } = papers;
  const { number, periodEnd, amountDueCents } = invoice;
  return {
    heading: 'Receipt',
    title: `Receipt of invoice ${number}`,
    created: paidAt ?? periodEnd,
    seller: productName,
    billedTo: billedToLines(papers.billedTo),
    facts: [
      ['Invoice number', number],
      ['Invoice date', date(periodEnd)],
      ['Paid', paidAt ? date(paidAt) : 'Yes'],
    ],
    lines: [],
    totals: [['Amount paid', formatCents(amountDueCents)]],
    notes: [...paymentNote(papers), 'All amounts are in US dollars.'],
  };
}
