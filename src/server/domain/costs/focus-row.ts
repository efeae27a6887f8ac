/** Rows of the FOCUS 1.2 export (FinOps Open Cost and Usage Specification). */
import { helpAddresses } from '#lib/addresses.ts';
import { plainDollars } from '#lib/money.ts';
import { decimalText, positivePart, ratio, type Ratio, scaledRatio, subtractRatios, ZERO } from '#lib/money-ratio.ts';
import { productName } from '#lib/product.ts';
import { type ChargePrice, ownShare, priceOf, multiplyRatios } from './charge-price.ts';
import type { ChargeKey, CostCharge, CostPart } from './cost-charge.ts';
import type { FocusRow } from './focus-columns.ts';
import { resourceTypes, serviceOf, unitOf } from './focus-services.ts';

export type FocusAccount = { slug: string; origin: string };

const categories: Readonly<Partial<Record<ChargeKey, string>>> = {
  plan: 'Purchase',
  unused_time: 'Purchase',
  compute_credits: 'Credit',
  carried: 'Adjustment',
  corrected: 'Adjustment',
  over_limit: 'Adjustment',
  credit_note: 'Adjustment',
};

const categoryOf = ({ key, amountCents }: CostCharge): string =>
  key === 'balance' ? (amountCents < 0 ? 'Credit' : 'Adjustment') : (categories[key] ?? 'Usage');

const frequencies: Readonly<Record<string, string>> = { Usage: 'Usage-Based', Purchase: 'Recurring' };

const quantityDigits = 9;
const priceDigits = 8;

const instant = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
const quantityText = (quantity: Ratio): string => decimalText(scaledRatio(quantity, quantityDigits), quantityDigits);
const inUnits = (usage: Ratio, size: number): Ratio => ratio(usage.numerator, usage.denominator * BigInt(size));

type PriceFields = Pick<
  FocusRow,
  | 'ContractedCost'
  | 'ContractedUnitPrice'
  | 'ListCost'
  | 'ListUnitPrice'
  | 'PricingCategory'
  | 'PricingQuantity'
  | 'PricingUnit'
  | 'SkuId'
  | 'SkuMeter'
  | 'SkuPriceDetails'
  | 'SkuPriceId'
>;

const withoutPrice = (billed: string): PriceFields => ({
  ContractedCost: billed,
  ContractedUnitPrice: null,
  ListCost: billed,
  ListUnitPrice: null,
  PricingCategory: null,
  PricingQuantity: null,
  PricingUnit: null,
  SkuId: null,
  SkuMeter: null,
  SkuPriceDetails: null,
  SkuPriceId: null,
});

/** Costs are products of the printed quantity and price, so that readers can recalculate them. */
function priceFields(price: ChargePrice | null, { share, step: index, amountCents }: CostPart): PriceFields {
  const step = price?.steps[index];
  if (!price || !step) return withoutPrice(plainDollars(amountCents));
  const quantity = scaledRatio(multiplyRatios(step.quantity, share), quantityDigits);
  const cost = (microcents: number): string => decimalText(quantity * BigInt(microcents), quantityDigits + priceDigits);
  return {
    ContractedCost: cost(step.contractedMicrocents),
    ContractedUnitPrice: decimalText(BigInt(step.contractedMicrocents), priceDigits),
    ListCost: cost(step.listMicrocents),
    ListUnitPrice: decimalText(BigInt(step.listMicrocents), priceDigits),
    PricingCategory: 'Standard',
    PricingQuantity: decimalText(quantity, quantityDigits),
    PricingUnit: price.unit,
    SkuId: price.skuId,
    SkuMeter: price.meter,
    SkuPriceDetails: null,
    SkuPriceId: step.skuPriceId,
  };
}

type UsageFields = Pick<FocusRow, 'ConsumedQuantity' | 'ConsumedUnit' | 'x_IncludedQuantity' | 'x_NotChargedQuantity'>;

const withoutUsage: UsageFields = { ConsumedQuantity: null, ConsumedUnit: null, x_IncludedQuantity: null, x_NotChargedQuantity: null };

