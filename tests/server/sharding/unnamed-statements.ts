interface UnnamedStatements {
  /** Tables for which the statement has no condition on the organization, in alphabetical order. */
  readonly tables: string;
  readonly most: number;
  readonly reason: string;
}

const byPerson = 'Which organizations a person belongs to, and by which slug or ref: asked before any is known.';
/** SQL statements that may run without a condition on the organization. This list may only become shorter. */
export const unnamedStatements: readonly UnnamedStatements[] = [
  { tables: 'memberships organizations', most: 2, reason: byPerson },
  { tables: 'memberships organizations subscriptions', most: 1, reason: byPerson },
  { tables: 'memberships organizations projects', most: 1, reason: byPerson },
  { tables: 'memberships projects subscriptions', most: 1, reason: 'How many Free projects a member runs, in all their organizations.' },
  { tables: 'organizations', most: 2, reason: 'By its slug: the directory of organizations.' },
  { tables: 'projects', most: 2, reason: 'By its ref: the directory of projects.' },
  { tables: 'project_replicas', most: 1, reason: 'By its ref: the directory of replicas.' },
  { tables: 'outbox', most: 1, reason: 'Work for the gateway that is due, of all organizations.' },
  { tables: 'collections', most: 1, reason: 'Invoices that are due for a charge, of all organizations.' },
  {
    tables: 'approvals staff_actions',
    most: 1,
    reason: 'What staff moved within a day, by one person and in all organizations together: the limits of approval.',
  },
  { tables: 'correction_sums', most: 1, reason: 'The same, of corrected usage.' },
  { tables: 'ledger_transactions', most: 1, reason: 'The newest number of the books, which one sequence counts.' },
  { tables: 'customers organizations subscriptions', most: 1, reason: 'By its slug: an organization as operators read it.' },
  {
    tables: 'organizations subscriptions',
    most: 2,
    reason: 'By the slug: the directory of organizations, and what belongs to the one found, such as its standing.',
  },
];
