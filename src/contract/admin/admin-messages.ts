import type { AdminCallName } from './admin-calls.ts';
import type { adminTags } from './admin-declaration.ts';
import { staffWords, type CallWords } from './staff-messages.ts';

/** Texts for the OpenAPI document and the tests, in a separate file so that the table of calls stays small. */
export const adminWords: Readonly<Record<AdminCallName, CallWords>> = {
  createKey: {
    summary: 'Make a key',
    description:
      'Its secret is in this answer and nowhere else. A key can give only the scopes that it has. It ends at `expires_at`, at most 400 days ahead; its owner gets an email 30 and 7 days before. `organizations` binds it to organizations: calls about others and about the whole platform are then answered 403. `addresses` are the networks that it may be used from; the keys of a key with `addresses` get the same or narrower ones. `requests_per_minute` is its own limit. Several may live at once, so that a key can be replaced without a pause. The first key comes from `billing init` or `billing key create`; an embedded platform that runs makes one for the command, and by a button of `/sandbox/gateway/inspector`.',
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
    description: 'All keys without their secrets, the revoked ones too, in the order in which they were made.',
  },
  revokeKey: {
    summary: 'Revoke a key',
    description:
      'It takes effect at once, in every process, and withdraws the open requests of the key. The answer lists the keys that it made, and those that they made; 204 if there are none. `?descendants=true` revokes them too. Revoking a key again changes nothing.',
  },
  listAudit: {
    summary: 'List what was done to the platform',
    description:
      'Lists the actions of keys, staff and the command on keys, price books, pauses, webhook endpoints, approvals and limits, with before and after, newest first. Refused calls and wrong keys are listed too: the first 20 of an hour for each key, and for unknown keys together, then each power of ten with its count. What was done to an organization is in its own audit log.',
  },
  listOrganizations: {
    summary: 'List organizations',
    description:
      'In the order of their last change. To read all of them, continue from `updated_at` of the last one: an organization that changes in between appears again, and none is missed.',
  },
  putOrganization: {
    summary: 'Create or change an organization',
    description:
      'Fields that are absent stay as they are. The first cycle bills no fee of the plan; its renewal does. Afterwards only its members change plan and spend cap: another value here is answered 409. A contract counts from the next cycle on, for a new organization from the first. A contract or discounts wait for another person if they lower the cost of a cycle by more than an approval limit: the largest difference on this plan and each higher one, with the spend cap off and the usage of the last cycle. Everything else is done, also for a new organization; the answer is 202 with the request, and the same request again gets the same answer. A new organization on a plan without a list price is not created with terms that wait (422).',
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
      'Its final invoice bills the usage until now, its projects end, and no member has access any more. Personal data is erased after 400 days. The unused part of each paid top-up is refunded to its card, newest first, within the approval limits; given credit ends. A refund that the payment provider refuses becomes credit again, and closing again refunds it. With `dry_run` nothing is done, and the answer has the final invoice line by line, the refunds, and everything that would end.',
    example: { dry_run: true },
  },
  getStanding: {
    summary: 'Read what to enforce',
    description:
      'Ask this before every request of a customer: answer 402 where the organization is restricted, and stop what its cap limits where `limit_reached` is true. `limits` lists the spending limits and since when they are reached. The answer carries an ETag.',
  },
  listMembers: { summary: 'List members', description: 'Everybody who has access to an organization, with the role.' },
  putMember: {
    summary: 'Invite or change a member',
    description:
      "A member is bound to the identity provider's subject at the first sign-in with that verified address. One person has one username in all organizations.",
    example: { username: 'dana', role: 'owner' },
  },
  getMember: { summary: 'Read a member', description: 'By email address; upper and lower case are the same.' },
  deleteMember: { summary: "Take a member's access away", description: "It takes effect on the member's next request." },
  exportOrganization: {
    summary: 'Export everything held about an organization',
    description:
      'A ZIP with the rows of every table as JSON lines, invoices and receipts as PDF, invoices as CSV, and a text that says what each file is. All of it is of one moment. Keys, tokens and secrets are left out. It is made while it is sent: an archive that ends early is refused by every reader of ZIPs, so ask again. One is made at a time in each process; another request is answered 429 until then. The export is noted in the audit log.',
  },
  eraseOrganization: {
    summary: 'Erase a closed organization',
    description:
      "Its name, addresses, tax ID, recipients, cards, emails and usage records are removed or replaced, and the gateway's customer is deleted. Invoices and the ledger stay for ten years. Former members who belong to no other organization are erased with it. This can't be undone: try it with `dry_run`, which answers what would be changed. While late usage is accepted or money is open it is answered 409.",
    example: { reason: 'Requested by the customer on Oct 3', dry_run: true },
  },
  eraseMember: {
    summary: 'Erase a person',
    description:
      "In every organization: sessions, logins and memberships end, and the address and the name are replaced in emails, events, answers that are kept, and the audit log. Recipients of emails with that address are removed. This can't be undone: try it with `dry_run`, which answers what would be changed.",
    example: { reason: 'Requested by the person on Oct 3', dry_run: true },
  },
  listNotices: {
    summary: 'List notices',
    description: 'The emails that the organization was sent, newest first, with the state of the email to each address.',
  },
  listAllNotices: {
    summary: 'List notices of all organizations',
    description: 'Newest first. The notices of one organization also have the state of the email to each address.',
  },
  resendNotice: {
    summary: 'Send a notice again',
    description:
      'Sends it to the current recipients, with the facts of the time of sending; an outdated notice is withdrawn. A second request within a minute gets 429 `sent_recently`, and one above the daily limit of this notice (`STAFF_RESENDS_PER_DAY`) gets 429 `too_many_changes` with the time of the next possible one. If an earlier email of this notice is still queued, nothing is added.',
  },
  listRefusedEmails: {
    summary: 'List refused emails of all organizations',
    description:
      'Lists emails that a mail server has refused permanently, newest first. `billing notice resend` sends one again once its cause is gone.',
  },
  reportBounce: {
    summary: 'Report an email that came back',
    description:
      'Takes a delivery status notification (RFC 3464), as it arrives at `MAIL_FROM`. The email in question is recorded as bounced or refused, and an address that does not work is marked. Reporting it again changes nothing; any other message is ignored.',
    example: {
      message:
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.example.com\r\n\r\nFinal-Recipient: rfc822; ada@acme.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <notice-1842@notices.groundwork.example>\r\n\r\n--b--\r\n',
    },
  },
  listProjects: { summary: 'List projects', description: 'All that are there, with branches, replicas and add-ons.' },
  putProject: {
    summary: 'Create or change a project, a branch or a replica',
    description:
      "From `at` on, the project runs as described here. `at` must lie in the open cycle and not before the last change. A replica's hours are billed with its project. A change from more than an hour ago that lowers the open bill by more than one person may give back gets 403; the same holds for the end of a project and for add-ons.",
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
      'Up to 5,000 records of any number of organizations. Each record is counted once or refused with a reason, independently of the others; one that was sent before is a duplicate. A record with the code `send_again` met a temporary fault. Sending a batch again, whole or in part, is safe: no record is counted twice. The same holds after a 5xx, a 429 or a lost answer. Quantities are in whole base units: bytes for egress. Metrics of hours, levels and averages need `until`, the end of the span that began `at`. Usage far above that of the days before, and corrections that give back more than an approval limit, are `held` for review: they count for nothing until staff release them (see approvals). As CloudEvents, the data of an event holds the fields of a record; its `id`, `subject` and `time` stand for the id, the organization and the time that the data leaves out.',
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
      'It applies to cycles that begin after its date; amounts of a period that has begun never change. A version that raises a price or fee, or lowers a quota or credit, is dated at least `PRICE_NOTICE_DAYS` (30) ahead, any other at least 60 seconds; 422 otherwise. A version that has no price for an organization is refused with 422, which names the organizations. The version counts once its check has ended, which replays the last closed cycles (`status`: checking, then scheduled or refused). A version that lowers them by more than an approval limit is `waiting` until another person approves it. Of two versions with one date, the one published last counts. With `dry_run` nothing is published, and the answer shows what the last closed cycles would have cost. Publishing the same again changes nothing.',
    example: { version: '2027-01', effective_at: 1_798_761_600, document: {}, dry_run: true },
  },
  withdrawPriceBook: {
    summary: 'Withdraw a price book',
    description:
      'Withdraws a version to which no billing period is pinned; 409 otherwise, and also if the version before has no price for an organization. With `?dry_run=true` nothing is withdrawn, and the status is that of a withdrawal. Periods that begin later use the version before it, emails about it that wait are not sent, and its name stays taken. Withdrawing again changes nothing.',
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
      'Background work that failed for hours, so that nothing tries it any more. What it was to do is still there: retry it once the cause is gone.',
  },
  retryDeadJob: {
    summary: 'Retry a dead job',
    description: 'It is tried at once, and again for hours if it fails. Nothing is done twice: what has been done since is skipped.',
  },
};

export const adminTagWords: Readonly<Record<(typeof adminTags)[number], string>> = {
  Keys: 'Keys of this API.',
  Organizations: "The platform's customers: their plans, terms and standing.",
  Members: 'Members of an organization, and their rights.',
  Projects: 'What runs, from when to when, with branches, replicas and add-ons.',
  Usage: "Usage, as the platform's programs have measured it.",
  'Price books': 'Prices of plans, usage and add-ons, and their dates.',
  Money: 'Staff actions on money: credit, invoices, refunds, and approval by a second person above a limit.',
  Events: 'Events: read them here, or have them sent to an address of yours.',
  Jobs: 'Background work that has failed for good.',
  Webhooks: 'Endpoints that receive events, signed by the Standard Webhooks scheme, and the state of each delivery.',
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
  job_id: '3f0c1a52-9b7e-4d2a-8c11-5a6e7f801234',
};
