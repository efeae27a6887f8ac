import { carriedTitle, discountName, quantityLessInvoiced } from '#lib/charged-messages.ts';
import { formatDate } from '#lib/dates/format.ts';
import { creditNoteWords } from '#lib/credit-note-messages.ts';
import { balanceRow, creditNoteName, dueRows, paidWhenAndHow } from '#lib/invoice-balance.ts';
import { isOwed } from '#lib/invoice-status.ts';
import { invoiceStatusLabel } from '#lib/invoice-status-label.ts';
import { formatCents } from '#lib/money.ts';
import { productName } from '#lib/product.ts';
import { billedToLines, noTaxWords, sellerLines } from '#lib/invoice-parties.ts';
import { fillText } from '#lib/texts/fill.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import type { InvoicePapers } from '#server/store/invoices/invoice-document-data.ts';
import { isChargedOnRequest } from '#server/store/invoices/invoices.ts';
import { instantOf, secondsOf } from '#server/database/database.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import type { DocumentFacts, DocumentLine } from './invoice-document.ts';
import { isolateText } from './text-runs.ts';

const date = (instant: Date): string => formatDate(secondsOf(instant));

/** Groups invoice lines: lines of the cycle, then lines carried over from plan changes, grouped by period. */
function linesByPeriod(lines: readonly BilledLine[]): Pick<DocumentFacts, 'lines' | 'carried'> {
  const groups = new Map<string, DocumentLine[]>();
  for (const line of lines) {
    const title = line.carriedOver ? carriedTitle(line.periodStartSeconds, line.periodEndSeconds) : '';
    groups.set(title, [...(groups.get(title) ?? []), ...linesOf(line)]);
  }
  const { '': cycleLines = [], ...carried } = Object.fromEntries(groups);
  return { lines: cycleLines, carried: Object.entries(carried).map(([title, of]) => ({ title, lines: of })) };
}

/** An invoice line before discounts, with quantity and price, followed by a separate line for the discounts. */
function linesOf(line: BilledLine): DocumentLine[] {
  const { description, metric, amountCents, amountBeforeDiscountCents: before, derivation } = line;
  const period = `${formatDate(line.periodStartSeconds)} to ${formatDate(line.periodEndSeconds)}`;
  const invoicedCents = derivation?.invoiced.amountBeforeDiscountCents ?? 0;
  const quantity = metric === null ? '' : quantityLessInvoiced(metric, derivation?.steps ?? [], invoicedCents);
  const shown = { description, detail: quantity || line.unitPriceDescription, period, amount: formatCents(before) };
  if (before === amountCents) return [shown];
  return [shown, { description: discountName(description), detail: '', period, amount: formatCents(amountCents - before) }];
}

function paymentNote({ invoice, payment }: InvoicePapers): string[] {
  if (invoice.status !== 'paid') return [];
  if (invoice.carriedCents > 0) return [fillText(invoicesTexts.carriedNote, { amount: formatCents(invoice.carriedCents) })];
  if (invoice.amountDueCents === 0) return [`Settled${paidWhenAndHow(payment)}: nothing was left to pay.`];
  return [`${formatCents(invoice.amountDueCents)} paid${paidWhenAndHow(payment)}.`];
}

const creditNoteText = ({ number, createdAt, amountCents, balanceCents, reason }: InvoicePapers['creditNotes'][number]): string =>
  creditNoteWords({ number, atSeconds: secondsOf(createdAt), amountCents, balanceCents, reason: isolateText(reason) });

/** Notes that name the price books. If there are several, each note lists the invoice lines of its price book. */
function priceBookNotes(lines: readonly BilledLine[]): string[] {
  const versions = [...new Set(lines.map(({ priceBook }) => priceBook))];
  if (versions.length < 2) return versions.map((version) => fillText(invoicesTexts.priceBook, { version }));
  return versions.map((version) => {
    const descriptions = [...new Set(lines.filter(({ priceBook }) => priceBook === version).map(({ description }) => description))];
    return fillText(invoicesTexts.priceBookOfLines, { version, lines: descriptions.join(', ') });
  });
}

