import { type FocusColumn, focusColumns, type FocusRow } from '#server/domain/costs/focus-columns.ts';

export interface BookedFacts {
  /** Cents that each document added to the amount to pay, by the ID of the invoice or credit note. */
  readonly payableCents: ReadonlyMap<string, number>;
}

/** A requirement of FOCUS 1.2. `broken` changes valid rows so that they violate it, and `holds` must detect the violation. */
export interface FocusRule {
  readonly rule: string;
  readonly holds: (rows: readonly FocusRow[], facts: BookedFacts) => boolean;
  readonly broken: (rows: readonly FocusRow[]) => readonly FocusRow[];
}

const numbers = focusColumns.filter(({ isNumber }) => isNumber).map(({ name }) => name);
const texts = focusColumns.filter(({ isNumber }) => !isNumber).map(({ name }) => name);

const changed =
  (fields: Partial<FocusRow>, fits: (row: FocusRow) => boolean = () => true) =>
  (rows: readonly FocusRow[]): readonly FocusRow[] => {
    const at = rows.findIndex(fits);
    if (at < 0) throw new Error(`No row can break the rule by ${JSON.stringify(fields)}`);
    return rows.map((row, index) => (index === at ? { ...row, ...fields } : row));
  };

const each = (
  rule: string,
  holds: (row: FocusRow) => boolean,
  fields: Partial<FocusRow>,
  fits?: (row: FocusRow) => boolean,
): FocusRule => ({ rule, holds: (rows) => rows.every(holds), broken: changed(fields, fits) });

const filled = (name: FocusColumn): FocusRule => each(`${name} must not be null`, (row) => row[name] !== null, { [name]: null });

const oneOf = (name: FocusColumn, values: readonly (string | null)[]): FocusRule =>
  each(`${name} must be one of the allowed values`, (row) => values.includes(row[name]), { [name]: 'Other value' });

const sameNulls = (one: FocusColumn, other: FocusColumn): FocusRule =>
  each(
    `${one} must be null exactly when ${other} is null`,
    (row) => (row[one] === null) === (row[other] === null),
    { [one]: null },
    (row) => row[other] !== null,
  );

const isCorrection = ({ ChargeClass }: FocusRow): boolean => ChargeClass !== null;
const isPriced = (row: FocusRow): boolean => ['Usage', 'Purchase'].includes(row.ChargeCategory ?? '') && !isCorrection(row);

const pricedNotNull = (name: FocusColumn): FocusRule =>
  each(
    `${name} must not be null for usage and purchases that are no correction`,
    (row) => !isPriced(row) || row[name] !== null,
    { [name]: null },
    isPriced,
  );

/** Converts a decimal text to an integer in units of 10^-20. */
const exact = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(20, '0'));
  return text.startsWith('-') ? -value : value;
};
const scale = 10n ** 20n;

const product = (unitPrice: 'ListUnitPrice' | 'ContractedUnitPrice', cost: 'ListCost' | 'ContractedCost'): FocusRule =>
  each(
    `${unitPrice} times PricingQuantity must be ${cost}, except for corrections`,
    (row) => {
      const [price, quantity, total] = [row[unitPrice], row.PricingQuantity, row[cost]];
      if (isCorrection(row) || price === null || quantity === null || total === null) return true;
      return exact(price) * exact(quantity) === exact(total) * scale;
    },
    { [cost]: '123456789.5' },
    isPriced,
  );

const unpriced = (unitPrice: 'ListUnitPrice' | 'ContractedUnitPrice', cost: 'ListCost' | 'ContractedCost'): FocusRule =>
  each(
    `${cost} must be BilledCost where ${unitPrice} is null`,
    (row) => row[unitPrice] !== null || row[cost] === row.BilledCost,
    { [cost]: '123456789.5' },
    (row) => row[unitPrice] === null,
  );

