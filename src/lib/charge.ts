/**
 * What a plan change costs today, computed by the server when it quotes and by the page where a platform sends no quote.
 * Specification, section 9: new price, minus the prorated unused value of the old plan, minus credits, floored at 0.
 */
import { toSafeInteger } from './money.ts';

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
  /** What the formula comes to; never negative. */
  totalCents: number;
  /** What is to be paid today: the total, or 0 where that is too small to collect. */
  dueCents: number;
  /** The balance once that is paid. */
  balanceAfterCents: number;
};

/**
 * The value of the time left in a period, rounded down to the cent: no sequence of changes makes a plan cheaper than the time it was
 * held. A period without length has none left.
 */
export function unusedValueCents(priceCents: number, periodStartSeconds: number, periodEndSeconds: number, nowSeconds: number): number {
  const length = periodEndSeconds - periodStartSeconds;
  if (!Number.isSafeInteger(length) || length < 0) throw new RangeError('The period must end at or after its start, in whole seconds');
  if (length === 0) return 0;
  const left = Math.min(length, Math.max(0, periodEndSeconds - nowSeconds));
  return toSafeInteger((BigInt(priceCents) * BigInt(left)) / BigInt(length));
}

/**
 * Cents of the credit balance that an open invoice takes: all that is due, or as much as the balance has. The rest is never too small to
 * be charged to a card. Credit that a dispute holds is not part of the balance.
 */
export function creditForInvoice(dueCents: number, balanceCents: number): number {
  if (balanceCents >= dueCents) return dueCents;
  return Math.max(0, Math.min(balanceCents, dueCents - leastChargeCents));
}

/**
 * Settles a sum against the balance: credit is used first, debt is added, and what the sum leaves over becomes credit.
 * A negative sum is credit to be given.
 */
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

/** The least that is collected, in cents: a card can't be charged less. */
export const leastChargeCents = 50;

/** A negative balance that is collected, by the same name wherever it is added to a sum. */
export const owedFromBefore = 'Owed from before';

/** The most that a card can be charged at once, in cents. */
export const mostChargeCents = 99_999_999;

export type InvoiceSettlement = ReturnType<typeof settleSum> & {
  /** The part of the sum that is too small to collect: it becomes debt of the balance, and a later charge collects it. */
  carriedCents: number;
};

/** What is left to pay is so little that it is not collected, from no payer: it waits for the next charge. */
export const isTooSmall = (dueCents: number): boolean => dueCents > 0 && dueCents < leastChargeCents;

/** The part of a sum that neither the balance covers nor what is due collects. */
export const carriedPart = (sumCents: number, balanceCents: number, dueCents: number): number =>
  Math.max(0, Math.min(sumCents, sumCents - balanceCents - dueCents));

/** Settles an invoice with the balance. Its sum is what it collects, carries, takes from credit and adds of debt. */
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

/** The charge of today, where the value of the unused time is known. Every amount is a whole number of cents. */
export function chargeFor(planPriceCents: number, unusedCents: number, balanceCents: number): Charge {
  const sumCents = planPriceCents - unusedCents;
  const { dueCents: totalCents, balanceAppliedCents } = settleSum(sumCents, balanceCents);
  const { dueCents, balanceAfterCents } = settleInvoice(sumCents, balanceCents);
  return { planPriceCents, unusedCents, balanceAppliedCents, totalCents, dueCents, balanceAfterCents };
}

/** The charge of today where the whole price of the current plan was paid. */
export function chargeToday(input: ChargeInput): Charge {
  const unusedCents = unusedValueCents(input.chargedPriceCents, input.periodStartSeconds, input.periodEndSeconds, input.nowSeconds);
  return chargeFor(input.newPriceCents, unusedCents, input.balanceCents);
}
