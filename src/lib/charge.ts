/** Charge of a plan change (specification, section 9): new price, minus unused value of the old plan, minus credits, at least 0. */
import { toSafeInteger } from './money.ts';

export type ChargeInput = {
  newPriceCents: number;
  /** Amount charged for the current plan and period, in cents; 0 on the Free Plan. */
  chargedPriceCents: number;
  periodStartSeconds: number;
  periodEndSeconds: number;
  /** Time of the change. A time before the period counts as the period's start. A time after the period counts as the period's end. */
  nowSeconds: number;
  /** Credit of the customer if positive, debt if negative. */
  balanceCents: number;
};

export type Charge = {
  planPriceCents: number;
  unusedCents: number;
  /** Credit used (positive) or debt added (negative) in `totalCents`. */
  balanceAppliedCents: number;
  totalCents: number;
  /** Amount to pay today: the total, or 0 if it is below the minimum charge. */
  dueCents: number;
  balanceAfterCents: number;
};

/** Prorated value of the rest of a period in cents. Rounds down, so that no sequence of changes makes a plan cheaper. */
export function unusedValueCents(priceCents: number, periodStartSeconds: number, periodEndSeconds: number, nowSeconds: number): number {
  const length = periodEndSeconds - periodStartSeconds;
  if (!Number.isSafeInteger(length) || length < 0) throw new RangeError('The period must end at or after its start, in whole seconds');
  if (length === 0) return 0;
  const left = Math.min(length, Math.max(0, periodEndSeconds - nowSeconds));
  return toSafeInteger((BigInt(priceCents) * BigInt(left)) / BigInt(length));
}

/** Returns the credit to use, in cents. The rest to pay is 0 or at least the minimum charge. `balanceCents` excludes disputed credit. */
export function creditForInvoice(dueCents: number, balanceCents: number): number {
  if (balanceCents >= dueCents) return dueCents;
  return Math.max(0, Math.min(balanceCents, dueCents - leastChargeCents));
}

/** Pays a sum from the credit balance. A negative balance is a debt, which is due too. A negative sum increases the balance. */
export function settleSum(
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

export const leastChargeCents = 50;

export const owedFromBefore = 'Owed from before';

export const mostChargeCents = 99_999_999;

export type InvoiceSettlement = ReturnType<typeof settleSum> & {
  /** Amount below the minimum charge. It becomes debt on the balance, which a later charge collects. */
  carriedCents: number;
};

export const isTooSmall = (dueCents: number): boolean => dueCents > 0 && dueCents < leastChargeCents;

export const carriedPart = (sumCents: number, balanceCents: number, dueCents: number): number =>
  Math.max(0, Math.min(sumCents, sumCents - balanceCents - dueCents));

/** Like `settleSum`, but an amount due below the minimum charge becomes debt, which a later charge collects. */
export function settleInvoice(sumCents: number, balanceCents: number): InvoiceSettlement {
  const settled = settleSum(sumCents, balanceCents);
  if (!isTooSmall(settled.dueCents)) return { ...settled, carriedCents: 0 };
  return {
    dueCents: 0,
    balanceAppliedCents: Math.max(0, Math.min(balanceCents, sumCents)),
    balanceAfterCents: balanceCents - sumCents,
    carriedCents: carriedPart(sumCents, balanceCents, 0),
  };
}

export function chargeFor(planPriceCents: number, unusedCents: number, balanceCents: number): Charge {
  const sumCents = planPriceCents - unusedCents;
  const { dueCents: totalCents, balanceAppliedCents } = settleSum(sumCents, balanceCents);
  const { dueCents, balanceAfterCents } = settleInvoice(sumCents, balanceCents);
  return { planPriceCents, unusedCents, balanceAppliedCents, totalCents, dueCents, balanceAfterCents };
}

/** Returns the charge for a plan change at `nowSeconds`. The current plan must have been paid in full. */
export function chargeToday(input: ChargeInput): Charge {
  const unusedCents = unusedValueCents(input.chargedPriceCents, input.periodStartSeconds, input.periodEndSeconds, input.nowSeconds);
  return chargeFor(input.newPriceCents, unusedCents, input.balanceCents);
}
