import { isCountryCode } from '#lib/country-names.ts';
import { type DatePeriod, type EInvoice, type EInvoiceLine, type EInvoiceParty, isAbsent, type EInvoiceRule } from './model.ts';

const rule = (id: string, requires: string, isBroken: EInvoiceRule['isBroken']): EInvoiceRule => ({ id, requires, isBroken });

const lineRule = (id: string, requires: string, isBroken: (line: EInvoiceLine) => boolean): EInvoiceRule =>
  rule(id, requires, ({ lines }) => lines.some(isBroken));

const endsBeforeStart = (period: DatePeriod | null): boolean =>
  period !== null && period.start !== null && period.end !== null && period.end < period.start;

const isEmptyPeriod = (period: DatePeriod | null): boolean => period !== null && isAbsent(period.start) && isAbsent(period.end);

/** VAT number prefixes that are not country codes: Greece and Northern Ireland. */
const otherPrefixes = ['EL', 'XI'];

function hasUnknownPrefix({ vatNumber }: EInvoiceParty): boolean {
  if (vatNumber === null) return false;
  const prefix = vatNumber.slice(0, 2);
  return !isCountryCode(prefix) && !otherPrefixes.includes(prefix);
}

const countriesOf = ({ seller, buyer, deliverTo }: EInvoice): string[] =>
  [seller.address?.country, buyer.address?.country, deliverTo?.country].flatMap((country) => country?.trim() || []);

export const documentRules: readonly EInvoiceRule[] = [
  rule('BR-01', 'The document names the specification that it follows (BT-24).', (d) => isAbsent(d.specification)),
  rule('BR-02', 'The document has a number (BT-1).', (d) => isAbsent(d.number)),
  rule('BR-03', 'The document has an issue date (BT-2).', (d) => isAbsent(d.issueDate)),
  rule('BR-04', 'The document has a type (BT-3).', (d) => isAbsent(d.type)),
  rule('BR-05', 'The document has a currency (BT-5).', (d) => isAbsent(d.currency)),
  rule('BR-06', 'The seller has a name (BT-27).', (d) => isAbsent(d.seller.name)),
  rule('BR-07', 'The buyer has a name (BT-44).', (d) => isAbsent(d.buyer.name)),
  rule('BR-08', 'The seller has an address (BG-5).', (d) => d.seller.address === null),
  rule('BR-09', "The seller's address has a country (BT-40).", (d) => d.seller.address !== null && isAbsent(d.seller.address.country)),
  rule('BR-10', 'The buyer has an address (BG-8).', (d) => d.buyer.address === null),
  rule('BR-11', "The buyer's address has a country (BT-55).", (d) => d.buyer.address !== null && isAbsent(d.buyer.address.country)),
  rule('BR-16', 'The document has a line (BG-25).', (d) => d.lines.length === 0),
  lineRule('BR-21', 'Each line has a number (BT-126).', (line) => isAbsent(line.id)),
  lineRule('BR-22', 'Each line has a quantity (BT-129).', (line) => line.quantity === null),
  lineRule('BR-23', 'The quantity of each line has a unit (BT-130).', (line) => isAbsent(line.unit)),
  lineRule('BR-24', 'Each line has a net amount (BT-131).', (line) => line.netCents === null),
  lineRule('BR-25', 'Each line has a name (BT-153).', (line) => isAbsent(line.name)),
  lineRule('BR-26', 'Each line has a net price (BT-146).', (line) => line.priceCents === null),
  lineRule('BR-27', 'No net price is negative (BT-146).', (line) => (line.priceCents ?? 0) < 0),
  rule('BR-29', 'The period of the document does not end before it starts (BT-73, BT-74).', (d) => endsBeforeStart(d.period)),
  lineRule('BR-30', 'The period of a line does not end before it starts (BT-134, BT-135).', (line) => endsBeforeStart(line.period)),
  rule('BR-55', 'The reference to an earlier invoice has its number (BT-25).', (d) => {
    return d.precedingInvoice !== null && isAbsent(d.precedingInvoice.number);
  }),
  rule('BR-57', 'The address of delivery has a country (BT-80).', (d) => d.deliverTo !== null && isAbsent(d.deliverTo.country)),
  lineRule('BR-CO-04', 'Each line has a VAT category (BT-151).', (line) => line.vat.category === null),
  rule('BR-CO-09', 'VAT numbers start with the code of their country (BT-31, BT-48).', (d) => [d.seller, d.buyer].some(hasUnknownPrefix)),
  rule('BR-CO-19', 'The period of the document has a start or an end (BG-14).', (d) => isEmptyPeriod(d.period)),
  lineRule('BR-CO-20', 'The period of a line has a start or an end (BG-26).', (line) => isEmptyPeriod(line.period)),
  rule('BR-CO-25', 'A document with an amount due has a due date or payment terms (BT-9, BT-20).', (d) => {
    return (d.totals.payableCents ?? 0) > 0 && isAbsent(d.dueDate) && isAbsent(d.paymentTerms);
  }),
  rule('BR-CO-26', 'The seller has a registration or a VAT number (BT-29, BT-30, BT-31).', ({ seller }) => {
    return isAbsent(seller.registration) && isAbsent(seller.vatNumber);
  }),
  rule('BR-CL-01', 'The type is a code of UNTDID 1001 (BT-3).', (d) => d.type !== null && !['380', '381', '384'].includes(d.type)),
  rule('BR-CL-04', 'The currency is a code of ISO 4217 (BT-5).', (d) => d.currency !== null && !/^[A-Z]{3}$/.test(d.currency)),
  rule('BR-CL-14', 'Countries are codes of ISO 3166-1 (BT-40, BT-55, BT-80).', (d) => !countriesOf(d).every((code) => isCountryCode(code))),
  lineRule('BR-CL-23', 'Units are codes of UN/ECE Recommendation 20 (BT-130).', (line) => line.unit !== null && line.unit !== 'C62'),
];