const sellerOf = ({ invoice }: InvoicePapers): string[] => (invoice.seller ? sellerLines(invoice.seller) : [productName]);

/** Payment instructions and due date of unpaid invoices, unless a card is charged automatically. */
function howToPay({ status, amountDueCents, paidBy, dueAt, ...charge }: InvoicePapers['invoice']): string[] {
  const isOnRequest = isChargedOnRequest(charge);
  if (!isOwed(status, amountDueCents) || (paidBy !== 'invoice' && !isOnRequest)) return [];
  const words = `Please pay by bank transfer or with Pay Now on the billing page${dueAt === null ? '' : ` by ${date(dueAt)}`}.`;
  return [paidBy === 'invoice' ? words : `${invoicesTexts.notAutomatic} ${words}`];
}

const correctedNotes = ({ corrections }: InvoicePapers): string[] =>
  corrections
    .slice(-1)
    .map(({ correctedNumber, creditNoteNumber }) => `Corrected by invoice ${correctedNumber}, with credit note ${creditNoteNumber}.`);

export function invoiceWords(papers: InvoicePapers, lines: readonly BilledLine[]): DocumentFacts {
  const { invoice, periodStart } = papers;
  const { number, status, periodEnd, dueAt, subtotalCents, amountDueCents, creditedCents } = invoice;
  const isDue = isOwed(status, amountDueCents);
  const balance = balanceRow(subtotalCents, amountDueCents, creditedCents);
  return {
    heading: 'Invoice',
    title: `Invoice ${number}`,
    created: periodEnd,
    seller: sellerOf(papers),
    billedTo: billedToLines(papers.billedTo),
    country: papers.billedTo.address?.country ?? null,
    facts: [
      ['Invoice number', number],
      ['Date', date(periodEnd)],
      ['Period', `${date(periodStart)} to ${date(periodEnd)}`],
      ['Status', invoiceStatusLabel(status)],
      ...(isDue && dueAt ? ([['Due', date(dueAt)]] as const) : []),
    ],
    ...linesByPeriod(lines),
    totals: [
      ['Subtotal', formatCents(subtotalCents)],
      ...(balance ? [[balance.name, formatCents(balance.cents)] as const] : []),
      ...(creditedCents > 0 ? [[creditNoteName, formatCents(0 - creditedCents)] as const] : []),
      ...dueRows(status, amountDueCents, papers.payment).map(([name, cents]) => [name, formatCents(cents)] as const),
    ],
    notes: [
      ...correctedNotes(papers),
      ...howToPay(invoice),
      ...(balance ? [`${balance.name}: ${balance.detail}`] : []),
      ...papers.creditNotes.map(creditNoteText),
      ...paymentNote(papers),
      ...priceBookNotes(lines),
      noTaxWords(invoice.seller),
      'All amounts are in US dollars.',
    ],
  };
}

/** Shows the invoice number and the buyer as of the latest correction. */
export function receiptWords(papers: InvoicePapers): DocumentFacts {
  const { invoice, payment } = papers;
  const { periodEnd, amountDueCents } = invoice;
  const latest = papers.corrections.at(-1);
  const number = latest?.correctedNumber ?? invoice.number;
  const paidAt = payment?.at ?? null;
  return {
    heading: 'Receipt',
    title: `Receipt of invoice ${number}`,
    created: paidAt === null ? periodEnd : instantOf(paidAt),
    seller: sellerOf(papers),
    billedTo: billedToLines(latest?.billedTo ?? papers.billedTo),
    country: (latest?.billedTo ?? papers.billedTo).address?.country ?? null,
    facts: [
      ['Invoice number', number],
      ['Invoice date', date(latest?.correctedAt ?? periodEnd)],
      ['Paid', paidAt === null ? 'Yes' : formatDate(paidAt)],
    ],
    lines: [],
    totals: [['Amount paid', formatCents(amountDueCents)]],
    notes: [...paymentNote(papers), noTaxWords(invoice.seller), 'All amounts are in US dollars.'],
  };
}
