import { quantityLessInvoiced } from '#lib/charged-messages.ts';
import { csvRow, textCell } from '#lib/csv.ts';
import { isoDate } from '#lib/dates/format.ts';
import { type BalanceUse, balanceNames, balanceRow, creditNoteName, type InvoicePayment, paidWords } from '#lib/invoice-balance.ts';
import { buyerReferenceName, purchaseOrderName } from '#lib/invoice-parties.ts';
import { isOwed } from '#lib/invoice-status.ts';
import { plainDollars } from '#lib/money.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { readDerivation } from '#server/database/line-format.ts';
import { secondsOf } from '#server/database/database.ts';
import type { ExportedInvoice, ExportedLine } from '#server/store/invoices/invoice-export.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { CreditNoteRow } from '#server/store/credit-notes.ts';

const day = (instant: Date): string => isoDate(secondsOf(instant));

/**
 * Uses of the credit balance, one column each. Applied credit and credit notes reduce the subtotal; the other uses are added to it. The
 * subtotal already excludes carried amounts.
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

/** Sign of an amount: -1 on the credit note of a correction, so that it cancels the replaced invoice in sums. */
type Sign = 1 | -1;

const signed = (cents: number, sign: Sign): number => (cents === 0 ? 0 : sign * cents);

/** Rows of an invoice and of its corrections. Each correction has a credit note and a corrected invoice, so that sums stay the same. */
function papersOf<T>(
  invoice: ExportedInvoice,
  corrections: readonly CorrectionRow[],
  toRows: (invoice: ExportedInvoice, sign: Sign) => T[],
): T[] {
  let before = invoice;
  const rows = toRows(invoice, 1);
  for (const { correctedNumber: number, creditNoteNumber, correctedAt: periodEnd, billedTo } of corrections) {
    const corrected = { ...invoice, number, periodEnd, billedTo };
    rows.push(...toRows({ ...before, number: creditNoteNumber, periodEnd }, -1), ...toRows(corrected, 1));
    before = corrected;
  }
  return rows;
}

const ofInvoice = (corrections: readonly CorrectionRow[], { id }: ExportedInvoice): CorrectionRow[] =>
  corrections.filter(({ invoiceId }) => invoiceId === id);

function totalsRow(invoice: ExportedInvoice, payment: InvoicePayment | undefined, periodEndsAt: Date, sign: Sign): string {
  const { number, periodEnd, status, periodStart, subtotalCents, amountDueCents, creditedCents, carriedCents, billedTo } = invoice;
  const dollars = (cents: number): string => plainDollars(signed(cents, sign));
  const balance = balanceRow(subtotalCents, amountDueCents, creditedCents);
  const isPaid = status === 'paid' && amountDueCents > 0 && payment !== undefined;
  return csvRow([
    textCell(number),
    day(periodEnd),
    status,
    day(periodStart),
    day(periodEndsAt),
    dollars(subtotalCents),
    ...balanceUses.map((use) => dollars(balance?.use === use ? Math.abs(balance.cents) : 0)),
    dollars(creditedCents),
    dollars(amountDueCents),
    dollars(status === 'paid' ? amountDueCents : 0),
    isPaid && payment.at !== null ? isoDate(payment.at) : '',
    textCell(isPaid ? paidWords(payment) : ''),
    dollars(isOwed(status, amountDueCents) ? amountDueCents : 0),
    dollars(carriedCents),
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

const lineRow = ({ number, periodEnd, status }: ExportedInvoice, line: ExportedLine, sign: Sign): string =>
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
    plainDollars(signed(line.amountBeforeDiscountCents, sign)),
    plainDollars(signed(line.amountCents - line.amountBeforeDiscountCents, sign)),
    plainDollars(signed(line.amountCents, sign)),
    'USD',
  ]);

/** Row of a credit note, below the lines of its invoice. */
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

/** Rows of invoices and their corrections. Amounts are plain dollars: '-1234.50'. */
export const totalsRows = (
  invoices: readonly ExportedInvoice[],
  payments: ReadonlyMap<string, InvoicePayment>,
  corrections: readonly CorrectionRow[],
): string =>
  invoices
    .flatMap((invoice) =>
      papersOf(invoice, ofInvoice(corrections, invoice), (paper, sign) => [
        totalsRow(paper, payments.get(invoice.id), invoice.periodEnd, sign),
      ]),
    )
    .join('');

/** Rows of invoice lines; the credit notes of an invoice follow its lines. */
export const lineRows = (
  invoices: readonly ExportedInvoice[],
  lines: ReadonlyMap<string, readonly ExportedLine[]>,
  notes: readonly CreditNoteRow[],
  corrections: readonly CorrectionRow[],
): string =>
  invoices
    .flatMap((invoice) => [
      ...papersOf(invoice, ofInvoice(corrections, invoice), (paper, sign) =>
        (lines.get(invoice.id) ?? []).map((line) => lineRow(paper, line, sign)),
      ),
      ...notes.filter(({ invoiceId }) => invoiceId === invoice.id).map((note) => creditNoteRow(invoice, note)),
    ])
    .join('');
