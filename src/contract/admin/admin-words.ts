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
  revokeKey: { summary: 'Revoke a key', description: 'At once and in every process. A key that is revoked already stays so.' },
  listOrganizations: {
    summary: 'List organizations',
    description:
      'In the order of their last change. One that changes while the pages are read comes again, and none is missed: read on from `updated_at` of the last one.',
  },
  putOrganization: {
    summary: 'Create or change an organization',
    description:
      'Fields that are absent stay as they are. The first cycle bills no fee of the plan; its renewal does. The plan and its spend cap are for its members to change afterwards: another one is answered 409. A contract counts from the next cycle on.',
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
      'Made to be asked before every request of a customer: answer 402 to those of a restricted organization, and stop what its cap limits where `limit_reached` is true. Carries an ETag.',
  },
  listMembers: { summary: 'List members', description: 'Everybody who has access to an organization, with the role.' },
  putMember: {
    summary: 'Invite or change a member',
    description:
      'A member is bound to the identity provider’s subject at the first sign-in with that verified address. One person has one username in all organizations.',
    example: { username: 'dana', role: 'owner' },
  },
  getMember: { summary: 'Read a member', description: 'By address, in any case of its letters.' },
  deleteMember: { summary: 'Take a member’s access away', description: 'It acts on the next request.' },
  listProjects: { summary: 'List projects', description: 'All that are there, with branches, replicas and add-ons.' },
  putProject: {
    summary: 'Create or change a project, a branch or a replica',
    description:
      'What runs is kept as spans of time: from `at` on the project runs like this. The time lies in the open cycle and not before the last change. A replica’s hours are billed with its project.',
    example: { name: 'tracking', status: 'ACTIVE_HEALTHY', compute_size: 'small' },
  },
  getProject: { summary: 'Read a project', description: 'A project, a branch or a replica, by its reference.' },
  deleteProject: {
    summary: 'End a project',
    description:
      'It stops with its add-ons and replicas and is shown no longer. What it has used is billed. Ending it again changes nothing.',
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
      'Up to 5,000 records of any number of organizations. Each is counted once or refused with its reason, whatever becomes of the others; a record that was sent before is a duplicate. Quantities are whole base units, bytes for egress. As CloudEvents, the data of an event holds the fields of a record; its `id`, `subject` and `time` stand for the id, the organization and the time that the data leaves out.',
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
      'It acts on cycles that begin after its date and after its publication; no amount of a period that has begun changes. With `dry_run` nothing is published, and the answer says what the last closed cycles would have come to. Publishing the same again changes nothing.',
    example: { version: '2027-01', effective_at: 1_798_761_600, document: {}, dry_run: true },
  },
  listPriceBooks: { summary: 'List price books', description: 'Every version with its date, in the order of their dates.' },
  getPriceBook: { summary: 'Read a price book', description: 'The document of a version, as it was published.' },
};

export const adminTagWords: Readonly<Record<(typeof adminTags)[number], string>> = {
  Keys: 'Who may call this API.',
  Organizations: 'The platform’s customers: their plans, terms and standing.',
  Members: 'Who of an organization may sign in, and with which rights.',
  Projects: 'What runs, from when to when, with branches, replicas and add-ons.',
  Usage: 'What was used, as the platform’s own programs have measured it.',
  'Price books': 'What plans, usage and add-ons cost, from which date on.',
};

/** Examples of path parameters. */
export const adminParamExamples: Readonly<Record<string, string>> = {
  slug: 'harbour',
  email: 'dana@harbour.example',
  ref: 'abcdefghijklmnopqrst',
  type: 'pitr',
  id: 'key_7f3k2a',
  version: '2026',
};
