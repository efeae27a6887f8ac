/** Splits refunds: they first reduce the credit that the payment gave, then revenue. */

/** Payment with its refunds, disputes and credit, in cents. */
export type RefundablePayment = {
  paidCents: number;
  /** Total of earlier refunds, and their part taken from credit. */
  refundedCents: number;
  refundedFromCreditCents: number;
  /** Amount withdrawn by a bank in open or lost disputes. */
  disputedCents: number;
  /** Value given for the payment: credit, or unused time that paid for another plan. */
  givenCents: number;
  /** Part of `givenCents` that is left as credit. */
  creditLeftCents: number;
};

const revenueLeft = ({ paidCents, givenCents, refundedCents, refundedFromCreditCents }: RefundablePayment): number =>
  Math.max(0, paidCents - givenCents - (refundedCents - refundedFromCreditCents));

/** Maximum refund in cents, which excludes credit that was spent. */
export function highestRefund(payment: RefundablePayment): number {
  const stillHere = Math.max(0, payment.paidCents - payment.refundedCents - payment.disputedCents);
  return Math.min(stillHere, payment.creditLeftCents + revenueLeft(payment));
}

export type RefundSplit = {
  creditCents: number;
  revenueCents: number;
};

/**
 * Splits a refund into credit and revenue. A refund that the bank started can exceed the maximum; the excess becomes debt of the credit
 * balance.
 */
export function splitRefund(amountCents: number, payment: RefundablePayment): RefundSplit {
  const fromCredit = Math.min(amountCents, Math.max(0, payment.creditLeftCents));
  const revenueCents = Math.min(amountCents - fromCredit, revenueLeft(payment));
  return { creditCents: amountCents - revenueCents, revenueCents };
}
