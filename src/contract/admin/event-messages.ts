import type { PlatformEventType } from './event-shapes.ts';

/** When each event happens, in words, for the documents. */
export const eventWords: Readonly<Record<PlatformEventType, string>> = {
  'organization.created': 'An organization was created.',
  'organization.closed': 'An organization was closed: nothing runs, and members have no access.',
  'subscription.updated':
    'The plan, the payment method type, the billing cycle or a scheduled plan change has changed. A renewal counts as a change.',
  'spend_cap.changed': 'The spend cap was turned on or off, also by a plan change.',
  'project.created': 'A project, branch or replica was created, or one that had been removed was created again.',
  'project.updated': 'The name, status, compute size or engine of a project, branch or replica was changed.',
  'project.addon_changed': 'An add-on of a project was added, changed or removed: `variant` is null once it is removed.',
  'project.removed': 'A project, branch or replica was removed, also because its organization was closed. Its add-ons end with it.',
  'payment_method.added': 'A card was added. The first card becomes the default.',
  'payment_method.default_changed': 'Another card is the default: it is charged first.',
  'payment_method.removed': 'A card was removed, also because the same card was added again. `is_default` says whether it was the default.',
  'invoice.upcoming':
    'A cycle on a paid plan ends in 7 days. `subtotal_cents` is its invoice with the usage so far, `projected_cents` with the usage that is expected, both before credits. Recorded once for each cycle.',
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
  'limit.reached':
    'A limit was reached, and further usage of its `scope` is not charged. If the scope is `organization`, `limit_reached` of `standing` is true; other scopes are in its `limits`.',
  'limit.lifted':
    'The limit no longer stops charges: the cycle or the day ended, the plan, the spend cap or the limit was changed, or usage was corrected.',
  'member.changed': 'A member was added, got another role, or lost access; in the last case `role` is null.',
  'approval.requested':
    'An action on the organization waits for the approval of another person. Usage that is held for review is such an action.',
  'approval.approved': 'A request was approved, and its action was performed: read its own events.',
  'approval.refused': 'A request was refused. Held usage is rejected with it.',
  'approval.withdrawn': 'A request was withdrawn, because its key was revoked.',
  'approval.expired': 'A request has expired: after 14 days, or with its key.',
  'proposal.made': 'A member or a program without the permission asked for a change.',
  'proposal.approved': 'A member approved a proposal. What follows has its own events.',
  'proposal.refused': 'A member refused a proposal.',
  'notice.sent': 'An email about billing was sent to an address.',
  'notice.failed': 'An email about billing was refused, or bounced.',
};
