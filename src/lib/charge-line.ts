/**
 * The arithmetic of one invoice line, from billable quantity to cents. The server bills with it and the page recomputes
 * each line with it. Nothing is rounded before the end, and the end is rounded once.
 */
import { centsFromMicrocents, divideHalfAway, MICROCENTS_PER_CENT, toSafeInteger } from './money.ts';
import { addRatios, ceilRatio, positivePart, ratio, type Ratio, subtractRatios, ZERO } from './money-ratio.ts';

export type PriceStep = {
  /** In base units (bytes, hours, counts). */
  billable: Ratio;
  priceMicrocents: number;
  /** How many base units the price is for: 1e9 for a price per GB of a quantity in bytes. */
  perUnits: number;
  /** Whole packages of `perUnits` are charged, a started one in full. */
  wholePackages: boolean;
};

/** A share off (1 to 10,000 basis points) or an amount off. */
export type Discount = { basisPoints: number } | { amountCents: number };

export type LineAmounts = { amountBeforeDiscountCents: number; amountCents: number };

/** The exact price of a step in microcents. */
export function stepMicrocents({ billable, priceMicrocents, perUnits, wholePackages }: PriceStep): Ratio {
  const packages = ratio(billable.numerator, billable.denominator * BigInt(perUnits));
  const count = wholePackages ? ratio(ceilRatio(packages)) : packages;
  return ratio(count.numerator * BigInt(priceMicrocents), count.denominator);
}

/** Applies discounts in their order to an exact sum in microcents; a discount above the sum takes it to 0, not below. */
export function discountedMicrocents(sum: Ratio, discounts: readonly Discount[]): Ratio {
  let left = sum;
  for (const discount of discounts) {
    left =
      'basisPoints' in discount
        ? ratio(left.numerator * BigInt(10_000 - discount.basisPoints), left.denominator * 10_000n)
        : positivePart(subtractRatios(left, ratio(BigInt(discount.amountCents) * BigInt(MICROCENTS_PER_CENT))));
  }
  return positivePart(left);
}

/** Both amounts of a line, each rounded half away from zero from the exact sum. */
export function lineAmounts(steps: readonly PriceStep[], discounts: readonly Discount[]): LineAmounts {
  const sum = steps.map(stepMicrocents).reduce(addRatios, ZERO);
  return { amountBeforeDiscountCents: roundToCents(sum), amountCents: roundToCents(discountedMicrocents(sum, discounts)) };
}

/** A fixed price after its discounts, in cents. */
export function discountedPriceCents(priceCents: number, discounts: readonly Discount[]): number {
  return roundToCents(discountedMicrocents(ratio(BigInt(priceCents) * BigInt(MICROCENTS_PER_CENT)), discounts));
}

function roundToCents({ numerator, denominator }: Ratio): number {
  if (denominator === 1n) return centsFromMicrocents(numerator);
  return toSafeInteger(divideHalfAway(numerator, denominator * BigInt(MICROCENTS_PER_CENT)));
}
