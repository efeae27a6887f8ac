import { sql, type AnyColumn } from 'drizzle-orm';
import type { Database } from './database.ts';
import { ledgerEntries, ledgerTransactions, type LedgerAccount } from './tables/ledger.ts';

export interface LedgerEntry {
  readonly account: LedgerAccount;
  /** Cents; debits positive, credits negative. */
  readonly amountCents: number;
}

export interface LedgerTransaction {
  readonly organizationId: number;
  /** Names the effect; the same key a second time is refused by the database. */
  readonly businessKey: string;
  readonly description: string;
  readonly occurredAt: Date;
  readonly entries: readonly LedgerEntry[];
}

/** Cents that the platform owes the customer of an organization: positive is credit, negative is debt. Derived, never stored. */
export const balanceOf = (organizationId: AnyColumn) =>
  sql<number>`coalesce((
    select -sum(${ledgerEntries.amountCents}) from ${ledgerEntries}
    where ${ledgerEntries.organizationId} = ${organizationId} and ${ledgerEntries.account} = 'customer_credit'
  ), 0)`.mapWith(Number);

/** Gives a customer credit out of an account: `cash` for a top-up, `goodwill` for a gift. */
export const creditEntries = (from: LedgerAccount, amountCents: number): LedgerEntry[] => [
  { account: from, amountCents },
  { account: 'customer_credit', amountCents: -amountCents },
];

/**
 * Posts effects, each once. Any number of them costs two statements.
 * Throws the database's unique violation for a business key that is there already, and its check violation for
 * entries off balance (at commit).
 */
export function postToLedger(db: Database, transactions: readonly LedgerTransaction[]): Promise<void> {
  return db.transaction((tx) => postWithin(tx, transactions));
}

/** The same inside a transaction that is under way: if it is refused, all of that transaction is. */
export async function postWithin(tx: Database, transactions: readonly LedgerTransaction[]): Promise<void> {
  if (transactions.length === 0) return;
  const posted = await tx
    .insert(ledgerTransactions)
    .values(transactions.map(({ entries, ...transaction }) => ({ ...transaction, entryCount: entries.length })))
    .returning({ id: ledgerTransactions.id, businessKey: ledgerTransactions.businessKey });
  const ids = new Map(posted.map(({ id, businessKey }) => [businessKey, id]));
  const entries = transactions.flatMap(({ businessKey, organizationId, entries }) =>
    entries.map((entry) => ({ ...entry, organizationId, transactionId: ids.get(businessKey) ?? 0 })),
  );
  await tx.insert(ledgerEntries).values(entries);
}
