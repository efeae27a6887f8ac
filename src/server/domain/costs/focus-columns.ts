/** Columns with decimal values; all other columns contain text. */
const decimals = [
  'BilledCost',
  'ConsumedQuantity',
  'ContractedCost',
  'ContractedUnitPrice',
  'EffectiveCost',
  'ListCost',
  'ListUnitPrice',
  'PricingQuantity',
  'x_IncludedQuantity',
  'x_NotChargedQuantity',
] as const;

const texts = [
  'BillingAccountId',
  'BillingAccountName',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargeFrequency',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ConsumedUnit',
  'InvoiceId',
  'InvoiceIssuerName',
  'PricingCategory',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'ResourceId',
  'ResourceName',
  'ResourceType',
  'ServiceCategory',
  'ServiceName',
  'ServiceSubcategory',
  'SkuId',
  'SkuMeter',
  'SkuPriceDetails',
  'SkuPriceId',
  'SubAccountId',
  'SubAccountName',
  'x_CorrectedInvoiceId',
  'x_CorrectedPeriodEnd',
  'x_CorrectedPeriodStart',
  'x_InvoiceNumber',
  'x_LineId',
  'x_SameUntil',
  'x_Working',
] as const;

export type FocusColumn = (typeof decimals)[number] | (typeof texts)[number];

/** Numbers are decimals as text, so that they stay exact. */
export type FocusRow = Readonly<Record<FocusColumn, string | null>>;

const isOwn = (name: string): boolean => name.startsWith('x_');

/** Columns of FOCUS in alphabetical order, then the additional columns of the platform. */
export const focusColumns: readonly { readonly name: FocusColumn; readonly isNumber: boolean }[] = [
  ...decimals.map((name) => ({ name, isNumber: true })),
  ...texts.map((name) => ({ name, isNumber: false })),
].toSorted((a, b) => Number(isOwn(a.name)) - Number(isOwn(b.name)) || (a.name < b.name ? -1 : 1));