/** Returns null in all fields for a correction, because a correction changes only amounts. */
function usageFields({ charge, usage, share, step: index }: CostPart): UsageFields {
  const { metric, derivation, used, uncharged, corrects } = charge;
  const step = derivation?.steps[index];
  if (metric === null || !derivation || !step || corrects) return withoutUsage;
  const { unit, size } = unitOf(metric);
  const own = ownShare(charge);
  const free = positivePart(subtractRatios(usage, multiplyRatios(multiplyRatios(step.billable, own), share)));
  const allFree = positivePart(subtractRatios(used, multiplyRatios(derivation.billable, own)));
  const part = allFree.numerator === 0n ? ZERO : ratio(free.numerator * allFree.denominator, free.denominator * allFree.numerator);
  const notCharged = multiplyRatios(positivePart(uncharged), part);
  return {
    ConsumedQuantity: quantityText(inUnits(usage, size)),
    ConsumedUnit: unit,
    x_IncludedQuantity: quantityText(inUnits(positivePart(subtractRatios(free, notCharged)), size)),
    x_NotChargedQuantity: quantityText(inUnits(notCharged, size)),
  };
}

type ResourceFields = Pick<FocusRow, 'ResourceId' | 'ResourceName' | 'ResourceType' | 'SubAccountId' | 'SubAccountName'>;

const resourceFields = ({ projectRef, projectName, charge: { kind } }: CostPart): ResourceFields => ({
  ResourceId: projectRef,
  ResourceName: projectRef === null ? null : projectName,
  ResourceType: projectRef === null ? null : resourceTypes[kind ?? 'primary'],
  SubAccountId: projectRef,
  SubAccountName: projectRef === null ? null : projectName,
});

/** URL of the page with the calculation of a charge: the invoice, or the running period on the billing page. */
function workingOf({ document, corrects, key }: CostCharge, { slug, origin }: FocusAccount): string {
  const invoiceId = key === 'credit_note' ? (corrects?.invoiceId ?? null) : document.id;
  return `${origin}${invoiceId === null ? `${helpAddresses.billing(slug)}#breakdown` : helpAddresses.invoice(slug, invoiceId)}`;
}

export function focusRows(account: FocusAccount): (part: CostPart) => FocusRow {
  const prices = new WeakMap<CostCharge, { price: ChargePrice | null }>();
  const priceOfCharge = (charge: CostCharge): ChargePrice | null => {
    const cached = prices.get(charge) ?? { price: priceOf(charge) };
    prices.set(charge, cached);
    return cached.price;
  };
  return (part) => {
    const { charge, amountCents } = part;
    const { document, corrects, metric, lineId } = charge;
    const billed = plainDollars(amountCents);
    const category = categoryOf(charge);
    const service = serviceOf(metric);
    return {
      BilledCost: billed,
      BillingAccountId: account.slug,
      // Uses the slug, because the organization's name can change, and exports of a closed period must keep the same bytes.
      BillingAccountName: account.slug,
      BillingCurrency: 'USD',
      BillingPeriodEnd: instant(document.period.endSeconds),
      BillingPeriodStart: instant(document.period.startSeconds),
      ChargeCategory: category,
      ChargeClass: corrects === null ? null : 'Correction',
      ChargeDescription: charge.description,
      ChargeFrequency: frequencies[category] ?? 'One-Time',
      ChargePeriodEnd: instant(part.untilSeconds),
      ChargePeriodStart: instant(part.fromSeconds),
      EffectiveCost: billed,
      InvoiceId: document.id,
      InvoiceIssuerName: document.seller ?? productName,
      ProviderName: productName,
      PublisherName: productName,
      ServiceCategory: service.category,
      ServiceName: service.name,
      ServiceSubcategory: service.subcategory,
      ...priceFields(priceOfCharge(charge), part),
      ...usageFields(part),
      ...resourceFields(part),
      x_CorrectedInvoiceId: corrects?.invoiceId ?? null,
      x_CorrectedPeriodEnd: corrects && instant(corrects.untilSeconds),
      x_CorrectedPeriodStart: corrects && instant(corrects.fromSeconds),
      x_InvoiceNumber: document.number,
      x_LineId: lineId,
      x_SameUntil: charge.sameUntilSeconds === null ? null : instant(charge.sameUntilSeconds),
      x_Working: workingOf(charge, account),
    };
  };
}
