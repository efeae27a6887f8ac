import { type EInvoice, type VatTotal, sumOf, taxOf, type EInvoiceRule } from './model.ts';

const rule = (id: string, requires: string, isBroken: EInvoiceRule['isBroken']): EInvoiceRule => ({ id, requires, isBroken });

const vatRule = (id: string, requires: string, isBroken: (total: VatTotal) => boolean): EInvoiceRule =>
  rule(id, requires, ({ vatTotals }) => vatTotals.some(isBroken));

const decimalsRule = (id: string, name: string, amountsOf: (document: EInvoice) => readonly (number | null)[]): EInvoiceRule =>
  rule(id, `${name} has at most two decimals.`, (document) =>
    amountsOf(document).some((cents) => cents !== null && !Number.isInteger(cents)),
  );

export const amountRules: readonly EInvoiceRule[] = [
  rule('BR-12', 'The document has the sum of its lines (BT-106).', (d) => d.totals.linesCents === null),
  rule('BR-13', 'The document has a total without VAT (BT-109).', (d) => d.totals.withoutTaxCents === null),
  rule('BR-14', 'The document has a total with VAT (BT-112).', (d) => d.totals.withTaxCents === null),
  rule('BR-15', 'The document has an amount due (BT-115).', (d) => d.totals.payableCents === null),
  vatRule('BR-45', 'Each VAT total has a taxable amount (BT-116).', (total) => total.taxableCents === null),
  vatRule('BR-46', 'Each VAT total has an amount of tax (BT-117).', (total) => total.taxCents === null),
  vatRule('BR-47', 'Each VAT total has a category (BT-118).', (total) => total.category === null),
  vatRule('BR-48', 'Each VAT total has a rate, unless it is outside the scope of VAT (BT-119).', (total) => {
    return total.percent === null && total.category !== 'O';
  }),
  rule('BR-CO-10', 'The sum of the lines is that of their net amounts.', ({ totals, lines }) => {
    return totals.linesCents !== null && totals.linesCents !== sumOf(lines.map(({ netCents }) => netCents));
  }),
  rule('BR-CO-13', 'The total without VAT is the sum of the lines.', ({ totals }) => {
    return totals.withoutTaxCents !== null && totals.withoutTaxCents !== totals.linesCents;
  }),
  rule('BR-CO-14', 'The total of VAT is the sum of the VAT totals.', ({ totals, vatTotals }) => {
    return totals.taxCents !== sumOf(vatTotals.map(({ taxCents }) => taxCents));
  }),
  rule('BR-CO-15', 'The total with VAT is the total without VAT plus VAT.', ({ totals }) => {
    return totals.withTaxCents !== null && totals.withTaxCents !== (totals.withoutTaxCents ?? 0) + totals.taxCents;
  }),
  rule('BR-CO-16', 'The amount due is the total with VAT minus what was paid before.', ({ totals }) => {
    return totals.payableCents !== null && totals.payableCents !== (totals.withTaxCents ?? 0) - totals.prepaidCents;
  }),
  vatRule('BR-CO-17', 'The tax of a VAT total is its taxable amount times its rate.', (total) => {
    return total.taxCents !== null && total.taxCents !== taxOf(total);
  }),
  rule('BR-CO-18', 'The document has a VAT total (BG-23).', ({ vatTotals }) => vatTotals.length === 0),
  decimalsRule('BR-DEC-09', 'The sum of the lines', (d) => [d.totals.linesCents]),
  decimalsRule('BR-DEC-12', 'The total without VAT', (d) => [d.totals.withoutTaxCents]),
  decimalsRule('BR-DEC-13', 'The total of VAT', (d) => [d.totals.taxCents]),
  decimalsRule('BR-DEC-14', 'The total with VAT', (d) => [d.totals.withTaxCents]),
  decimalsRule('BR-DEC-16', 'The amount paid before', (d) => [d.totals.prepaidCents]),
  decimalsRule('BR-DEC-18', 'The amount due', (d) => [d.totals.payableCents]),
  decimalsRule('BR-DEC-19', 'The taxable amount of a VAT total', (d) => d.vatTotals.map(({ taxableCents }) => taxableCents)),
  decimalsRule('BR-DEC-20', 'The tax of a VAT total', (d) => d.vatTotals.map(({ taxCents }) => taxCents)),
  decimalsRule('BR-DEC-23', 'The net amount of a line', (d) => d.lines.map(({ netCents }) => netCents)),
];
