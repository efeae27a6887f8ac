import type { BilledTo, Seller } from '#contract/types.ts';
import { buildEInvoice, type EInvoiceSource } from '#server/documents/e-invoice/e-invoice-document.ts';
import { vatCategories, type EInvoice, type EInvoiceLine, type VatCategory, type VatTotal } from '#server/documents/e-invoice/model.ts';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;

export const sellerOf = (category: VatCategory): Seller => ({
  name: 'Lantern Platforms GmbH',
  address: ['Lindenstr. 9', '10969 Berlin', 'Germany'],
  registration: 'Amtsgericht Charlottenburg HRB 1',
  vat_number: category === 'O' ? null : 'DE123456789',
  country: 'DE',
  ...(category === 'O' || category === 'S' ? {} : { tax_category: category }),
  ...(category === 'Z' ? {} : { no_tax_reason: 'The seller charges no VAT.' }),
});

export const buyerOf: BilledTo = {
  name: 'Acme',
  billing_name: 'Acme & Söhne GmbH',
  address: { line1: 'Ring 1', line2: '2. Stock', city: 'Wien', postal_code: '1010', state: null, country: 'AT' },
  tax_id: { type: 'eu_vat', value: 'ATU12345678', country: 'AT' },
  po_number: 'PO-1',
  buyer_reference: 'Cost center 80',
};

export const sourceOf = (category: VatCategory, source: Partial<EInvoiceSource> = {}): EInvoiceSource => ({
  type: '380',
  number: 'LP-ACME-0001',
  issuedAtSeconds: day('2026-02-03'),
  dueAtSeconds: day('2026-02-17'),
  period: { startSeconds: day('2026-01-03'), endSeconds: day('2026-02-03') },
  precedingInvoice: null,
  seller: sellerOf(category),
  billedTo: buyerOf,
  lines: [
    { description: 'Pro Plan', periodStartSeconds: day('2026-02-03'), periodEndSeconds: day('2026-03-03'), amountCents: 2500 },
    { description: 'Egress <1 TB> & more', periodStartSeconds: day('2026-01-03'), periodEndSeconds: day('2026-02-03'), amountCents: 1234 },
    { description: 'Compute Credits', periodStartSeconds: day('2026-01-03'), periodEndSeconds: day('2026-02-03'), amountCents: -1000 },
  ],
  payableCents: 2234,
  paymentTerms: 'Payable by card or bank transfer.',
  ...source,
});

/** Adds 20 percent tax to a document. The platform issues no documents with tax, but the rules cover such documents. */
function taxed(document: EInvoice): EInvoice {
  const vat = { category: 'S' as const, percent: 20 };
  const taxCents = 547;
  const withTaxCents = 2734 + taxCents;
  return {
    ...document,
    lines: document.lines.map((line) => ({ ...line, vat })),
    vatTotals: [{ ...vat, taxableCents: 2734, taxCents, exemptionReason: null, exemptionCode: null }],
    totals: { ...document.totals, taxCents, withTaxCents, payableCents: withTaxCents - document.totals.prepaidCents },
  };
}

export const validEInvoice = (category: VatCategory): EInvoice => {
  const document = buildEInvoice(sourceOf(category));
  return category === 'S' ? taxed(document) : document;
};

/** A document that breaks the rule `id`. The document may break other rules, too. */
export interface RuleFault {
  readonly id: string;
  readonly document: EInvoice;
  /** False if UBL can't express the fault, so the official rules can't detect the fault. */
  readonly isSerializable: boolean;
}

const fault = (id: string, document: EInvoice, isSerializable = true): RuleFault => ({ id, document, isSerializable });

const valid = validEInvoice('O');

const withLine = (change: Partial<EInvoiceLine>, document = valid): EInvoice => ({
  ...document,
  lines: document.lines.map((line, index) => (index === 0 ? { ...line, ...change } : line)),
});

const withTotal = (change: Partial<VatTotal>, document = valid): EInvoice => ({
  ...document,
  vatTotals: document.vatTotals.map((total) => ({ ...total, ...change })),
});

const withTotals = (change: Partial<EInvoice['totals']>): EInvoice => ({ ...valid, totals: { ...valid.totals, ...change } });

const backwards = { start: '2026-02-03', end: '2026-01-03' };
const openPeriod = { start: null, end: null };
const noAddress = { line1: 'Ring 1', line2: null, line3: null, city: null, postalCode: null, region: null, country: null };

