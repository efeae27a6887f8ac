export interface GlobalTable {
  readonly table: string;
  readonly reason: string;
  readonly grows: boolean;
}

const ofPlatform = 'A few rows of the platform itself, which every process reads.';
const ofPerson = 'A person belongs to several organizations, and signs in before any is known.';
const ofPostbox = 'Mails of the embedded mode alone, which has one database.';

/**
 * Tables without `organization_id`. All other tables can be distributed by this column. If `grows` is true, no query may read the whole
 * table.
 */
export const globalTables: readonly GlobalTable[] = [
  { table: 'members', reason: ofPerson, grows: true },
  { table: 'member_logins', reason: ofPerson, grows: true },
  { table: 'sessions', reason: ofPerson, grows: true },
  { table: 'api_keys', reason: 'A key of the operator acts on every organization.', grows: false },
  { table: 'approval_limits', reason: ofPlatform, grows: false },
  { table: 'platform_approvals', reason: 'A request about the platform itself, such as other limits of approval.', grows: false },
  { table: 'platform_audit', reason: 'What keys and staff did to the platform itself; refused tries are bounded.', grows: true },
  { table: 'platform_emails', reason: 'Emails to owners of keys, whom no organization has. They stay 400 days.', grows: true },
  { table: 'staff_sessions', reason: 'Staff sign in for minutes, and to no organization.', grows: false },
  {
    table: 'admin_requests',
    reason: 'First answers belong to a key of the operator, and one call may be about many organizations.',
    grows: true,
  },
  {
    table: 'gateway_events',
    reason: 'An event names an object of the gateway; whose it is, is known when it is acted on. It stays 30 days.',
    grows: true,
  },
  { table: 'captcha_tokens', reason: 'A token counts once wherever it is sent. It stays a day.', grows: true },
  { table: 'rate_limits', reason: 'Counters of members, addresses and keys as well as organizations. They stay a day.', grows: true },
  { table: 'webhook_endpoints', reason: 'An endpoint of the operator gets events of every organization.', grows: false },
  { table: 'price_books', reason: 'One list of prices for all.', grows: false },
  { table: 'postbox_messages', reason: ofPostbox, grows: false },
  { table: 'postbox_attachments', reason: ofPostbox, grows: false },
  { table: 'scripted_faults', reason: 'Faults of the embedded mode, read once at the start.', grows: false },
  { table: 'processes', reason: ofPlatform, grows: false },
  { table: 'settings', reason: ofPlatform, grows: false },
  { table: 'state_steps', reason: ofPlatform, grows: false },
  { table: 'gateway_instance', reason: ofPlatform, grows: false },
  { table: 'schema_migrations', reason: ofPlatform, grows: false },
];

interface ShardException {
  readonly faults: readonly string[];
  readonly reason: string;
  /** Description of a later migration that removes these faults. */
  readonly contract: string;
}

/** All known faults. A test fails if a fault is missing here, or if an entry is no longer a fault. */
export const shardExceptions: readonly ShardException[] = [
  {
    faults: [
      'unique customers.customers_gateway_id_unique',
      'unique ledger_transactions.ledger_transactions_business_key_unique',
      'unique payments.payments_intent_id_unique',
      'unique payments.payments_session_id_unique',
    ],
    reason:
      "Names of the gateway's objects, and of what was booked for them. That no two organizations can have the same payment is a guard of money, and stays on one database.",
    contract:
      'A directory (kind, name, organization_id) that every node has, with primary key (kind, name), written in the transaction of the row and asked by events of the gateway; then the same rule with organization_id as its last column in place of this one.',
  },
  {
    faults: [
      'unique organizations.organizations_slug_unique',
      'unique project_replicas.project_replicas_pkey',
      'unique projects.projects_ref_unique',
    ],
    reason: "A name in addresses and in the operator's calls, which is looked for before the organization is known.",
    contract: "The same directory, filled for these names; no shard can see the others'.",
  },
];
