import type { eventCalls } from './event-calls.ts';
import type { staffCalls } from './staff-calls.ts';

/** Description of a call, with an example request. */
export interface CallWords {
  readonly summary: string;
  readonly description: string;
  /** Example of a request body. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** Descriptions of staff actions on money, of events and of webhook endpoints. */
export const staffWords: Readonly<Record<keyof typeof staffCalls | keyof typeof eventCalls, CallWords>> = {
  changePlanByStaff: {
    summary: 'Change plan or spend cap',
    description:
      "Changes the plan or the spend cap of an organization at the price that its members would pay. It needs both scopes. What it leaves to pay becomes an open invoice with an email and is not charged, unless `charge` is true: then the default card is charged, and a sum above the limit waits for a second person. Members can read the reason. It does not count for the members' limit on changes. With `dry_run` nothing is done, and the answer has the effect, the invoice and the ledger entries.",
    example: { plan: 'team', reason: 'Agreed with sales, order 1842', dry_run: true },
  },
  grantCredit: {
    summary: 'Give credit',
    description:
      'Credit as goodwill: it pays future invoices, and members can read the reason. With `dry_run` nothing is booked, and the answer has the ledger entries that would be.',
    example: { amount_cents: 5000, reason: 'Slow queries on Oct 3', reference: 'ticket-1842' },
  },
  forgiveInvoice: {
    summary: 'Forgive an invoice',
    description: 'Nothing is owed on it any more, and a restriction because of it ends. Members can read the reason.',
    example: { reason: 'Agreed after the outage' },
  },
  writeOffInvoice: {
    summary: 'Write an invoice off',
    description: 'The platform no longer collects it. Members can still pay it, and the restriction stays until it is paid or forgiven.',
    example: { reason: 'The company was dissolved' },
  },
  retryInvoice: {
    summary: 'Charge an invoice now',
    description:
      'Charges the default card at once, without waiting for the next scheduled retry. The answer says what the bank decided; `payment` is null where the charge is still to be made.',
    example: { reason: 'The customer has raised the limit of the card' },
  },
  creditInvoice: {
    summary: 'Credit an invoice',
    description:
      'Takes a sum or lines off an invoice. This first reduces the amount due; the rest becomes credit. It is never more than the amount that the invoice bills.',
    example: { amount_cents: 1200, reason: 'Egress of Oct 3 was counted twice' },
  },
  putInvoiceMetadata: {
    summary: 'Set the metadata of an invoice',
    description: 'Replaces all keys. Members do not see them, and they must not contain personal data.',
    example: { metadata: { erp: 'INV-2026-1842' } },
  },
  refundPayment: {
    summary: 'Refund a payment',
    description:
      "The gateway sends the money back to the card. Credit from this payment is deducted first; credit that is spent can't be refunded. The id is the platform's (`pay_...`) or the gateway's (`pi_...`).",
    example: { amount_cents: 2500, reason: 'Charged after the organization had ended' },
  },
  listStaffInvoices: {
    summary: 'List invoices',
    description: 'Newest first, with the ids that forgiving, writing off, retrying and crediting take.',
  },
  listStaffPayments: {
    summary: 'List payments',
    description: 'Newest first, with the ids that a refund takes and what was refunded already.',
  },
  listAllInvoices: {
    summary: 'List invoices of all organizations',
    description: 'By the end of their period, newest first. The invoices of one organization also have their lines.',
  },
  listAllPayments: {
    summary: 'List payments of all organizations',
    description: 'By the time of their creation, newest first, with what was refunded.',
  },
  getCharges: { summary: 'Read whether charges are paused', description: 'Since when, why, and by which key.' },
  putCharges: {
    summary: 'Pause or resume all charges',
    description:
      'One switch for the whole platform. While charges are paused no process charges a card or opens a payment page; invoices are made as usual and are charged afterwards. Refunds are still made.',
    example: { paused: true, reason: 'The tax rate of a region is wrong' },
  },
  listApprovals: {
    summary: 'List approvals',
    description:
      'Requests above a limit that wait for a second person, usage that is held for review, and those that were decided, withdrawn or have expired. `what` and `amount_cents` say the effect. The newest comes first.',
  },
  getApprovalLimits: {
    summary: 'Read the approval limits',
    description:
      'The amounts that staff may move within 24 hours without a second person: by one person, in one organization, and in total. Credits, credit notes on paid invoices, refunds, forgiven and written-off sums count, and what corrected usage, new terms and price books take from bills; what would exceed a limit waits. A person is a tree of keys, with the trees of the same owner.',
  },
  putApprovalLimits: {
    summary: 'Ask for other approval limits',
    description: 'Nothing changes before another person approves it, whatever the new limits are.',
    example: { person_cents: 100000, organization_cents: 100000, platform_cents: 1000000, reason: 'Agreed for the support team' },
  },
  approveRequest: {
    summary: 'Approve a request',
    description:
      'Does what was requested. The approving key must be of another person than the requesting key, and older than the request: keys that come from one first key, or whose owners are one address without its tag and case, are one person. A request is decided once, and ends after 14 days or with its key. Usage that is held for review is released: it is booked as of its receipt, however long it waited. 403 if a provider is set: staff then decide on `/staff/approvals`, and keys release only held usage that bills more (`usage`, not `usage_correction`).',
  },
  refuseRequest: {
    summary: 'Refuse a request',
    description:
      'Nothing is done. The requester can withdraw a request in the same way. Usage that is held for review is rejected, and its ids can be used again. 403 if a provider is set, except for held usage (`usage` and `usage_correction`).',
  },
  listEvents: {
    summary: 'Read events',
    description:
      'Lists the events of an organization, in order, after the sequence number in `after`. These are the events that webhooks send. The sequence has no gaps, so a program that was away continues from the last one it has.',
  },
  createWebhookEndpoint: {
    summary: 'Add a webhook endpoint',
    description:
      'Events of the types that `events` names are sent there from now on, `*` for all of them; [what each says, and how to verify it](/docs/events). The secret that signs them is in this answer and nowhere else. The address is https on port 443 or 8443 (`WEBHOOK_PORTS`) and on the public internet, except in the embedded mode.',
    example: { url: 'https://hooks.example.com/billing', events: ['invoice.paid', 'restriction.changed'], description: 'enforcement' },
  },
  listWebhookEndpoints: {
    summary: 'List webhook endpoints',
    description:
      'Without their secrets, with the number of waiting deliveries. An endpoint that accepts no event for three days is disabled.',
  },
  changeWebhookEndpoint: {
    summary: 'Change a webhook endpoint',
    description:
      'Its address, its events or its description; absent fields stay as they are. Waiting events go to the new address. Other types of events count from now on. The secret stays, and a disabled endpoint stays disabled until it is enabled.',
    example: { url: 'https://hooks.example.com/billing/v2' },
  },
  enableWebhookEndpoint: {
    summary: 'Enable a webhook endpoint',
    description:
      'Sends events there again, first those that it did not accept and those that have waited since, in order; each is retried for three days. Works whatever disabled it, an answer of 410 too. Enabling an enabled endpoint changes nothing.',
  },
  testWebhookEndpoint: {
    summary: 'Test a webhook endpoint',
    description:
      'Sends one signed message of type `webhook.test` now and answers what the endpoint said. It works on a disabled endpoint too, is not retried and disables nothing. 30 tests of an endpoint are sent in an hour.',
  },
  rotateWebhookSecret: {
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'The new secret is in this answer and nowhere else. For one day messages carry two signatures, by the new secret and by the one before, so that the receiving program can change over without a gap. Send an `Idempotency-Key`, so that a repeated request gets the same secret.',
  },
  deleteWebhookEndpoint: { summary: 'Delete a webhook endpoint', description: 'Nothing is sent there any more, and its secret is gone.' },
  listDeliveries: {
    summary: 'List deliveries',
    description: 'The deliveries of an endpoint, newest first, with its last answer. Finished ones are kept for 30 days.',
  },
  redeliverEvent: {
    summary: 'Send a delivery again',
    description:
      'It is sent at once, with the same event id, and is retried for three days if the endpoint does not accept it. This enables a disabled endpoint, and waiting events are sent in order.',
  },
};
