import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { centsColumn, instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Ledger accounts. `customer_credit` is a liability, so granted credit is negative. `unapplied`: payments without effect, to be refunded.
 * `bad_debt`: forgiven or written-off amounts. `disputed`: amounts that a bank withdrew, less the held credit.
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

/** Ledger transactions, one per effect. They are immutable, and their business keys are unique. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Identifies the effect, for example `invoice:in_123:paid`. */
    businessKey: text('business_key').notNull().unique(),
    description: text('description').notNull(),
    /** Source of granted or deducted credit, for example `top-up:tu_1`. Null if credit of all sources is used. */
    source: text('source'),
    occurredAt: instantColumn('occurred_at').notNull(),
    /** The database checks this number of entries, so that no entry can be added later. */
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

/** Ledger entries. Debits are positive, credits are negative. The database verifies that the entries of a transaction sum to zero. */
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
