/** A table that every node of a spread database has whole, or that one node has. */
export interface GlobalTable {
  readonly table: string;
  readonly reason: string;
  /** It has more rows the more organizations there are, as every other table has. */
  readonly grows: boolean;
}

const ofPlatform = 'A few rows of the platform itself, which every process reads.';
const ofPerson = 'A person belongs to several organizations, and signs in before any is known.';
const ofPostbox = 'Mails of the embedded mode alone, which has one database.';

/**
 * Tables without `organization_id`. Every other table carries it, and so can be spread over shards by it; a test reads the catalog.
 * No request and no job reads the whole of a table that grows, as another test shows by the plans of all statements.
 * @public the rules of tests/server/sharding and tests/server/growth read it
 */
export const globalTables: readonly GlobalTable[] = [
  { table: 'members', reason: ofPerson, grows: true },
  { table: 'member_logins', reason: ofPerson, grows: true },
  { table: 'sessions', reason: ofPerson, grows: true },
  { table: 'api_keys', reason: 'A key of the operator acts on every organization.', grows: false },
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

/** What the catalog still has against the rules for a database spread over shards. */
interface ShardException {
  readonly faults: readonly string[];
  readonly reason: string;
  /** The step that ends it, of a later version. */
  readonly contract: string;
}

/**
 * One list, exact: a fault that is not here fails a test, and so does one that is here and is no fault any more.
 * @public the rules of tests/server/sharding read it
 */
export const shardExceptions: readonly ShardException[] = [
  {
    faults: [
      'unique approvals.approvals_pkey',
      'unique audit_entries.audit_entries_pkey',
      'unique billing_periods.billing_periods_pkey',
      'unique budget_events.budget_events_pkey',
      'unique budgets.budgets_pkey',
      'unique changes.changes_pkey',
      'unique credit_notes.credit_notes_pkey',
      'unique discounts.discounts_pkey',
      'unique disputes.disputes_pkey',
      'unique feedback.feedback_pkey',
      'unique invoices.invoices_pkey',
      'unique late_invoices.late_invoices_pkey',
      'unique ledger_entries.ledger_entries_pkey',
      'unique ledger_transactions.ledger_transactions_pkey',
      'unique notice_deliveries.notice_deliveries_pkey',
      'unique notices.notices_pkey',
      'unique outbox.outbox_pkey',
      'unique payments.payments_pkey',
      'unique platform_events.platform_events_pkey',
      'unique projects.projects_pkey',
      'unique quotes.quotes_pkey',
      'unique refunds.refunds_pkey',
      'unique resource_spans.resource_spans_pkey',
      'unique setup_intents.setup_intents_pkey',
      'unique staff_actions.staff_actions_pkey',
      'unique subscriptions.subscriptions_pkey',
      'unique top_ups.top_ups_pkey',
      'unique webhook_deliveries.webhook_deliveries_pkey',
    ],
    reason: 'The id alone is the key: references of the version before go to it.',
    contract:
      'Drop the references to the key and the key, add primary key (id, organization_id), and make the references again with (x, organization_id). An id made at random or counted by one sequence stays unique without a rule.',
  },
  {
    faults: [
      'unique customers.customers_gateway_id_unique',
      'unique ledger_transactions.ledger_transactions_business_key_unique',
      'unique payments.payments_intent_id_unique',
      'unique payments.payments_session_id_unique',
    ],
    reason:
      'Names of the gateway’s objects, and of what was booked for them. That no two organizations can have the same payment is a guard of money, and stays on one database.',
    contract:
      'A directory (name, organization_id) that every node has, written in the transaction of the row; then the same rule with organization_id as its last column in place of this one.',
  },
  {
    faults: [
      'unique collections.collections_pkey',
      'unique organizations.organizations_slug_unique',
      'unique outbox.work_pending_once',
      'unique payment_methods.payment_methods_pkey',
      'unique project_replicas.project_replicas_pkey',
      'unique projects.projects_ref_unique',
    ],
    reason:
      'A name that is looked for without the organization, or that ON CONFLICT of this version names: two rules at once would fail where two requests meet.',
    contract:
      'A version that inserts without naming a rule and then updates, after it the rule with organization_id. For slugs, refs and cards of the gateway: a directory (name, organization_id) that every node has, since no shard can see the others’ names.',
  },
  {
    faults: [
      'column budget_crossings',
      'column invoice_lines',
      'column project_addons',
      'unique budget_crossings.budget_crossings_budget_id_version_period_id_percent_on_pk',
      'unique invoice_lines.invoice_lines_invoice_id_position_pk',
      'unique project_addons.project_addons_project_id_type_pk',
      'reference budget_crossings.budget_crossings_budget_id_budgets_id_fk',
      'reference budget_crossings.budget_crossings_event_id_budget_events_id_fk',
      'reference budget_crossings.budget_crossings_period_id_billing_periods_id_fk',
      'reference invoice_lines.invoice_lines_invoice_id_invoices_id_fk',
      'reference project_addons.project_addons_project_id_projects_id_fk',
    ],
    reason: 'The rows belong to a row of the organization and have no column of their own for it; the version before writes none.',
    contract:
      'Add the column with a trigger that fills it for the version before, fill it in batches, let code write it; then demand it, drop the trigger, and put it into key and references.',
  },
  {
    faults: [
      'reference billing_periods.billing_periods_fee_invoice_id_invoices_id_fk',
      'reference billing_periods.billing_periods_invoice_id_invoices_id_fk',
      'reference changes.changes_from_invoice_id_invoices_id_fk',
      'reference changes.changes_invoice_id_invoices_id_fk',
      'reference changes.changes_usage_invoice_id_invoices_id_fk',
      'reference collections.collections_invoice_id_invoices_id_fk',
      'reference credit_notes.credit_notes_change_id_changes_id_fk',
      'reference credit_notes.credit_notes_invoice_id_invoices_id_fk',
      'reference credit_notes.credit_notes_period_id_billing_periods_id_fk',
      'reference disputes.disputes_payment_id_payments_id_fk',
      'reference late_invoices.late_invoices_invoice_id_invoices_id_fk',
      'reference notice_deliveries.notice_deliveries_notice_id_notices_id_fk',
      'reference payments.payments_invoice_id_invoices_id_fk',
      'reference project_replicas.project_replicas_project_id_projects_id_fk',
      'reference projects.projects_parent_id_projects_id_fk',
      'reference refunds.refunds_payment_id_payments_id_fk',
      'reference staff_actions.staff_actions_approval_id_approvals_id_fk',
      'reference staff_actions.staff_actions_invoice_id_invoices_id_fk',
      'reference staff_actions.staff_actions_payment_id_payments_id_fk',
      'reference webhook_deliveries.webhook_deliveries_event_id_platform_events_id_fk',
    ],
    reason: 'The reference goes by the id alone, as the key that it goes to.',
    contract: 'With the key: foreign key (x, organization_id) references (id, organization_id).',
  },
  {
    faults: [
      'reference captcha_tokens.captcha_tokens_organization_id_organizations_id_fk',
      'reference scripted_faults.scripted_faults_organization_id_organizations_id_fk',
    ],
    reason:
      'A table that every node has whole can’t refer to one that is spread; on one database the reference removes rows with their organization.',
    contract: 'Drop it; rows of a day, and the embedded mode’s.',
  },
  {
    faults: ['trigger function write_audit reaches projects'],
    reason: 'An add-on has no organization of its own, so its audit entry asks the project.',
    contract: 'Ends with the column of project_addons.',
  },
];
