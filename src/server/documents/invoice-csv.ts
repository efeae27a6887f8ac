import { quantityLessInvoiced } from '#lib/charged-messages.ts';
import { isoDate } from '#lib/dates/format.ts';
import { type BalanceUse, balanceNames, balanceRow, creditNoteName, type InvoicePayment, paidWords } from '#lib/invoice-balance.ts';
import { isOwed } from '#lib/invoice-status.ts';
import { plainDollars } from '#lib/money.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { readDerivation } from '#server/database/line-format.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { type ExportedInvoice, type ExportedLine, type Period, invoicesOfPeriod, linesOfInvoices } from '#server/store/invoice-export.ts';
import { paymentsOfInvoices } from '#server/store/invoice-document-data.ts';
import { type CreditNoteRow, creditNotesOf } from '#server/store/credit-notes.ts';
import { csvFile, csvRow, textCell } from './csv.ts';

export type ExportKind = 'totals' | 'lines';

const day = (instant: Date): string => isoDate(secondsOf(instant));

/**
 * Each use of the credit balance has a column: what was applied is taken off the subtotal, as credit notes are; the others are added to
 * it. What is carried is taken off the subtotal already.
 */
const balanceUses: readonly BalanceUse[] = ['applied', 'owed', 'added'];

const totalsHead = [
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
];
const linesHead = [
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
  const { number, periodEnd, status, periodStart, subtotalCents, amountDueCents, creditedCents, carriedCents } = invoice;
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

/** What credit notes took off an invoice, as lines below its own. */
const creditNoteRow = (
  { number, periodEnd, status }: ExportedInvoice,
  { createdAt, reason, amountCents, balanceCents }: CreditNoteRow,
): string => {
  const off = plainDollars(balanceCents - amountCents);
  return csvRow([
    textCell(number),
    day(periodEnd),
    status,
    textCell(`Credit note: ${reason}`),
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

/** The rows of the file, a batch of invoices at a time. Amounts are plain dollars: '-1234.50'. */
async function* texts(db: Database, organizationId: number, kind: ExportKind, period: Period): AsyncGenerator<string> {
  for await (const batch of invoicesOfPeriod(db, organizationId, period)) {
    if (kind === 'totals') {
      const payments = await paymentsOfInvoices(
        db,
        organizationId,
        batch.map(({ id }) => id),
      );
      yield batch.map((invoice) => totalsRow(invoice, payments.get(invoice.id))).join('');
    } else {
      const lines = await linesOfInvoices(db, organizationId, batch);
      const notes = await creditNotesOf(
        db,
        organizationId,
        batch.filter(({ creditedCents }) => creditedCents > 0).map(({ id }) => id),
      );
      yield batch
        .flatMap((invoice) => [
          ...(lines.get(invoice.id) ?? []).map((line) => lineRow(invoice, line)),
          ...notes.filter(({ invoiceId }) => invoiceId === invoice.id).map((note) => creditNoteRow(invoice, note)),
        ])
        .join('');
    }
  }
}

export const invoiceCsv = (db: Database, organizationId: number, kind: ExportKind, period: Period): ReadableStream<Uint8Array> =>
  csvFile(kind === 'totals' ? totalsHead : linesHead, texts(db, organizationId, kind, period));
