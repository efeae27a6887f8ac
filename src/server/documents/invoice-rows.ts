import type { PriceStep } from '#lib/charge-line.ts';
import { packages, quantityLessInvoiced } from '#lib/charged-messages.ts';
import { csvRow, textCell } from '#lib/csv.ts';
import { isoDate } from '#lib/dates/format.ts';
import { type BalanceUse, balanceNames, balanceRow, creditNoteName, type InvoicePayment, paidWords } from '#lib/invoice-balance.ts';
import { buyerReferenceName, purchaseOrderName } from '#lib/invoice-parties.ts';
import { isOwed } from '#lib/invoice-status.ts';
import { plainDollars } from '#lib/money.ts';
import { addRatios, decimalText, type Ratio, ratio, scaledRatio } from '#lib/money-ratio.ts';
import { unitOf } from '#lib/quantities.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { readDerivation } from '#server/database/line-format.ts';
import { secondsOf } from '#server/database/database.ts';
import type { ExportedInvoice, ExportedLine } from '#server/store/invoices/invoice-export.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { CreditNoteRow } from '#server/store/credit-notes.ts';

const day = (instant: Date): string => isoDate(secondsOf(instant));

/**
 * Ways in which an invoice changes the credit balance; each has a column. Amount due = subtotal - applied - credit notes + owed + added.
 * The subtotal excludes carried amounts.
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
  'Unit',
  'Unit price',
  'Price',
  'Calculation',
  'Price book',
  'Amount before discount',
  'Discount',
  'Amount',
  'Currency',
];

/** Sign of amounts. A correction's credit note has -1, so that the replaced invoice cancels out in sums. */
type Sign = 1 | -1;

const signed = (cents: number, sign: Sign): number => (cents === 0 ? 0 : sign * cents);

/** A correction adds a credit note and a corrected invoice, whose amounts sum to zero. */
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

/** Decimal places of a quantity: enough for a byte count in GB. */
const quantityDigits = 9;
/** Decimal places of a unit price: enough for microcents in dollars. */
const unitPriceDigits = 8;

/** Formats a number without digit grouping, for spreadsheets and programs: '502.9'. */
const plainNumber = (value: Ratio): string => decimalText(scaledRatio(value, quantityDigits), quantityDigits);

/** Quantity of a price step in the unit of its price: whole packages, GB for bytes, or base units. */
function stepQuantity(metric: string, step: PriceStep): Ratio {
  if (step.wholePackages) return ratio(BigInt(packages(step)));
  return unitOf(metric) === 'GB' ? ratio(step.billable.numerator, step.billable.denominator * 1_000_000_000n) : step.billable;
}

/** The quantity and the unit price of a price step refer to this unit. */
const stepUnit = (metric: string, step: PriceStep): string =>
  step.wholePackages ? `package of ${step.perUnits}` : unitOf(metric) || 'unit';

/** Cells about a quantity: number, unit, unit price as a number, and the calculation in words. */
function quantityCells(
  { metric, derivation }: ExportedLine,
  sign: Sign,
): [quantity: string, unit: string, price: string, calculation: string] {
  if (metric === null || derivation === null) return ['', '', '', ''];
  const { steps, invoiced } = readDerivation(derivation);
  const charged = steps.filter(({ billable }) => billable.numerator > 0n);
  const [first] = charged;
  const calculation = quantityLessInvoiced(metric, steps, invoiced.amountBeforeDiscountCents);
  if (!first) return ['0', stepUnit(metric, steps[0] ?? noStep), '', calculation];
  const isOneUnit = charged.every((step) => stepUnit(metric, step) === stepUnit(metric, first));
  if (!isOneUnit) return ['', '', '', calculation];
  const { numerator, denominator } = charged.map((step) => stepQuantity(metric, step)).reduce(addRatios);
  const quantity = ratio(BigInt(sign) * numerator, denominator);
  const isOnePrice = charged.every(({ priceMicrocents }) => priceMicrocents === first.priceMicrocents);
  return [plainNumber(quantity), stepUnit(metric, first), isOnePrice ? plainUnitPrice(first.priceMicrocents) : '', calculation];
}

/** Price step for a line without a price, such as a line within its quota. */
const noStep: PriceStep = { billable: ratio(0n), priceMicrocents: 0, perUnits: 1, wholePackages: false };

/** Formats microcents in dollars with all digits: '0.00325'. */
const plainUnitPrice = (microcents: number): string => decimalText(BigInt(microcents), unitPriceDigits);

function lineRow({ number, periodEnd, status }: ExportedInvoice, line: ExportedLine, sign: Sign): string {
  const [quantity, unit, unitPrice, calculation] = quantityCells(line, sign);
  return csvRow([
    textCell(number),
    day(periodEnd),
    status,
    textCell(line.description),
    line.carriedOver ? 'yes' : '',
    line.metric ?? '',
    day(line.periodStart),
    day(line.periodEnd),
    quantity,
    textCell(unit),
    unitPrice,
    textCell(line.unitPriceDescription),
    textCell(calculation),
    textCell(line.priceBook),
    plainDollars(signed(line.amountBeforeDiscountCents, sign)),
    plainDollars(signed(line.amountCents - line.amountBeforeDiscountCents, sign)),
    plainDollars(signed(line.amountCents, sign)),
    'USD',
  ]);
}

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
    '',
    '',
    '',
    off,
    plainDollars(0),
    off,
    'USD',
  ]);
};

/** CSV rows of invoices and their corrections. Amounts are in dollars without grouping: '-1234.50'. */
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
