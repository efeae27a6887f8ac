/**
 * What a plan change costs today, computed by the server when it quotes and by the page where a platform sends no quote.
 * Specification, section 9: new price, minus the prorated unused value of the old plan, minus credits, floored at 0.
 */
import { divideHalfAway, toSafeInteger } from './money.ts';

export type ChargeInput = {
  /** Monthly price of the new plan, in cents. */
  newPriceCents: number;
  /** What was charged for the current plan and period, in cents; 0 on the free plan. */
  chargedPriceCents: number;
  periodStartSeconds: number;
  periodEndSeconds: number;
  /** The instant of the change; time outside the period counts as its nearest end. */
  nowSeconds: number;
  /** Positive is credit owed to the customer, negative is debt. */
  balanceCents: number;
};

export type Charge = {
  planPriceCents: number;
  unusedCents: number;
  /** Credit used (positive) or debt added (negative) in `totalCents`. */
  balanceAppliedCents: number;
  /** What is to be paid today; never negative. */
  totalCents: number;
  /** The balance once `totalCents` is paid. */
  balanceAfterCents: number;
};

/** The value of the time left in a period, rounded half away from zero to the cent. A period without length has none left. */
export function unusedValueCents(priceCents: number, periodStartSeconds: number, periodEndSeconds: number, nowSeconds: number): number {
  const length = periodEndSeconds - periodStartSeconds;
  if (!Number.isSafeInteger(length) || length < 0) throw new RangeError('The period must end at or after its start, in whole seconds');
  if (length === 0) return 0;
  const left = Math.min(length, Math.max(0, periodEndSeconds - nowSeconds));
  return toSafeInteger(divideHalfAway(BigInt(priceCents) * BigInt(left), BigInt(length)));
}

/**
 * Settles a sum against the balance: credit is used first, debt is added, and what the sum leaves over becomes credit.
 * A negative sum is credit to be given.
 */
export function settle(
  sumCents: number,
  balanceCents: number,
): { balanceAppliedCents: number; dueCents: number; balanceAfterCents: number } {
  const dueCents = Math.max(0, sumCents - balanceCents);
  return {
    dueCents,
    balanceAppliedCents: Math.min(balanceCents, Math.max(0, sumCents)),
    balanceAfterCents: balanceCents - sumCents + dueCents,
  };
}

/** The least that a card can be charged, in cents. */
export const leastChargeCents = 50;

/** A negative balance that is collected, by the same name wherever it is added to a sum. */
export const owedFromBefore = 'Owed from before';

/** The most that a card can be charged at once, in cents. */
export const mostChargeCents = 99_999_999;

/**
 * Settles an invoice. What is less than a card can be charged is not owed on it: it becomes debt of the balance, and is paid
 * with a later invoice.
 * @param byCard a card is charged for what is left
 */
export function settleInvoice(sumCents: number, balanceCents: number, byCard: boolean): ReturnType<typeof settle> {
  const settled = settle(sumCents, balanceCents);
  if (!byCard || settled.dueCents === 0 || settled.dueCents >= leastChargeCents) return settled;
  return { dueCents: 0, balanceAppliedCents: Math.max(0, sumCents), balanceAfterCents: balanceCents - sumCents };
}

/** The charge of today. Every amount is a whole number of cents. */
export function chargeToday(input: ChargeInput): Charge {
  const unusedCents = unusedValueCents(input.chargedPriceCents, input.periodStartSeconds, input.periodEndSeconds, input.nowSeconds);
  const { dueCents, balanceAppliedCents, balanceAfterCents } = settle(input.newPriceCents - unusedCents, input.balanceCents);
  return { planPriceCents: input.newPriceCents, unusedCents, balanceAppliedCents, totalCents: dueCents, balanceAfterCents };
}
