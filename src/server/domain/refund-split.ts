/** A refund first reduces the credit that the customer received for the payment. The rest of the refund reduces revenue. */

export type RefundablePayment = {
  paidCents: number;
  refundedCents: number;
  refundedFromCreditCents: number;
  /** Amount that a bank has withdrawn in open or lost disputes. */
  disputedCents: number;
  /** Part of the payment that the customer has already received back: as credit, or as a deduction from the fee of another plan. */
  givenCents: number;
  /** Part of `givenCents` that is still unspent credit. */
  creditLeftCents: number;
};

const revenueLeft = ({ paidCents, givenCents, refundedCents, refundedFromCreditCents }: RefundablePayment): number =>
  Math.max(0, paidCents - givenCents - (refundedCents - refundedFromCreditCents));

/** Highest amount that can be refunded. Credit that was spent cannot be refunded. */
export function highestRefund(payment: RefundablePayment): number {
  const stillHere = Math.max(0, payment.paidCents - payment.refundedCents - payment.disputedCents);
  return Math.min(stillHere, payment.creditLeftCents + revenueLeft(payment));
}

export type RefundSplit = {
  creditCents: number;
  revenueCents: number;
};

/** Splits a refund. The bank can start a refund above the maximum; the excess becomes debt on the credit balance. */
export function splitRefund(amountCents: number, payment: RefundablePayment): RefundSplit {
  const fromCredit = Math.min(amountCents, Math.max(0, payment.creditLeftCents));
  const revenueCents = Math.min(amountCents - fromCredit, revenueLeft(payment));
  return { creditCents: amountCents - revenueCents, revenueCents };
}
