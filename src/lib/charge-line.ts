/** Arithmetic of one invoice line, from quantity to cents, for server and page. Each amount is rounded once, at the end. */
import { centsFromMicrocents, divideHalfAway, MICROCENTS_PER_CENT, toSafeInteger } from './money.ts';
import { addRatios, ceilRatio, positivePart, ratio, type Ratio, subtractRatios, ZERO } from './money-ratio.ts';

export type PriceStep = {
  /** Billable quantity in base units (bytes, hours, counts). */
  billable: Ratio;
  priceMicrocents: number;
  /** Number of base units that the price covers: 1e9 for a price per GB. */
  perUnits: number;
  /** True if only whole packages of `perUnits` are charged. A started package is charged in full. */
  wholePackages: boolean;
};

/** A percentage discount (1 to 10,000 basis points) or a fixed discount. */
export type Discount = { basisPoints: number } | { amountCents: number };

export type LineAmounts = { amountBeforeDiscountCents: number; amountCents: number };

export function stepMicrocents({ billable, priceMicrocents, perUnits, wholePackages }: PriceStep): Ratio {
  const packages = ratio(billable.numerator, billable.denominator * BigInt(perUnits));
  const count = wholePackages ? ratio(ceilRatio(packages)) : packages;
  return ratio(count.numerator * BigInt(priceMicrocents), count.denominator);
}

/** Applies discounts in order. The result is never below 0. */
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

/** Amounts of a line before and after discounts, each rounded once, half away from zero. */
export function lineAmounts(steps: readonly PriceStep[], discounts: readonly Discount[]): LineAmounts {
  const sum = steps.map(stepMicrocents).reduce(addRatios, ZERO);
  return { amountBeforeDiscountCents: roundToCents(sum), amountCents: roundToCents(discountedMicrocents(sum, discounts)) };
}

export function discountedPriceCents(priceCents: number, discounts: readonly Discount[]): number {
  return roundToCents(discountedMicrocents(ratio(BigInt(priceCents) * BigInt(MICROCENTS_PER_CENT)), discounts));
}

function roundToCents({ numerator, denominator }: Ratio): number {
  if (denominator === 1n) return centsFromMicrocents(numerator);
  return toSafeInteger(divideHalfAway(numerator, denominator * BigInt(MICROCENTS_PER_CENT)));
}
