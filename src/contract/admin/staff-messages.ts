import type { eventCalls } from './event-calls.ts';
import type { staffCalls } from './staff-calls.ts';

export interface CallWords {
  readonly summary: string;
  readonly description: string;
  /** Example of a request body. */
  readonly example?: Readonly<Record<string, unknown>>;
}

export const staffWords: Readonly<Record<keyof typeof staffCalls | keyof typeof eventCalls, CallWords>> = {
  changePlanByStaff: {
    summary: 'Change plan or spend cap',
    description:
      "Changes the plan or the spend cap of an organization at the price that its members would pay. The key needs both scopes. The amount due becomes an open invoice with an email and is not charged, unless `charge` is true: then the default card is charged, and an amount above the limit needs the approval of a second person. Members can read the reason. The change does not count for the members' limit on changes. `dry_run` changes nothing and returns the effect, the invoice and the ledger entries.",
    example: { plan: 'team', reason: 'Agreed with sales, order 1842', dry_run: true },
  },
  grantCredit: {
    summary: 'Give credit',
    description:
      'Goodwill credit, which pays future invoices. Members can read the reason. `dry_run` books nothing and returns the ledger entries.',
    example: { amount_cents: 5000, reason: 'Slow queries on Oct 3', reference: 'ticket-1842' },
  },
  forgiveInvoice: {
    summary: 'Forgive an invoice',
    description: 'Cancels the debt, and ends a restriction that it caused. Members can read the reason.',
    example: { reason: 'Agreed after the outage' },
  },
  writeOffInvoice: {
    summary: 'Write an invoice off',
    description: 'Stops the collection. Members can still pay the invoice, and a restriction stays until it is paid or forgiven.',
    example: { reason: 'The company was dissolved' },
  },
  retryInvoice: {
    summary: 'Charge an invoice now',
    description:
      'Charges the default card at once, without waiting for the next scheduled retry. The response has the decision of the bank; `payment` is null until the charge is made.',
    example: { reason: 'The customer has raised the limit of the card' },
  },
  creditInvoice: {
    summary: 'Credit an invoice',
    description:
      'Credits an amount or lines of an invoice. This first reduces the amount due; the rest becomes credit. It is never more than the amount that the invoice bills.',
    example: { amount_cents: 1200, reason: 'Egress of Oct 3 was counted twice' },
  },
  putInvoiceMetadata: {
    summary: 'Set the metadata of an invoice',
    description: 'Replaces all metadata. Members do not see it, and it must not contain personal data.',
    example: { metadata: { erp: 'INV-2026-1842' } },
  },
  refundPayment: {
    summary: 'Refund a payment',
    description:
      "The gateway sends the money back to the card. Credit from this payment is deducted first; spent credit can't be refunded. The id is that of the platform (`pay_...`) or of the gateway (`pi_...`).",
    example: { amount_cents: 2500, reason: 'Charged after the organization had ended' },
  },
  listStaffInvoices: {
    summary: 'List invoices',
    description: 'Newest first, with the ids for forgiving, writing off, charging and crediting.',
  },
  listStaffPayments: {
    summary: 'List payments',
    description: 'Newest first, with the ids for refunds and the amounts already refunded.',
  },
  listAllInvoices: {
    summary: 'List invoices of all organizations',
    description: 'By the end of their period, newest first. The list of a single organization also has the lines.',
  },
  listAllPayments: {
    summary: 'List payments of all organizations',
    description: 'By the time of their creation, newest first, with the refunded amounts.',
  },
  getCharges: { summary: 'Read whether charges are paused', description: 'With the time, the reason and the key of the pause.' },
  putCharges: {
    summary: 'Pause or resume all charges',
    description:
      'One switch for the whole platform. While charges are paused, no process charges a card or opens a payment page. Invoices are issued as usual and charged afterwards; refunds continue.',
    example: { paused: true, reason: 'The tax rate of a region is wrong' },
  },
  listApprovals: {
    summary: 'List approvals',
    description:
      'Requests above a limit that need a second person, and usage held for review: pending, decided, withdrawn and expired ones, newest first. `what` and `amount_cents` describe the effect.',
  },
  getApprovalLimits: {
    summary: 'Read the approval limits',
    description:
      'The amounts that staff may move within 24 hours without a second person: by one person, in one organization, and in total. Credits, credit notes on paid invoices, refunds, and forgiven and written-off amounts count, as do reductions of bills by corrected usage, new terms and price books. An action that would exceed a limit needs approval. Keys that descend from one first key, and all keys of an owner, count as one person.',
  },
  putApprovalLimits: {
    summary: 'Request other approval limits',
    description: 'Nothing changes until another person approves the request, whatever the new limits are.',
    example: { person_cents: 100000, organization_cents: 100000, platform_cents: 1000000, reason: 'Agreed for the support team' },
  },
  approveRequest: {
    summary: 'Approve a request',
    description:
      'Performs the requested action. The approving key must belong to another person than the requesting key, and be older than the request. Keys that descend from one first key, or whose owners have the same address apart from its tag and case, belong to one person. A request is decided once, and expires after 14 days or with its key. Held usage is released: it is booked as of its receipt, however long ago that was. 403 if a provider is configured: staff then decide on `/staff/approvals`, and keys can release only held usage that bills more (`usage`, not `usage_correction`).',
  },
  refuseRequest: {
    summary: 'Refuse a request',
    description:
      'The action is not performed. The requester can withdraw a request in the same way. Held usage is rejected, and its ids can be used again. 403 if a provider is configured, except for held usage (`usage` and `usage_correction`).',
  },
  listEvents: {
    summary: 'Read events',
    description:
      'Lists the events of an organization, in order, after the sequence number in `after`. These are the events that webhooks send. The sequence has no gaps, so a program that was down continues after the last number that it has.',
  },
  createWebhookEndpoint: {
    summary: 'Add a webhook endpoint',
    description:
      'Sends future events of the types in `events` to the endpoint; `*` for all types. See [their content, and how to verify them](/docs/events). Only this response contains the secret that signs them. The URL must be https on port 443 or 8443 (`WEBHOOK_PORTS`) and on the public internet, except in the embedded mode.',
    example: { url: 'https://hooks.example.com/billing', events: ['invoice.paid', 'restriction.changed'], description: 'enforcement' },
  },
  listWebhookEndpoints: {
    summary: 'List webhook endpoints',
    description:
      'Without their secrets, with the number of pending deliveries. An endpoint that accepts no event for three days is disabled.',
  },
  changeWebhookEndpoint: {
    summary: 'Change a webhook endpoint',
    description:
      'Changes the URL, the event types or the description; absent fields keep their values. Pending events are sent to the new URL. Other event types apply from now on. The secret stays the same, and a disabled endpoint stays disabled.',
    example: { url: 'https://hooks.example.com/billing/v2' },
  },
  enableWebhookEndpoint: {
    summary: 'Enable a webhook endpoint',
    description:
      'Sends events again: first those that were not accepted and those recorded since, in order; each is retried for three days. Works for every cause of disabling, including a 410. Enabling an enabled endpoint changes nothing.',
  },
  testWebhookEndpoint: {
    summary: 'Test a webhook endpoint',
    description:
      'Sends one signed message of type `webhook.test` now and returns the response of the endpoint. Also works for a disabled endpoint, is not retried and disables nothing. Limited to 30 tests per endpoint and hour.',
  },
  rotateWebhookSecret: {
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Only this response contains the new secret. For one day, messages have two signatures, by the new secret and by the old one, so that the receiving program can switch without a gap. Send an `Idempotency-Key`, so that a repeated request gets the same secret.',
  },
  deleteWebhookEndpoint: { summary: 'Delete a webhook endpoint', description: 'Stops all deliveries and deletes the secret.' },
  listDeliveries: {
    summary: 'List deliveries',
    description: 'Deliveries of an endpoint, newest first, with its last response. Finished deliveries are kept for 30 days.',
  },
  redeliverEvent: {
    summary: 'Send a delivery again',
    description:
      'Sends it immediately with the same event id, and retries for three days if the endpoint does not accept it. Enables a disabled endpoint, to which pending events are then sent in order.',
  },
};
