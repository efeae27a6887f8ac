import { retentionRules } from './retention-table.ts';

/** Table without an age limit: its rows are kept as long as the object to which they belong. */
interface LastingTable {
  readonly table: string;
  readonly until: 'its row is deleted' | 'its organization is deleted' | 'its member is erased' | 'for good';
  readonly reason: string;
}

/** Accounting records required by tax law, deleted with their organization ten years after it is closed. */
const books = [
  'invoices',
  'invoice_lines',
  'invoice_counts',
  'invoice_tallies',
  'collections',
  'credit_notes',
  'invoice_corrections',
  'late_invoices',
  'ledger_transactions',
  'ledger_entries',
  'payments',
  'refunds',
  'disputes',
  'top_ups',
  'changes',
  'approvals',
  'staff_actions',
  'held_usage',
  'billing_periods',
  'usage_totals',
  'resource_spans',
  'audit_entries',
].map((table): LastingTable => ({
  table,
  until: 'its organization is deleted',
  reason: 'The books and their vouchers: ten years by tax law.',
}));

const ofOrganization = [
  'organizations',
  'subscriptions',
  'customers',
  'memberships',
  'discounts',
  'operator_metadata',
  'projects',
  'project_addons',
  'project_replicas',
  'payment_methods',
  'budgets',
  'budget_reviews',
  'restriction_reviews',
  'notice_addresses',
  'recipient_addresses',
  'scripted_faults',
].map((table): LastingTable => ({ table, until: 'its organization is deleted', reason: 'Data and terms of the organization.' }));

const ofRow = ['late_records', 'notice_deliveries', 'price_announcements', 'postbox_attachments', 'budget_crossings', 'job_failures'].map(
  (table): LastingTable => ({
    table,
    until: 'its row is deleted',
    reason: 'A part of another row, or a failure that is deleted when it ends.',
  }),
);

const ofPlatform = [
  'api_keys',
  'approval_limits',
  'platform_approvals',
  'platform_audit',
  'webhook_endpoints',
  'price_books',
  'settings',
  'gateway_instance',
  'processes',
  'state_steps',
  'schema_migrations',
].map((table): LastingTable => ({
  table,
  until: 'for good',
  reason: 'A few rows of the platform itself, to which other rows refer.',
}));

export const lastingTables: readonly LastingTable[] = [
  ...books,
  ...ofOrganization,
  ...ofRow,
  { table: 'members', until: 'its member is erased', reason: 'A tombstone without name and address remains, to which other rows refer.' },
  { table: 'member_logins', until: 'its member is erased', reason: "The member's identity at the identity provider." },
  ...ofPlatform,
];

export const everyTable: readonly string[] = [...new Set([...retentionRules, ...lastingTables].map(({ table }) => table))];
