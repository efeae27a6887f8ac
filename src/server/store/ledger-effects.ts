import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { postToLedger, type LedgerTransaction } from './ledger.ts';
import { invoices } from './tables/invoices.ts';
import { ledgerEntries, ledgerTransactions } from './tables/ledger.ts';

/** Whose effect is posted under a key; null when none is. */
export async function organizationOfEffect(db: Database, businessKey: string): Promise<number | null> {
  const [row] = await db
    .select({ organizationId: ledgerTransactions.organizationId })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.businessKey, businessKey));
  return row?.organizationId ?? null;
}

export const isPosted = async (db: Database, businessKey: string): Promise<boolean> =>
  (await organizationOfEffect(db, businessKey)) !== null;

/**
 * Posts an effect unless it is posted already. The caller holds the organization's lock, so that nobody else posts it in
 * between; if somebody did, the unique key would refuse it.
 * @returns whether it was posted now
 */
export async function postOnce(tx: Database, transaction: LedgerTransaction): Promise<boolean> {
  if (await isPosted(tx, transaction.businessKey)) return false;
  await postToLedger(tx, [transaction]);
  return true;
}

const ofCustomer = (organizationId: number) =>
  and(eq(ledgerEntries.organizationId, organizationId), eq(ledgerEntries.account, 'customer_credit'));

/** By the key that `postInvoice` posts under. */
const ofFinalizing = sql`${ledgerTransactions.businessKey} like 'invoice:%:finalized' and ${invoices.id} = split_part(${ledgerTransactions.businessKey}, ':', 2)`;

export interface CreditMovement {
  readonly id: number;
  readonly occurredAt: Date;
  readonly description: string;
  /** Cents; positive was credited. */
  readonly amountCents: number;
  readonly balanceCents: number;
  /** Whose finalizing moved it, with its sums in cents; null where something else did. */
  readonly invoice: {
    readonly id: string;
    readonly number: string;
    readonly subtotalCents: number;
    readonly amountDueCents: number;
  } | null;
}

/**
 * Movements of the customer's credit, newest first, each with the balance after it.
 * @param before only older ones than the movement of this id; null starts at the newest
 */
export async function creditMovements(
  db: Database,
  organizationId: number,
  before: number | null,
  limit: number,
): Promise<CreditMovement[]> {
  const older = before === null ? undefined : lte(ledgerEntries.id, before - 1);
  const rows = await db
    .select({
      id: ledgerEntries.id,
      occurredAt: ledgerTransactions.occurredAt,
      description: ledgerTransactions.description,
      amountCents: sql<number>`-${ledgerEntries.amountCents}`.mapWith(Number),
      invoice: {
        id: invoices.id,
        number: invoices.number,
        subtotalCents: invoices.subtotalCents,
        amountDueCents: invoices.amountDueCents,
      },
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .leftJoin(invoices, and(eq(invoices.organizationId, organizationId), ofFinalizing))
    .where(and(ofCustomer(organizationId), older))
    .orderBy(desc(ledgerEntries.id))
    .limit(limit);
  const [newest] = rows;
  if (!newest) return [];
  const [sum] = await db
    .select({ cents: sql<number>`-sum(${ledgerEntries.amountCents})`.mapWith(Number) })
    .from(ledgerEntries)
    .where(and(ofCustomer(organizationId), lte(ledgerEntries.id, newest.id)));
  let balanceCents = sum?.cents ?? 0;
  return rows.map((row) => {
    const movement = { ...row, balanceCents };
    balanceCents -= row.amountCents;
    return movement;
  });
}
