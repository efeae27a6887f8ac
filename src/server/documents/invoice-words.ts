import { billedToLines } from '#lib/billed-to.ts';
import { cardName } from '#lib/card-name.ts';
import { formatDate } from '#lib/dates/format.ts';
import { balanceRow } from '#lib/invoice-balance.ts';
import { invoiceStatusLabel, isOwed } from '#lib/invoice-status.ts';
import { formatCents } from '#lib/money.ts';
import { productName } from '#lib/product.ts';
import type { InvoicePapers } from '#server/store/invoice-papers.ts';
import { secondsOf } from '#server/store/instants.ts';
import type { BilledLine } from '#server/store/line-format.ts';
import type { DocumentFacts, DocumentLine } from './invoice-document.ts';

const date = (instant: Date): string => formatDate(secondsOf(instant));

function lineOf(line: BilledLine): DocumentLine {
  const { amountCents, amountBeforeDiscountCents: before } = line;
  const was = before === amountCents ? '' : `before discount ${formatCents(before)}`;
  return {
    description: line.description,
    detail: [line.unitPriceDescription, was].filter(Boolean).join(', '),
    period: `${formatDate(line.periodStartSeconds)} to ${formatDate(line.periodEndSeconds)}`,
    amount: formatCents(amountCents),
  };
}

function paymentNote({ invoice, paidAt, card }: InvoicePapers): string[] {
  if (invoice.status !== 'paid') return [];
  const day = paidAt ? ` on ${date(paidAt)}` : '';
  if (invoice.amountDueCents === 0) return [`Settled${day}: nothing was left to pay.`];
  const method = card?.brand ? ` with ${cardName({ brand: card.brand, last4: card.last4 ?? '' })}` : '';
  return [`${formatCents(invoice.amountDueCents)} paid${day}${method}.`];
}

/** The words of an invoice's document. */
export function invoiceWords(papers: InvoicePapers, lines: readonly BilledLine[]): DocumentFacts {
  const { invoice, periodStart } = papers;
  const { number, status, periodEnd, dueAt, subtotalCents, amountDueCents } = invoice;
  const isDue = isOwed(status, amountDueCents);
  const balance = balanceRow(subtotalCents, amountDueCents);
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
    lines: lines.map(lineOf),
    totals: [
      ['Subtotal', formatCents(subtotalCents)],
      ...(balance ? [[balance.name, formatCents(balance.cents)] as const] : []),
      [isDue ? 'Amount due' : 'Total', formatCents(amountDueCents)],
    ],
    notes: [...(balance ? [`${balance.name}: ${balance.detail}`] : []), ...paymentNote(papers), 'All amounts are in US dollars.'],
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