const oneParent = (child: FocusColumn, parent: FocusColumn): FocusRule => ({
  rule: `${child} must have one and only one ${parent}`,
  holds: (rows) => {
    const parents = new Map<string | null, string | null>();
    return rows.every((row) => {
      if (row[child] === null) return true;
      const known = parents.get(row[child]) ?? row[parent];
      parents.set(row[child], known);
      return known === row[parent];
    });
  },
  broken: (rows) => {
    const row = rows.find((candidate) => candidate[child] !== null);
    return row ? [...rows, { ...row, [parent]: 'Another' }] : [];
  },
});

const centsOf = (text: string | null): number => Math.round(Number(text) * 100);

export function billedByInvoice(rows: readonly FocusRow[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { InvoiceId: id, BilledCost } of rows) if (id !== null) sums.set(id, (sums.get(id) ?? 0) + centsOf(BilledCost));
  return sums;
}

const isDecimal = (text: string | null): boolean => text === null || /^-?\d+(\.\d+)?$/.test(text);
const isInstant = (text: string | null): boolean => text !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text);

export const focusRules: readonly FocusRule[] = [
  {
    rule: 'The sum of BilledCost for an InvoiceId must be the payable amount of that invoice',
    holds: (rows, { payableCents }) => [...billedByInvoice(rows)].every(([id, cents]) => payableCents.get(id) === cents),
    broken: changed({ BilledCost: '123456789.01' }, ({ InvoiceId: id }) => id !== null),
  },
  each('Numbers are decimals without exponents, signs of plus or separators', (row) => numbers.every((name) => isDecimal(row[name])), {
    BilledCost: '1e3',
  }),
  each('Texts are not empty: a missing value is null', (row) => texts.every((name) => row[name] !== ''), { ResourceName: '' }),
  each(
    'Times are in ISO 8601, UTC',
    (row) => [row.BillingPeriodStart, row.BillingPeriodEnd, row.ChargePeriodStart, row.ChargePeriodEnd].every(isInstant),
    { ChargePeriodStart: '2026-01-01' },
  ),
  each('BillingPeriodEnd is the exclusive end', (row) => (row.BillingPeriodEnd ?? '') > (row.BillingPeriodStart ?? ''), {
    BillingPeriodEnd: '2000-01-01T00:00:00Z',
  }),
  each('ChargePeriodEnd is the exclusive end', (row) => (row.ChargePeriodEnd ?? '') > (row.ChargePeriodStart ?? ''), {
    ChargePeriodEnd: '2000-01-01T00:00:00Z',
  }),
  ...(
    [
      'BilledCost',
      'BillingAccountId',
      'BillingAccountName',
      'BillingCurrency',
      'BillingPeriodEnd',
      'BillingPeriodStart',
      'ChargeCategory',
      'ChargeDescription',
      'ChargeFrequency',
      'ChargePeriodEnd',
      'ChargePeriodStart',
      'ContractedCost',
      'EffectiveCost',
      'InvoiceIssuerName',
      'ListCost',
      'ProviderName',
      'PublisherName',
      'ServiceCategory',
      'ServiceName',
      'ServiceSubcategory',
    ] as const
  ).map(filled),
  oneOf('BillingCurrency', ['USD']),
  oneOf('ChargeCategory', ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment']),
  oneOf('ChargeClass', ['Correction', null]),
  oneOf('ChargeFrequency', ['One-Time', 'Recurring', 'Usage-Based']),
  oneOf('PricingCategory', ['Standard', 'Dynamic', 'Committed', 'Other', null]),
  oneOf('ServiceCategory', [
    'Compute',
    'Databases',
    'Identity',
    'Integration',
    'Management and Governance',
    'Networking',
    'Other',
    'Storage',
  ]),
  each(
    'ChargeFrequency must not be "Usage-Based" for a purchase',
    (row) => row.ChargeCategory !== 'Purchase' || row.ChargeFrequency !== 'Usage-Based',
    { ChargeFrequency: 'Usage-Based' },
    ({ ChargeCategory }) => ChargeCategory === 'Purchase',
  ),
  each(
    'ChargeClass is null within the billing period, and a correction of an earlier one has another InvoiceId',
    (row) => (isCorrection(row) ? row.x_CorrectedInvoiceId !== row.InvoiceId : row.x_CorrectedInvoiceId === null),
    { ChargeClass: null, x_CorrectedInvoiceId: 'in_1' },
  ),
  each('EffectiveCost must be BilledCost for charges that no other charge covers', (row) => row.EffectiveCost === row.BilledCost, {
    EffectiveCost: '123456789.5',
  }),
  each(
    'ConsumedQuantity must be null unless the charge is usage, and not null for usage that is no correction',
    (row) => (row.ChargeCategory === 'Usage' ? isCorrection(row) || row.ConsumedQuantity !== null : row.ConsumedQuantity === null),
    { ConsumedQuantity: null },
    (row) => row.ChargeCategory === 'Usage' && !isCorrection(row),
  ),
  sameNulls('ConsumedUnit', 'ConsumedQuantity'),
  sameNulls('PricingUnit', 'PricingQuantity'),
  sameNulls('SkuMeter', 'SkuId'),
  sameNulls('SkuPriceId', 'SkuId'),
  sameNulls('ResourceType', 'ResourceId'),
  sameNulls('ResourceName', 'ResourceId'),
  sameNulls('SubAccountName', 'SubAccountId'),
  pricedNotNull('PricingQuantity'),
  pricedNotNull('PricingCategory'),
  pricedNotNull('ListUnitPrice'),
  pricedNotNull('ContractedUnitPrice'),
  pricedNotNull('SkuId'),
  pricedNotNull('SkuPriceId'),
  product('ListUnitPrice', 'ListCost'),
  product('ContractedUnitPrice', 'ContractedCost'),
  unpriced('ListUnitPrice', 'ListCost'),
  unpriced('ContractedUnitPrice', 'ContractedCost'),
  each(
    'Unit prices must not be negative',
    (row) => [row.ListUnitPrice, row.ContractedUnitPrice].every((price) => !(price ?? '').startsWith('-')),
    { ListUnitPrice: '-1' },
  ),
  oneParent('SkuPriceId', 'SkuId'),
  oneParent('SkuId', 'SkuMeter'),
  oneParent('SkuPriceId', 'PricingUnit'),
  oneParent('ServiceName', 'ServiceCategory'),
  oneParent('ServiceSubcategory', 'ServiceCategory'),
  oneParent('InvoiceId', 'BillingAccountId'),
  {
    rule: 'Own columns begin with x_, and the columns of FOCUS are spelled as there',
    holds: (rows) => rows.every((row) => Object.keys(row).every((name) => /^(x_)?[A-Z][A-Za-z]+$/.test(name))),
    broken: changed({ ['own' as FocusColumn]: null }),
  },
];

/** Requirements that do not apply, with the reason. `FOCUS.md` has the same list. */
export const inapplicable: Readonly<Record<string, string>> = {
  'AvailabilityZone, RegionId, RegionName': 'Invoices name no place.',
  BillingAccountType: 'There is one kind of billing account.',
  'CapacityReservationId, CapacityReservationStatus': 'No capacity is reserved.',
  'CommitmentDiscount columns': 'There are no commitments.',
  'PricingCurrency columns': 'Prices and invoices are in US dollars.',
  SubAccountType: 'There is one kind of sub account: the project.',
  Tags: 'Resources have no tags.',
  'Tax rows': 'Invoices have no tax lines.',
  'BilledCost of 0 for payments to a third party': 'Organizations that a partner bills have no export.',
  'EffectiveCost of 0 for purchases that cover later charges':
    'A plan fee covers its own time. Credit that was bought is a payment, not a charge.',
  'SkuPriceDetails properties': 'The column is there, and no price has a property of that list.',
};
