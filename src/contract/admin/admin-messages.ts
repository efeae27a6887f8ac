import type { AdminCallName } from './admin-calls.ts';
import type { adminTags } from './admin-declaration.ts';
import { staffWords, type CallWords } from './staff-messages.ts';

/** Texts for the OpenAPI document and the tests, in a separate file so that the table of calls stays small. */
export const adminWords: Readonly<Record<AdminCallName, CallWords>> = {
  createKey: {
    summary: 'Create a key',
    description:
      'Only this response contains the secret. A key can grant only scopes that it has. It expires at `expires_at`, at most 400 days ahead; its owner gets an email 30 and 7 days before. `organizations` binds it to organizations: calls about others or about the whole platform then get 403. `addresses` are the networks from which it can be used; keys that it creates get the same networks or narrower ones. `requests_per_minute` sets a separate rate limit. Several keys can be valid at once, so that a key can be replaced without a gap. `billing init` or `billing key create` creates the first key; a running embedded platform also creates one for the command, and with a button of `/sandbox/gateway/inspector`.',
    example: {
      name: 'usage collector',
      owner: 'platform-team@example.com',
      scopes: ['usage', 'read'],
      expires_at: 1811980800,
      addresses: ['203.0.113.0/24'],
    },
  },
  listKeys: {
    summary: 'List keys',
    description: 'All keys without their secrets, including revoked ones, in order of creation.',
  },
  revokeKey: {
    summary: 'Revoke a key',
    description:
      'Takes effect immediately in every process, and withdraws the open requests of the key. The response lists the keys that were created with it, directly or through other keys; 204 if there are none. `?descendants=true` revokes them too. Revoking a key again changes nothing.',
  },
  listAudit: {
    summary: 'List the audit log of the platform',
    description:
      'Lists the actions of keys, staff and the command on keys, price books, pauses, webhook endpoints, approvals and limits, with the values before and after, newest first. Refused calls and invalid keys are included: the first 20 per hour of each key, and of all unknown keys together, then each power of ten with its count. Actions on an organization are in the audit log of the organization.',
  },
  listOrganizations: {
    summary: 'List organizations',
    description:
      'In the order of their last change. To read all organizations, continue from `updated_at` of the last one. An organization that changes in the meantime appears again, and none is missed.',
  },
  putOrganization: {
    summary: 'Create or change an organization',
    description:
      'Absent fields keep their values. The first cycle bills no plan fee; renewals do. After the creation only members change plan and spend cap: another value here gets 409. A contract applies from the next cycle, for a new organization from the first. A contract or discounts need the approval of another person if they lower the cost of a cycle by more than an approval limit: the largest difference on this plan and each higher one, with the spend cap off and the usage of the last cycle. Everything else is done immediately, also for a new organization; the response is 202 with the approval request, and a repeated request gets the same response. A new organization on a plan without a list price is not created if its terms need approval (422).',
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
    description: 'With its plan, terms and current cycle; for a closed organization, with the time of closing.',
  },
  closeOrganization: {
    summary: 'Close an organization',
    description:
      'Its final invoice bills the usage until now, its projects end, and no member has access any more. Personal data is erased after 400 days. The unused part of each paid top-up is refunded to its card, newest first, within the approval limits; given credit ends. A refund that the payment provider refuses becomes credit again, and closing again refunds it. With `dry_run` nothing is done, and the answer has the final invoice line by line, the refunds, and everything that would end.',
    example: { dry_run: true },
  },
  getStanding: {
    summary: 'Read the standing of an organization',
    description:
      'Read this before every request of a customer: respond with 402 if the organization is restricted, and block limited usage if `limit_reached` is true. `limits` lists the spending limits of the organization, of projects and of metrics, and since when they are reached. Only a limit of the organization can lead to a restriction. The response has an ETag.',
  },
  listMembers: { summary: 'List members', description: 'Everyone with access to an organization, with their roles.' },
  putMember: {
    summary: 'Invite or change a member',
    description:
      "The first sign-in with that verified address binds the member to the identity provider's subject. A person has the same username in all organizations.",
    example: { username: 'dana', role: 'owner' },
  },
  getMember: { summary: 'Read a member', description: 'By email address, which is case-insensitive.' },
  deleteMember: { summary: 'Remove a member', description: "Takes effect with the member's next request." },
  exportOrganization: {
    summary: 'Export the data of an organization',
    description:
      'A ZIP with the rows of every table as JSON lines, invoices and receipts as PDF, invoices as CSV, and a text that describes each file, all from one snapshot. Keys, tokens and secrets are excluded. The archive is created while it is sent: no ZIP program accepts one that ended early, so request it again. Each process creates one archive at a time; other requests get 429 until it ends. The audit log records the export.',
  },
  eraseOrganization: {
    summary: 'Erase a closed organization',
    description:
      "Its name, addresses, tax ID, recipients, cards, emails and usage records are removed or replaced, and the gateway's customer is deleted. Invoices and the ledger stay for ten years. Former members who belong to no other organization are erased with it. This can't be undone: try it with `dry_run`, which returns the changes. Returns 409 while late usage is accepted or money is unsettled.",
    example: { reason: 'Requested by the customer on Oct 3', dry_run: true },
  },
  eraseMember: {
    summary: 'Erase a person',
    description:
      "In every organization, ends sessions, logins and memberships, and replaces the address and the name in emails, events, stored responses and the audit log. Removes the address from email recipients. This can't be undone: try it with `dry_run`, which returns the changes.",
    example: { reason: 'Requested by the person on Oct 3', dry_run: true },
  },
  listNotices: {
    summary: 'List notices',
    description: 'Emails to the organization, newest first, with the state of each delivery.',
  },
  listAllNotices: {
    summary: 'List notices of all organizations',
    description: 'Newest first. The list of a single organization also has the state of each delivery.',
  },
  resendNotice: {
    summary: 'Send a notice again',
    description:
      'Sends it to the current recipients with the current facts; an outdated notice is withdrawn. A second request within a minute gets 429 `sent_recently`. A request above the daily limit of this notice (`STAFF_RESENDS_PER_DAY`) gets 429 `too_many_changes` with the time of the next possible request. If an earlier email of this notice is still queued, nothing is added.',
  },
  listRefusedEmails: {
    summary: 'List refused emails of all organizations',
    description:
      'Lists emails that a mail server has refused permanently, newest first. `billing notice resend` sends one again after its cause is fixed.',
  },
  reportBounce: {
    summary: 'Report a bounced email',
    description:
      'Accepts a delivery status notification (RFC 3464) as it arrives at `MAIL_FROM`. Records the email as bounced or refused, and marks an address that does not work. A repeated report changes nothing; other messages are ignored.',
    example: {
      message:
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.example.com\r\n\r\nFinal-Recipient: rfc822; ada@acme.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <notice-1842@notices.groundwork.example>\r\n\r\n--b--\r\n',
    },
  },
  listProjects: { summary: 'List projects', description: 'All existing projects, with branches, replicas and add-ons.' },
  putProject: {
    summary: 'Create or change a project, a branch or a replica',
    description:
      "The new state applies from `at`, which must be in the open cycle and not before the last change. A replica's hours are billed with its project. A change dated more than an hour ago gets 403 if it lowers the open bill by more than one person may give back. The same applies to the end of a project and to add-ons.",
    example: { name: 'tracking', status: 'ACTIVE_HEALTHY', compute_size: 'small' },
  },
  getProject: { summary: 'Read a project', description: 'By the reference of a project, branch or replica.' },
  deleteProject: {
    summary: 'End a project',
    description: 'Ends the project with its add-ons and replicas, and hides it. Its usage is billed. A repeated call changes nothing.',
  },
  putAddon: {
    summary: 'Add or change an add-on',
    description: 'Applies from `at`. A project has one variant of each type.',
    example: { variant: 'pitr_7' },
  },
  deleteAddon: { summary: 'Remove an add-on', description: 'Applies from `at`.' },
  sendUsage: {
    summary: 'Send usage',
    description:
      'Up to 5,000 records of any number of organizations. Each record is counted once or refused with a reason, independently of the others; a repeated record is a duplicate. The code `send_again` means a temporary fault. Sending a batch again, whole or in part, is safe, also after a 5xx, a 429 or a lost response: no record is counted twice. Quantities are in whole base units: bytes for egress. Metrics of hours, levels and averages need `until`, the end of the span that began `at`. Usage far above that of the days before, and corrections that lower bills by more than an approval limit, are `held` for review: they do not count until staff release them (see approvals). A time may be ahead of the clock of the platform by `USAGE_CLOCK_TOLERANCE_SECONDS` (300). Two records are the same if organization, `source` and `id` agree, as two CloudEvents are with `source` and `id`. CloudEvents come as a batch or as a single event, and each is validated separately: `data`, or JSON in `data_base64`, has the fields of a record; `subject` and `time` are the organization and the time if it lacks them.',
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
      'Applies to cycles that begin after its date; amounts of a period that has begun never change. A version that raises a price or fee, or lowers a quota or credit, must be dated at least `PRICE_NOTICE_DAYS` (30) ahead, any other at least 60 seconds; otherwise 422. A version without a price for some organizations gets 422, which names them. The version applies only after a check, which replays the last closed cycles (`status`: checking, then scheduled or refused). A version that lowers their cost by more than an approval limit is `waiting` until another person approves it. Of two versions with the same date, the one published last applies. `dry_run` publishes nothing and returns what the last closed cycles would have cost. Publishing the same version again changes nothing.',
    example: { version: '2027-01', effective_at: 1_798_761_600, document: {}, dry_run: true },
  },
  withdrawPriceBook: {
    summary: 'Withdraw a price book',
    description:
      'Withdraws a version to which no billing period is pinned; otherwise 409, also if the previous version has no price for an organization. `?dry_run=true` withdraws nothing and returns the status of a withdrawal. Later periods use the previous version, pending emails about the withdrawn one are not sent, and its name cannot be used again. Withdrawing it again changes nothing.',
  },
  listPriceBooks: {
    summary: 'List price books',
    description: 'Every version that was not withdrawn, with its date and status, in the order of their dates.',
  },
  getPriceBook: { summary: 'Read a price book', description: 'The document of a version, as it was published.' },
  ...staffWords,
  listDeadJobs: {
    summary: 'List dead jobs',
    description:
      'Background work that failed for hours and is no longer retried automatically. The work is not lost: retry the job after fixing the cause.',
  },
  retryDeadJob: {
    summary: 'Retry a dead job',
    description: 'Runs it immediately, and retries for hours if it fails. Nothing is done twice: work that was done since is skipped.',
  },
};

export const adminTagWords: Readonly<Record<(typeof adminTags)[number], string>> = {
  Keys: 'Keys of this API.',
  Organizations: "The platform's customers: their plans, terms and standing.",
  Members: 'Members of an organization, and their permissions.',
  Projects: 'Projects with branches, replicas and add-ons, and the times at which they run.',
  Usage: "Usage that the platform's programs measured.",
  'Price books': 'Prices of plans, usage and add-ons, and their dates.',
  Money: 'Staff actions on money: credit, invoices and refunds, which need approval by a second person above a limit.',
  Events: 'Events: read them here, or receive them at an endpoint.',
  Jobs: 'Background jobs that failed permanently.',
  Webhooks: 'Endpoints that receive events, signed by the Standard Webhooks scheme, and the state of each delivery.',
};

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
  job_id: '3f0c1a52-9b7e-4d2a-8c11-5a6e7f801234',
};
