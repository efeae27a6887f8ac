import type { AdminCallName } from './admin-calls.ts';
import type { adminTags } from './admin-declaration.ts';

/** What a call is, in words, with an example of what is sent. */
interface CallWords {
  readonly summary: string;
  readonly description: string;
  /** A body that the call takes. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** For the OpenAPI document and the tests, apart from the table as the platform's own words are. */
export const adminWords: Readonly<Record<AdminCallName, CallWords>> = {
  createKey: {
    summary: 'Make a key',
    description:
      'Its secret is in this answer and nowhere else. A key can give only the scopes that it has. Several may live at once, so that a key can be replaced without a pause.',
    example: { name: 'usage collector', owner: 'platform-team@example.com', scopes: ['usage', 'read'] },
  },
  listKeys: {
    summary: 'List keys',
    description: 'All keys without their secrets, the revoked ones too, in the order in which they were made.',
  },
  revokeKey: { summary: 'Revoke a key', description: 'It takes effect at once, in every process. Revoking a key again changes nothing.' },
  listOrganizations: {
    summary: 'List organizations',
    description:
      'In the order of their last change. To read all of them, continue from `updated_at` of the last one: an organization that changes in between appears again, and none is missed.',
  },
  putOrganization: {
    summary: 'Create or change an organization',
    description:
      'Fields that are absent stay as they are. The first cycle bills no fee of the plan; its renewal does. Afterwards only its members change plan and spend cap: another value here is answered 409. A contract counts from the next cycle on.',
    example: {
      name: 'Harbour Logistics',
      billing_email: 'accounts@harbour.example',
      plan: 'pro',
      spend_cap: false,
      external_id: 'crm-1842',
    },
  },
  getOrganization: {
    summary: 'Read an organization',
    description: 'With its plan, terms and running cycle. A closed one says when it was closed.',
  },
  closeOrganization: {
    summary: 'Close an organization',
    description:
      'Its final invoice bills what was used until now, its projects end, and no member has access any more. Closing it again changes nothing.',
  },
  getStanding: {
    summary: 'Read what to enforce',
    description:
      'Ask this before every request of a customer: answer 402 where the organization is restricted, and stop what its cap limits where `limit_reached` is true. The answer carries an ETag.',
  },
  listMembers: { summary: 'List members', description: 'Everybody who has access to an organization, with the role.' },
  putMember: {
    summary: 'Invite or change a member',
    description:
      'A member is bound to the identity provider’s subject at the first sign-in with that verified address. One person has one username in all organizations.',
    example: { username: 'dana', role: 'owner' },
  },
  getMember: { summary: 'Read a member', description: 'By email address; upper and lower case are the same.' },
  deleteMember: { summary: 'Take a member’s access away', description: 'It takes effect on the member’s next request.' },
  listNotices: {
    summary: 'List notices',
    description: 'What the organization was told by mail, newest first, with what became of the mail to each address.',
  },
  resendNotice: {
    summary: 'Send a notice again',
    description: 'To the recipients of today. While an earlier mail of it still waits nothing is added, so a repeated request sends one mail.',
  },
  listProjects: { summary: 'List projects', description: 'All that are there, with branches, replicas and add-ons.' },
  putProject: {
    summary: 'Create or change a project, a branch or a replica',
    description:
      'From `at` on, the project runs as described here. `at` must lie in the open cycle and not before the last change. A replica’s hours are billed with its project.',
    example: { name: 'tracking', status: 'ACTIVE_HEALTHY', compute_size: 'small' },
  },
  getProject: { summary: 'Read a project', description: 'A project, a branch or a replica, by its reference.' },
  deleteProject: {
    summary: 'End a project',
    description: 'It ends with its add-ons and replicas and is no longer shown. Its usage is billed. Ending it again changes nothing.',
  },
  putAddon: {
    summary: 'Add or change an add-on',
    description: 'From `at` on. A project has one variant of each type.',
    example: { variant: 'pitr_7' },
  },
  deleteAddon: { summary: 'Take an add-on away', description: 'From `at` on.' },
  sendUsage: {
    summary: 'Send usage',
    description:
      'Up to 5,000 records of any number of organizations. Each record is counted once or refused with a reason, independently of the others; one that was sent before is a duplicate. Quantities are in whole base units: bytes for egress.',
    example: {
      records: [
        {
          id: 'edge-7/2026-05-31T12',
          organization: 'harbour',
          project_ref: 'abcdefghijklmnopqrst',
          metric: 'EGRESS',
          quantity: 125_000_000,
          at: 1_780_228_800,
        },
      ],
    },
  },
  publishPriceBook: {
    summary: 'Publish a price book',
    description:
      'It applies to cycles that begin after its date and after its publication; amounts of a period that has begun never change. With `dry_run` nothing is published, and the answer shows what the last closed cycles would have cost. Publishing the same again changes nothing.',
    example: { version: '2027-01', effective_at: 1_798_761_600, document: {}, dry_run: true },
  },
  listPriceBooks: { summary: 'List price books', description: 'Every version with its date, in the order of their dates.' },
  getPriceBook: { summary: 'Read a price book', description: 'The document of a version, as it was published.' },
  grantCredit: {
    summary: 'Give credit',
    description:
      'Goodwill: it pays coming invoices, and members read the reason. With `dry_run` nothing is done, and the answer has the ledger entries that it would make.',
    example: { amount_cents: 5000, reason: 'Slow queries on Oct 3', reference: 'ticket-1842' },
  },
  forgiveInvoice: {
    summary: 'Forgive an invoice',
    description: 'Nothing of it is owed any more, and a restriction that rests on it ends. Members read the reason.',
    example: { reason: 'Agreed after the outage' },
  },
  writeOffInvoice: {
    summary: 'Write an invoice off',
    description: 'The platform no longer collects it. It can still be paid, and still restricts until it is paid or forgiven.',
    example: { reason: 'The company was dissolved' },
  },
  retryInvoice: {
    summary: 'Charge an invoice now',
    description:
      'Charges the default card, apart from the calendar of retries. The answer says what the bank decided; `payment` is null where the charge is still to be made.',
    example: { reason: 'The customer has raised the limit of the card' },
  },
  creditInvoice: {
    summary: 'Credit an invoice',
    description:
      'Takes a sum or lines off an invoice: it reduces what is left to pay, and what is above that becomes credit. Never more than the invoice bills.',
    example: { amount_cents: 1200, reason: 'Egress of Oct 3 was counted twice' },
  },
  refundPayment: {
    summary: 'Refund a payment',
    description:
      'Goes back to the card by the gateway. Credit that the payment gave is deducted first; what is spent can’t be refunded. The id is the platform’s (`pay_...`) or the gateway’s (`pi_...`).',
    example: { amount_cents: 2500, reason: 'Charged after the organization had ended' },
  },
  listStaffInvoices: {
    summary: 'List invoices',
    description: 'Newest first, with the ids that forgiving, writing off, retrying and crediting take.',
  },
  listStaffPayments: {
    summary: 'List payments',
    description: 'Newest first, with the ids that a refund takes and what has gone back already.',
  },
  getCharges: { summary: 'Read whether charges are paused', description: 'With since when, why and by which key.' },
  putCharges: {
    summary: 'Pause or resume all charges',
    description:
      'One switch for the whole platform. While charges are paused no process charges a card or opens a payment page; invoices are made as usual and are charged afterwards. Refunds go on.',
    example: { paused: true, reason: 'The tax rate of a region is wrong' },
  },
  listApprovals: {
    summary: 'List approvals',
    description: 'Money above the limit that waits for a second person, and what became of it. The newest comes first.',
  },
  approveRequest: {
    summary: 'Approve a request',
    description:
      'Does what was asked for. The key has another owner than the one that asked, was made before the request, and not by who asked. An approval is decided once.',
  },
  refuseRequest: { summary: 'Refuse a request', description: 'Nothing is done. Who asked may withdraw it in the same way.' },
  listEvents: {
    summary: 'Read events',
    description:
      'What happened to an organization, in its order, behind the sequence that `after` names. The same events as webhooks send; the sequence has no gaps, so a program that was away reads on from the last one it has.',
  },
  createWebhookEndpoint: {
    summary: 'Add a webhook endpoint',
    description:
      'Events of the types that `events` names are sent there from now on, `*` for all of them; [what each says, and how to verify it](/docs/events). The secret that signs them is in this answer and nowhere else. The address is https and on the public internet, except in the embedded mode.',
    example: { url: 'https://hooks.example.com/billing', events: ['invoice.paid', 'restriction.changed'], description: 'enforcement' },
  },
  listWebhookEndpoints: {
    summary: 'List webhook endpoints',
    description: 'Without their secrets, with how many deliveries wait. One that took no event for three days is disabled.',
  },
  deleteWebhookEndpoint: { summary: 'Delete a webhook endpoint', description: 'Nothing is sent there any more, and its secret is gone.' },
  listDeliveries: {
    summary: 'List deliveries',
    description: 'Of an endpoint, the newest first, with what it answered last. Those that are over are kept for 30 days.',
  },
  redeliver: {
    summary: 'Send a delivery again',
    description:
      'At once, with the same event id, and again for three days where it is not taken. A disabled endpoint is enabled by it, and what has waited for it is sent in its order.',
  },
};

export const adminTagWords: Readonly<Record<(typeof adminTags)[number], string>> = {
  Keys: 'Who may call this API.',
  Organizations: 'The platform’s customers: their plans, terms and standing.',
  Members: 'Who may sign in to an organization, and with which rights.',
  Projects: 'What runs, from when to when, with branches, replicas and add-ons.',
  Usage: 'What was used, as the platform’s own programs have measured it.',
  'Price books': 'What plans, usage and add-ons cost, and from which date.',
  Money: 'What staff do to money: credit, invoices, refunds, and the second person’s word above a limit.',
  Events: 'What happened, to be read here or sent to an address of yours.',
  Webhooks: 'Where events are sent, signed by the Standard Webhooks scheme, and what became of each.',
};

/** Examples of path parameters. */
export const adminParamExamples: Readonly<Record<string, string>> = {
  slug: 'harbour',
  email: 'dana@harbour.example',
  ref: 'abcdefghijklmnopqrst',
  type: 'pitr',
  id: 'key_7f3k2a',
  notice_id: '1842',
  version: '2026',
  invoice_id: 'in_7f3k2a9d',
  payment_id: 'pay_7f3k2a9d',
  approval_id: 'apr_7f3k2a9d',
  endpoint_id: 'we_7f3k2a',
  delivery_id: 'whd_7f3k2a',
};
