import type { PlatformEventType } from './event-shapes.ts';

/** When each event happens, in words, for the documents. */
export const eventWords: Readonly<Record<PlatformEventType, string>> = {
  'organization.created': 'An organization was created.',
  'organization.closed': 'An organization was closed: nothing runs, and members have no access.',
  'subscription.updated':
    'The plan, the payment method type, the billing cycle or a scheduled plan change has changed. A renewal counts as a change.',
  'spend_cap.changed': 'The spend cap was turned on or off, also by a plan change.',
  'invoice.finalized': 'An invoice was finalized: its lines no longer change. An invoice without an amount due is paid immediately.',
  'invoice.paid': 'An invoice has no amount due any more: it was paid, or settled by credit or a credit note.',
  'invoice.payment_failed': 'A payment of an invoice failed. `next_try_at` is the time of the next charge; null if none is planned.',
  'invoice.forgiven': 'The operator forgave the amount due.',
  'invoice.written_off': 'An invoice is uncollectible: it is no longer charged, but can still be paid.',
  'invoice.credited': 'A credit note was issued. `balance_cents` is the part that became credit.',
  'invoice.corrected':
    'The billed customer was corrected: a credit note cancels the invoice on paper, and a corrected invoice has the same lines. No money moves.',
  'payment.refunded': 'A payment was refunded, in part or in whole. `refund_id` is null if the payment had no effect.',
  'credit.changed': 'Credit was given, used or deducted. `balance_cents` is the new balance; a negative balance is debt.',
  'dispute.opened': 'A bank disputes a payment. While the dispute is open, the payment counts as not collected.',
  'dispute.closed': 'A bank decided a dispute; `outcome` is won or lost.',
  'restriction.changed': 'Other restrictions apply now: read `standing` again.',
  'budget.crossed': 'Usage crossed a threshold of a budget.',
  'quota.exceeded':
    'Usage of a metric exceeded its quota on Free or with the spend cap on; usage above the quota is not charged. Sent once per metric and crossing.',
  'limit.reached': 'A limit was reached, and further usage is not charged: `limit_reached` of `standing` is true.',
  'limit.lifted':
    'The limit no longer stops charges: the cycle ended, the plan, the spend cap or the limit was changed, or usage was corrected.',
  'member.changed': 'A member was added, got another role, or lost access; in the last case `role` is null.',
  'notice.sent': 'An email about billing was sent to an address.',
  'notice.failed': 'An email about billing was refused, or bounced.',
};
