import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { centsColumn, instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Accounts of an organization's books. `customer_credit` is what the platform owes the customer: its entries are negative
 * (credit side) when credit is given. `unapplied` is money that came in without an effect and is refunded. `bad_debt` is what
 * was forgiven or written off. `disputed` is money that a bank has withdrawn while its dispute is open, less the credit held for
 * it.
 */
export const ledgerAccounts = [
  'customer_credit',
  'receivable',
  'cash',
  'revenue',
  'goodwill',
  'unapplied',
  'bad_debt',
  'disputed',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** One effect. The database refuses a second one under the same business key, and any change afterwards. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Names the effect, for example `invoice:in_123:paid`. */
    businessKey: text('business_key').notNull().unique(),
    description: text('description').notNull(),
    /** What gave the credit that moves, also where it is deducted again, for example `top-up:tu_1`; null for a use of the balance. */
    source: text('source'),
    occurredAt: instantColumn('occurred_at').notNull(),
    /** Entries can't be added later: their number is fixed here. */
    entryCount: smallint('entry_count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'ledger_transactions_pkey', columns: [table.id, table.organizationId] }),
    index('ledger_by_time').on(table.organizationId, table.occurredAt.desc(), table.id.desc()),
    index('ledger_by_source')
      .on(table.organizationId, table.source)
      .where(sql`${table.source} is not null`),
    check('at_least_two_entries', sql`${table.entryCount} >= 2`),
  ],
);

/** Debits are positive, credits negative; the entries of a transaction sum to zero, by the database's own check. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    transactionId: bigint('transaction_id', { mode: 'number' }).notNull(),
    organizationId: integer('organization_id').notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
  },
  (table) => [
    primaryKey({ name: 'ledger_entries_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'ledger_entry_of_transaction',
      columns: [table.transactionId, table.organizationId],
      foreignColumns: [ledgerTransactions.id, ledgerTransactions.organizationId],
    }),
    index('ledger_entries_by_transaction').on(table.transactionId),
    index('ledger_entries_by_account').on(table.organizationId, table.account),
    check('amount_not_zero', sql`${table.amountCents} <> 0`),
    check(
      'account_known',
      sql`${table.account} in ('customer_credit', 'receivable', 'cash', 'revenue', 'goodwill', 'unapplied', 'bad_debt', 'disputed')`,
    ),
  ],
);
