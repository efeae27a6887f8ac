import { type EInvoice, type VatCategory, type VatTotal, isAbsent, sumOf, taxOf, type EInvoiceRule } from './model.ts';

interface CategoryRules {
  /** Part of the rule identifiers: `S` in BR-S-01. */
  readonly prefix: string;
  readonly name: string;
  readonly parties: { readonly requires: string; readonly areWrong: (document: EInvoice) => boolean };
  readonly rate: { readonly requires: string; readonly isWrong: (percent: number | null) => boolean };
  readonly reason: 'required' | 'forbidden';
}

const lacksSellerNumber = ({ seller }: EInvoice): boolean => isAbsent(seller.vatNumber);
const zeroRate: CategoryRules['rate'] = { requires: 'has the rate 0', isWrong: (percent) => percent !== 0 };
const sellerNumber: CategoryRules['parties'] = { requires: 'the seller has a VAT number', areWrong: lacksSellerNumber };

const categories: Readonly<Record<VatCategory, CategoryRules>> = {
  S: {
    prefix: 'S',
    name: 'Standard rated',
    parties: sellerNumber,
    rate: { requires: 'has a rate above 0', isWrong: (percent) => percent === null || percent <= 0 },
    reason: 'forbidden',
  },
  Z: { prefix: 'Z', name: 'Zero rated', parties: sellerNumber, rate: zeroRate, reason: 'forbidden' },
  E: { prefix: 'E', name: 'Exempt from VAT', parties: sellerNumber, rate: zeroRate, reason: 'required' },
  AE: {
    prefix: 'AE',
    name: 'Reverse charge',
    parties: {
      requires: 'the seller has a VAT number, and the buyer a VAT number or a registration',
      areWrong: (document) => lacksSellerNumber(document) || (isAbsent(document.buyer.vatNumber) && isAbsent(document.buyer.registration)),
    },
    rate: zeroRate,
    reason: 'required',
  },
  K: {
    prefix: 'IC',
    name: 'Intra-community supply',
    parties: {
      requires: 'the seller and the buyer have a VAT number',
      areWrong: (document) => lacksSellerNumber(document) || isAbsent(document.buyer.vatNumber),
    },
    rate: zeroRate,
    reason: 'required',
  },
  O: {
    prefix: 'O',
    name: 'Not subject to VAT',
    parties: {
      requires: 'neither the seller nor the buyer has a VAT number',
      areWrong: ({ seller, buyer }) => !isAbsent(seller.vatNumber) || !isAbsent(buyer.vatNumber),
    },
    rate: { requires: 'has no rate', isWrong: (percent) => percent !== null },
    reason: 'required',
  },
};

const totalsOf = ({ vatTotals }: EInvoice, category: VatCategory): VatTotal[] => vatTotals.filter((total) => total.category === category);

/** Sum of the invoice lines in the category of a VAT total. For category `S`, the VAT rate must match too. */
const linesOf = ({ lines }: EInvoice, { category, percent }: VatTotal): number =>
  sumOf(
    lines.filter(({ vat }) => vat.category === category && (category !== 'S' || vat.percent === percent)).map(({ netCents }) => netCents),
  );

function rulesOf(category: VatCategory): EInvoiceRule[] {
  const { prefix, name, parties, rate, reason } = categories[category];
  const rule = (number: string, requires: string, isBroken: EInvoiceRule['isBroken']): EInvoiceRule => ({
    id: `BR-${prefix}-${number}`,
    requires: `${name}: ${requires}.`,
    isBroken,
  });
  const hasLines = (document: EInvoice) => document.lines.some(({ vat }) => vat.category === category);
  return [
    rule('01', 'lines of the category have one VAT total', (document) => {
      const count = totalsOf(document, category).length;
      if (!hasLines(document)) return count > 0;
      return category === 'S' ? count === 0 : count !== 1;
    }),
    rule('02', parties.requires, (document) => hasLines(document) && parties.areWrong(document)),
    rule('05', `each line ${rate.requires}`, ({ lines }) =>
      lines.some(({ vat }) => vat.category === category && rate.isWrong(vat.percent)),
    ),
    rule('08', 'the taxable amount is the sum of the lines', (document) =>
      totalsOf(document, category).some((total) => total.taxableCents !== linesOf(document, total)),
    ),
    rule('09', category === 'S' ? 'the tax is the taxable amount times the rate' : 'the tax is 0', (document) =>
      totalsOf(document, category).some((total) => total.taxCents !== (category === 'S' ? taxOf(total) : 0)),
    ),
    rule('10', reason === 'required' ? 'the VAT total has a reason' : 'the VAT total has no reason', (document) =>
      totalsOf(document, category).some(({ exemptionReason, exemptionCode }) => {
        const hasReason = !isAbsent(exemptionReason) || !isAbsent(exemptionCode);
        return hasReason !== (reason === 'required');
      }),
    ),
  ];
}

const withCategory = (category: VatCategory, isBroken: EInvoiceRule['isBroken']): EInvoiceRule['isBroken'] => {
  return (document) => totalsOf(document, category).length > 0 && isBroken(document);
};

export const categoryRules: readonly EInvoiceRule[] = [
  ...(Object.keys(categories) as VatCategory[]).flatMap(rulesOf),
  {
    id: 'BR-IC-11',
    requires: 'Intra-community supply: the document has a delivery date or a period.',
    isBroken: withCategory('K', ({ period }) => period === null || (isAbsent(period.start) && isAbsent(period.end))),
  },
  {
    id: 'BR-IC-12',
    requires: 'Intra-community supply: the document has the country of delivery.',
    isBroken: withCategory('K', ({ deliverTo }) => isAbsent(deliverTo?.country)),
  },
  {
    id: 'BR-O-11',
    requires: 'Not subject to VAT: there is no VAT total of another category.',
    isBroken: withCategory('O', ({ vatTotals }) => vatTotals.some(({ category }) => category !== 'O')),
  },
  {
    id: 'BR-O-12',
    requires: 'Not subject to VAT: there is no line of another category.',
    isBroken: withCategory('O', ({ lines }) => lines.some(({ vat }) => vat.category !== 'O')),
  },
];
