/** A refund first reduces the credit from the payment. The rest reduces revenue. */

export type RefundablePayment = {
  paidCents: number;
  refundedCents: number;
  refundedFromCreditCents: number;
  /** Cents that banks have withdrawn because of open or lost disputes. */
  disputedCents: number;
  /** Part that the customer has already received back: as credit, or as a deduction from the fee of another plan. */
  givenCents: number;
  creditLeftCents: number;
};

const revenueLeft = ({ paidCents, givenCents, refundedCents, refundedFromCreditCents }: RefundablePayment): number =>
  Math.max(0, paidCents - givenCents - (refundedCents - refundedFromCreditCents));

/** Spent credit cannot be refunded. */
export function highestRefund(payment: RefundablePayment): number {
  const stillHere = Math.max(0, payment.paidCents - payment.refundedCents - payment.disputedCents);
  return Math.min(stillHere, payment.creditLeftCents + revenueLeft(payment));
}

export type RefundSplit = {
  creditCents: number;
  revenueCents: number;
};

/** A refund that the bank starts can exceed the maximum. The excess becomes debt on the credit balance. */
export function splitRefund(amountCents: number, payment: RefundablePayment): RefundSplit {
  const fromCredit = Math.min(amountCents, Math.max(0, payment.creditLeftCents));
  const revenueCents = Math.min(amountCents - fromCredit, revenueLeft(payment));
  return { creditCents: amountCents - revenueCents, revenueCents };
}
