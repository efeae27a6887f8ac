/** Statements of requests that name no organization for some of their tables. */
interface UnnamedStatements {
  /** The tables that one statement leaves open, in order. */
  readonly tables: string;
  /** So many different statements may. */
  readonly most: number;
  readonly reason: string;
}

const byPerson = 'Which organizations a person belongs to, and by which slug or ref: asked before any is known.';
const byId =
  'By an id that was read from a row of the organization in the same transaction. It becomes (id, organization_id) with the keys.';

const hasNoColumn = 'The table has no column for the organization yet; it is reached through a row that has one.';

/** A list that may only grow shorter. */
export const unnamedStatements: readonly UnnamedStatements[] = [
  { tables: 'memberships organizations', most: 2, reason: byPerson },
  { tables: 'memberships organizations subscriptions', most: 1, reason: byPerson },
  { tables: 'memberships organizations projects', most: 1, reason: byPerson },
  { tables: 'memberships projects subscriptions', most: 1, reason: 'How many Free projects a member runs, in all their organizations.' },
  { tables: 'organizations', most: 3, reason: 'By its slug: the directory of organizations.' },
  { tables: 'projects', most: 2, reason: 'By its ref: the directory of projects.' },
  { tables: 'outbox', most: 6, reason: 'Work for the gateway, by its place in the queue of all.' },
  { tables: 'collections payments', most: 1, reason: 'Invoices that are due for a charge, of all organizations.' },
  { tables: 'credit_notes disputes invoice_lines invoices refunds', most: 1, reason: byId },
  { tables: 'invoices', most: 2, reason: byId },
  { tables: 'payments', most: 10, reason: byId },
  { tables: 'changes', most: 7, reason: byId },
  { tables: 'payment_methods', most: 3, reason: byId },
  { tables: 'top_ups', most: 3, reason: byId },
  { tables: 'billing_periods', most: 2, reason: byId },
  { tables: 'budget_crossings', most: 2, reason: hasNoColumn },
  { tables: 'invoice_lines', most: 3, reason: hasNoColumn },
  { tables: 'project_addons', most: 4, reason: hasNoColumn },
  { tables: 'project_replicas', most: 1, reason: 'By its ref: the directory of replicas.' },
  { tables: 'resource_spans', most: 1, reason: 'By the project that was looked up in the same transaction.' },
  {
    tables: 'organizations subscriptions',
    most: 1,
    reason: 'By the slug: the directory of organizations, and what belongs to the one found.',
  },
  {
    tables: 'budget_reviews organizations restriction_reviews subscriptions',
    most: 1,
    reason: 'Standing by the slug: the directory of organizations, and what belongs to the one found.',
  },
  { tables: 'ledger_transactions', most: 2, reason: 'By its business key, which names the row of one organization.' },
];
