/** What a refund takes back: first the credit that its payment gave, then revenue. */

/** A payment with what became of it, in cents. */
export type RefundablePayment = {
  paidCents: number;
  /** Earlier refunds, and how much of them was taken from credit. */
  refundedCents: number;
  refundedFromCreditCents: number;
  /** What a bank has withdrawn, in a dispute that is open or lost. */
  disputedCents: number;
  /** What was given for the payment: credit, or unused time that paid for another plan. */
  givenCents: number;
  /** What is left of that as credit. */
  creditLeftCents: number;
};

const revenueLeft = ({ paidCents, givenCents, refundedCents, refundedFromCreditCents }: RefundablePayment): number =>
  Math.max(0, paidCents - givenCents - (refundedCents - refundedFromCreditCents));

/** The most that can be refunded: credit that is spent can't be. */
export function highestRefund(payment: RefundablePayment): number {
  const stillHere = Math.max(0, payment.paidCents - payment.refundedCents - payment.disputedCents);
  return Math.min(stillHere, payment.creditLeftCents + revenueLeft(payment));
}

export type RefundSplit = {
  /** Taken from the credit balance. */
  creditCents: number;
  revenueCents: number;
};

/**
 * Where a refund is taken from. One that the platform did not ask for may be above the highest: the rest is credit that is spent
 * already, so it becomes debt of the credit balance.
 */
export function splitRefund(amountCents: number, payment: RefundablePayment): RefundSplit {
  const fromCredit = Math.min(amountCents, Math.max(0, payment.creditLeftCents));
  const revenueCents = Math.min(amountCents - fromCredit, revenueLeft(payment));
  return { creditCents: amountCents - revenueCents, revenueCents };
}
