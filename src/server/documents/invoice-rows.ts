import { quantityLessInvoiced } from '#lib/charged-messages.ts';
import { isoDate } from '#lib/dates/format.ts';
import { type BalanceUse, balanceNames, balanceRow, creditNoteName, type InvoicePayment, paidWords } from '#lib/invoice-balance.ts';
import { buyerReferenceName, purchaseOrderName } from '#lib/invoice-parties.ts';
import { isOwed } from '#lib/invoice-status.ts';
import { plainDollars } from '#lib/money.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { readDerivation } from '#server/database/line-format.ts';
import { secondsOf } from '#server/database/database.ts';
import type { ExportedInvoice, ExportedLine } from '#server/store/invoice-export.ts';
import type { CreditNoteRow } from '#server/store/credit-notes.ts';
import { csvRow, textCell } from './csv.ts';

const day = (instant: Date): string => isoDate(secondsOf(instant));

/**
 * Each use of the credit balance has a column: what was applied is taken off the subtotal, as credit notes are; the others are added to
 * it. What is carried is taken off the subtotal already.
 */
const balanceUses: readonly BalanceUse[] = ['applied', 'owed', 'added'];

export const totalsHead = [
  'Invoice number',
  'Date',
  'Status',
  'Period start',
  'Period end',
  'Subtotal',
  ...balanceUses.map((use) => balanceNames[use]),
  creditNoteName,
  'Amount due',
  'Paid',
  'Paid on',
  'Paid with',
  'Still due',
  invoicesTexts.carried,
  'Currency',
  purchaseOrderName,
  buyerReferenceName,
];
export const linesHead = [
  'Invoice number',
  'Date',
  'Status',
  'Description',
  'Carried over',
  'Metric',
  'Period start',
  'Period end',
  'Quantity',
  'Unit price',
  'Price book',
  'Amount before discount',
  'Discount',
  'Amount',
  'Currency',
];

function totalsRow(invoice: ExportedInvoice, payment: InvoicePayment | undefined): string {
  const { number, periodEnd, status, periodStart, subtotalCents, amountDueCents, creditedCents, carriedCents, billedTo } = invoice;
  const balance = balanceRow(subtotalCents, amountDueCents, creditedCents);
  const isPaid = status === 'paid' && amountDueCents > 0 && payment !== undefined;
  return csvRow([
    textCell(number),
    day(periodEnd),
    status,
    day(periodStart),
    day(periodEnd),
    plainDollars(subtotalCents),
    ...balanceUses.map((use) => plainDollars(balance?.use === use ? Math.abs(balance.cents) : 0)),
    plainDollars(creditedCents),
    plainDollars(amountDueCents),
    plainDollars(status === 'paid' ? amountDueCents : 0),
    isPaid && payment.at !== null ? isoDate(payment.at) : '',
    textCell(isPaid ? paidWords(payment) : ''),
    plainDollars(isOwed(status, amountDueCents) ? amountDueCents : 0),
    plainDollars(carriedCents),
    'USD',
    textCell(billedTo?.po_number ?? ''),
    textCell(billedTo?.buyer_reference ?? ''),
  ]);
}

function quantityOf({ metric, derivation }: ExportedLine): string {
  if (metric === null || derivation === null) return '';
  const { steps, invoiced } = readDerivation(derivation);
  return quantityLessInvoiced(metric, steps, invoiced.amountBeforeDiscountCents);
}

const lineRow = ({ number, periodEnd, status }: ExportedInvoice, line: ExportedLine): string =>
  csvRow([
    textCell(number),
    day(periodEnd),
    status,
    textCell(line.description),
    line.carriedOver ? 'yes' : '',
    line.metric ?? '',
    day(line.periodStart),
    day(line.periodEnd),
    textCell(quantityOf(line)),
    textCell(line.unitPriceDescription),
    textCell(line.priceBook),
    plainDollars(line.amountBeforeDiscountCents),
    plainDollars(line.amountCents - line.amountBeforeDiscountCents),
    plainDollars(line.amountCents),
    'USD',
  ]);

/** Credit notes of an invoice, as rows below its lines. */
const creditNoteRow = (
  { number, periodEnd, status }: ExportedInvoice,
  { number: noteNumber, createdAt, reason, amountCents, balanceCents }: CreditNoteRow,
): string => {
  const off = plainDollars(balanceCents - amountCents);
  return csvRow([
    textCell(number),
    day(periodEnd),
    status,
    textCell(`Credit note${noteNumber === null ? '' : ` ${noteNumber}`}: ${reason}`),
    '',
    '',
    day(createdAt),
    day(createdAt),
    '',
    '',
    '',
    off,
    plainDollars(0),
    off,
    'USD',
  ]);
};

/** Rows of invoices. Amounts are plain dollars: '-1234.50'. */
export const totalsRows = (invoices: readonly ExportedInvoice[], payments: ReadonlyMap<string, InvoicePayment>): string =>
  invoices.map((invoice) => totalsRow(invoice, payments.get(invoice.id))).join('');

/** Rows of the lines of invoices, with the credit notes of each below them. */
export const lineRows = (
  invoices: readonly ExportedInvoice[],
  lines: ReadonlyMap<string, readonly ExportedLine[]>,
  notes: readonly CreditNoteRow[],
): string =>
  invoices
    .flatMap((invoice) => [
      ...(lines.get(invoice.id) ?? []).map((line) => lineRow(invoice, line)),
      ...notes.filter(({ invoiceId }) => invoiceId === invoice.id).map((note) => creditNoteRow(invoice, note)),
    ])
    .join('');
