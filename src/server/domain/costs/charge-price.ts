import { ceilRatio, ratio, type Ratio, ZERO } from '#lib/money-ratio.ts';
import { listRateOf } from '#server/domain/rates.ts';
import type { CostCharge } from './cost-charge.ts';
import { meterOf, pricingUnit } from './focus-services.ts';

/** Prices are in microcents per pricing unit. */
export type StepPrice = { quantity: Ratio; contractedMicrocents: number; listMicrocents: number; skuPriceId: string };

export type ChargePrice = { unit: string; skuId: string; meter: string; steps: readonly StepPrice[] };

const microcentsPerCent = 1_000_000;

export const multiplyRatios = (a: Ratio, b: Ratio): Ratio => ratio(a.numerator * b.numerator, a.denominator * b.denominator);

/** Divides the billed quantity between this charge and earlier invoices of the period, in proportion to their amounts. */
export function ownShare({ amountBeforeDiscountCents: own, derivation }: CostCharge): Ratio {
  const earlier = derivation?.invoiced.amountBeforeDiscountCents ?? 0;
  if (earlier === 0) return ratio(1n);
  const whole = own + earlier;
  return whole > 0 ? ratio(BigInt(own), BigInt(whole)) : ZERO;
}

function planPrice({ terms, amountBeforeDiscountCents: cents }: CostCharge): ChargePrice {
  const list = terms?.book.plans[terms.planId].priceCents ?? cents;
  const skuId = terms ? `plan:${terms.planId}` : 'plan';
  const prices = { contractedMicrocents: cents * microcentsPerCent, listMicrocents: list * microcentsPerCent };
  return { unit: 'Months', skuId, meter: 'Plan', steps: [{ quantity: ratio(1n), ...prices, skuPriceId: skuId }] };
}

export function priceOf(charge: CostCharge): ChargePrice | null {
  const { key, metric, kind, derivation, terms } = charge;
  if (key === 'plan') return planPrice(charge);
  if (metric === null || kind === null || !derivation) return null;
  const skuId = kind === 'primary' ? metric : `${metric}:${kind}`;
  const rate = terms ? listRateOf(terms.book, metric, terms.contract) : undefined;
  const own = ownShare(charge);
  const steps = derivation.steps.map(({ billable, priceMicrocents, perUnits, wholePackages }, index): StepPrice => {
    const units = ratio(billable.numerator, billable.denominator * BigInt(perUnits));
    const isFirstProject = derivation.steps.length > 1 && index === 0;
    const list = isFirstProject ? rate?.firstProjectMicrocents : rate?.priceMicrocents;
    return {
      quantity: multiplyRatios(wholePackages ? ratio(ceilRatio(units)) : units, own),
      contractedMicrocents: priceMicrocents,
      listMicrocents: list ?? priceMicrocents,
      skuPriceId: isFirstProject ? `${skuId}:first_project` : skuId,
    };
  });
  const [first] = derivation.steps;
  return { unit: pricingUnit(metric, first?.perUnits ?? 1), skuId, meter: meterOf(metric), steps };
}