const documentFaults: readonly RuleFault[] = [
  fault('BR-01', { ...valid, specification: null }),
  fault('BR-02', { ...valid, number: ' ' }),
  fault('BR-03', { ...valid, issueDate: null }),
  fault('BR-04', { ...valid, type: null }),
  fault('BR-05', { ...valid, currency: null }),
  fault('BR-06', { ...valid, seller: { ...valid.seller, name: null } }),
  fault('BR-07', { ...valid, buyer: { ...valid.buyer, name: '' } }),
  fault('BR-08', { ...valid, seller: { ...valid.seller, address: null } }),
  fault('BR-09', { ...valid, seller: { ...valid.seller, address: noAddress } }),
  fault('BR-10', { ...valid, buyer: { ...valid.buyer, address: null } }),
  fault('BR-11', { ...valid, buyer: { ...valid.buyer, address: noAddress } }),
  fault('BR-16', { ...valid, lines: [] }),
  fault('BR-21', withLine({ id: '' })),
  fault('BR-22', withLine({ quantity: null })),
  fault('BR-23', withLine({ unit: null })),
  fault('BR-24', withLine({ netCents: null })),
  fault('BR-25', withLine({ name: null })),
  fault('BR-26', withLine({ priceCents: null })),
  fault('BR-27', withLine({ priceCents: -2500 })),
  fault('BR-29', { ...valid, period: backwards }),
  fault('BR-30', withLine({ period: backwards })),
  fault('BR-55', { ...valid, precedingInvoice: { number: null, issueDate: '2026-01-03' } }),
  fault('BR-57', { ...validEInvoice('K'), deliverTo: { country: null } }),
  fault('BR-CO-04', withLine({ vat: { category: null, percent: null } })),
  fault('BR-CO-09', { ...validEInvoice('AE'), buyer: { ...validEInvoice('AE').buyer, vatNumber: 'U12345678' } }),
  fault('BR-CO-19', { ...valid, period: openPeriod }),
  fault('BR-CO-20', withLine({ period: openPeriod })),
  // Version 1.3.16 of the official rules does not check this rule.
  fault('BR-CO-25', { ...valid, dueDate: null, paymentTerms: null }, false),
  fault('BR-CO-26', { ...valid, seller: { ...valid.seller, registration: null } }),
  fault('BR-CL-01', { ...valid, type: '1' as '380' }),
  fault('BR-CL-04', { ...valid, currency: 'usd' }),
  fault('BR-CL-14', { ...valid, buyer: { ...valid.buyer, address: { ...noAddress, country: 'UK' } } }),
  fault('BR-CL-23', withLine({ unit: 'PIECES' })),
];

const amountFaults: readonly RuleFault[] = [
  fault('BR-12', withTotals({ linesCents: null })),
  fault('BR-13', withTotals({ withoutTaxCents: null })),
  fault('BR-14', withTotals({ withTaxCents: null })),
  fault('BR-15', withTotals({ payableCents: null })),
  fault('BR-45', withTotal({ taxableCents: null })),
  fault('BR-46', withTotal({ taxCents: null })),
  fault('BR-47', withTotal({ category: null })),
  fault('BR-48', withTotal({ percent: null }, validEInvoice('AE'))),
  fault('BR-CO-10', withTotals({ linesCents: 1 })),
  fault('BR-CO-13', withTotals({ withoutTaxCents: 1 })),
  fault('BR-CO-14', withTotals({ taxCents: 1 })),
  fault('BR-CO-15', withTotals({ withTaxCents: 1 })),
  fault('BR-CO-16', withTotals({ payableCents: 1 })),
  fault('BR-CO-17', withTotal({ taxCents: 9900 }, validEInvoice('S'))),
  fault('BR-CO-18', { ...valid, vatTotals: [] }),
  ...(
    [
      ['BR-DEC-09', 'linesCents'],
      ['BR-DEC-12', 'withoutTaxCents'],
      ['BR-DEC-13', 'taxCents'],
      ['BR-DEC-14', 'withTaxCents'],
      ['BR-DEC-16', 'prepaidCents'],
      ['BR-DEC-18', 'payableCents'],
    ] as const
  ).map(([id, name]) => fault(id, withTotals({ [name]: 1.5 }), false)),
  fault('BR-DEC-19', withTotal({ taxableCents: 1.5 }), false),
  fault('BR-DEC-20', withTotal({ taxCents: 1.5 }), false),
  fault('BR-DEC-23', withLine({ netCents: 1.5 }), false),
];

function categoryFaults(category: VatCategory): RuleFault[] {
  const document = validEInvoice(category);
  const prefix = category === 'K' ? 'BR-IC' : `BR-${category}`;
  const [total] = document.vatTotals;
  if (!total) throw new Error('The document has no VAT total');
  const hasReason = !['S', 'Z'].includes(category);
  const noNumber = { ...document.seller, vatNumber: null };
  return [
    fault(`${prefix}-01`, { ...document, vatTotals: category === 'S' ? [] : [total, total] }),
    fault(`${prefix}-02`, { ...document, seller: category === 'O' ? { ...document.seller, vatNumber: 'DE123456789' } : noNumber }),
    fault(`${prefix}-05`, withLine({ vat: { category, percent: category === 'S' || category === 'O' ? 0 : 20 } }, document)),
    fault(`${prefix}-08`, withTotal({ taxableCents: 1 }, document)),
    fault(`${prefix}-09`, withTotal({ taxCents: 9900 }, document)),
    fault(`${prefix}-10`, withTotal({ exemptionReason: hasReason ? null : 'None', exemptionCode: null }, document)),
  ];
}

const supply = validEInvoice('K');
const other: VatTotal = { category: 'Z', percent: 0, taxableCents: 0, taxCents: 0, exemptionReason: null, exemptionCode: null };

export const ruleFaults: readonly RuleFault[] = [
  ...documentFaults,
  ...amountFaults,
  ...vatCategories.flatMap(categoryFaults),
  fault('BR-IC-11', { ...supply, period: null }),
  fault('BR-IC-12', { ...supply, deliverTo: null }),
  fault('BR-O-11', { ...valid, vatTotals: [...valid.vatTotals, other] }),
  fault('BR-O-12', withLine({ vat: { category: 'Z', percent: 0 } })),
];
