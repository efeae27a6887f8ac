import { sql, type AnyColumn, and, desc, eq, lte } from 'drizzle-orm';
import { creditLeftBySource, creditLeftOf } from '#server/domain/credit-sources.ts';
import type { Database } from '#server/database/database.ts';
import { ledgerEntries, ledgerTransactions, type LedgerAccount } from '#server/database/tables/ledger.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { staffActions } from '#server/database/tables/staff-actions.ts';

export interface LedgerEntry {
  readonly account: LedgerAccount;
  /** Debits are positive, credits are negative. */
  readonly amountCents: number;
}

export interface LedgerTransaction {
  readonly organizationId: number;
  /** Unique key of the effect. The database rejects a second transaction with the same key. */
  readonly businessKey: string;
  readonly description: string;
  readonly occurredAt: Date;
  readonly source?: string | null;
  readonly entries: readonly LedgerEntry[];
}

/** Credit source for overpayments of an invoice, and for unused time of the plan whose fee the invoice billed. */
export const sourceOfInvoice = (invoiceId: string): string => `invoice:${invoiceId}`;

export async function organizationOfEffect(db: Database, businessKey: string): Promise<number | null> {
  const [row] = await db
    .select({ organizationId: ledgerTransactions.organizationId })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.businessKey, businessKey));
  return row?.organizationId ?? null;
}

export async function isPosted(db: Database, organizationId: number, businessKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.organizationId, organizationId), eq(ledgerTransactions.businessKey, businessKey)));
  return rows.length > 0;
}

/** Posts a transaction unless its business key exists. The caller must hold the organization lock. @returns whether this call posted it */
export async function postOnce(tx: Database, transaction: LedgerTransaction): Promise<boolean> {
  if (await isPosted(tx, transaction.organizationId, transaction.businessKey)) return false;
  await postToLedger(tx, [transaction]);
  return true;
}

const ofCustomer = (organizationId: number) =>
  and(eq(ledgerEntries.organizationId, organizationId), eq(ledgerEntries.account, 'customer_credit'));

const ofFinalizing = sql`${ledgerTransactions.businessKey} like 'invoice:%:finalized' and ${invoices.id} = split_part(${ledgerTransactions.businessKey}, ':', 2)`;

export interface CreditMovement {
  readonly id: number;
  readonly occurredAt: Date;
  readonly description: string;
  readonly isOfInvoice: boolean;
  /** Whether the description is the text of a staff action. Such a text contains a reason that staff wrote. */
  readonly isOfStaff: boolean;
  /** Amount in cents; positive if credited. */
  readonly amountCents: number;
  readonly balanceCents: number;
  /** Invoice whose finalization caused the movement, with its sums in cents; null for other causes. */
  readonly invoice: {
    readonly id: string;
    readonly number: string;
    readonly subtotalCents: number;
    readonly amountDueCents: number;
    readonly carriedCents: number;
    readonly creditedCents: number;
  } | null;
}

/** Newest first, each with the balance after it. @param before only movements with a smaller ID; null for no limit */
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
      isOfInvoice: sql<boolean>`${ledgerTransactions.businessKey} like 'invoice:%' or ${ledgerTransactions.source} like 'invoice:%'`,
      isOfStaff: sql<boolean>`exists (select from ${staffActions} where ${staffActions.organizationId} = ${ledgerTransactions.organizationId}
        and ${staffActions.words} = ${ledgerTransactions.description})`,
      amountCents: sql<number>`-${ledgerEntries.amountCents}`.mapWith(Number),
      invoice: {
        id: invoices.id,
        number: invoices.number,
        subtotalCents: invoices.subtotalCents,
        amountDueCents: invoices.amountDueCents,
        carriedCents: invoices.carriedCents,
        creditedCents: invoices.creditedCents,
      },
    })
    .from(ledgerEntries)
    .innerJoin(
      ledgerTransactions,
      and(eq(ledgerTransactions.organizationId, ledgerEntries.organizationId), eq(ledgerTransactions.id, ledgerEntries.transactionId)),
    )
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

/** Column with its table name, which Drizzle omits in single-table queries. Without it, a subquery would use its own table's column. */
const qualified = ({ table, name }: AnyColumn) => sql`${table}.${sql.identifier(name)}`;

/** SQL for the credit balance in cents: positive is credit, negative is debt. Always derived from the ledger. */
export const balanceOf = (organizationId: AnyColumn) =>
  sql<number>`coalesce((
    select -sum(e.amount_cents) from ${ledgerEntries} e
    where e.organization_id = ${qualified(organizationId)} and e.account = 'customer_credit'
  ), 0)`.mapWith(Number);

/** Remaining credit of a source in cents. The oldest credit is spent first. */
export async function creditLeft(db: Database, organizationId: number, source: string): Promise<number> {
  const ofSource = and(eq(ledgerTransactions.organizationId, organizationId), eq(ledgerTransactions.source, source));
  const [known] = await db.select({ id: ledgerTransactions.id }).from(ledgerTransactions).where(ofSource).limit(1);
  if (!known) return 0;
  return creditLeftOf(source, await movementsBySource(db, organizationId));
}

const movementsBySource = (db: Database, organizationId: number) =>
  db
    .select({ amountCents: sql<number>`-${ledgerEntries.amountCents}`.mapWith(Number), source: ledgerTransactions.source })
    .from(ledgerEntries)
    .innerJoin(
      ledgerTransactions,
      and(eq(ledgerTransactions.organizationId, ledgerEntries.organizationId), eq(ledgerTransactions.id, ledgerEntries.transactionId)),
    )
    .where(ofCustomer(organizationId))
    .orderBy(ledgerEntries.id);

/** In cents, oldest first. */
export const creditsLeft = async (db: Database, organizationId: number): Promise<Map<string, number>> =>
  creditLeftBySource(await movementsBySource(db, organizationId));

/** Credit sources without a payment, such as gifts. */
export async function creditsGiven(db: Database, organizationId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ source: ledgerTransactions.source })
    .from(ledgerEntries)
    .innerJoin(
      ledgerTransactions,
      and(eq(ledgerTransactions.organizationId, ledgerEntries.organizationId), eq(ledgerTransactions.id, ledgerEntries.transactionId)),
    )
    .where(and(eq(ledgerEntries.organizationId, organizationId), eq(ledgerEntries.account, 'goodwill')));
  return new Set(rows.flatMap(({ source }) => source ?? []));
}

/** Cents by which an effect changed the credit balance: positive if credited, negative if used. */
export async function creditMovedBy(db: Database, organizationId: number, businessKey: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(-sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(
      ledgerTransactions,
      and(eq(ledgerTransactions.organizationId, ledgerEntries.organizationId), eq(ledgerTransactions.id, ledgerEntries.transactionId)),
    )
    .where(and(ofCustomer(organizationId), eq(ledgerTransactions.businessKey, businessKey)));
  return row?.cents ?? 0;
}

/** The database rejects entries of amount 0. */
export const movedEntries = (entries: readonly LedgerEntry[]): LedgerEntry[] => entries.filter(({ amountCents }) => amountCents !== 0);

/** Entries that credit a customer and debit an account: `cash` for a top-up, `goodwill` for a gift. */
export const creditEntries = (from: LedgerAccount, amountCents: number): LedgerEntry[] => [
  { account: from, amountCents },
  { account: 'customer_credit', amountCents: -amountCents },
];

/** Posts transactions. @throws a unique violation if a business key exists, or a check violation at commit if entries do not balance */
export function postToLedger(db: Database, transactions: readonly LedgerTransaction[]): Promise<void> {
  return db.transaction((tx) => postWithin(tx, transactions));
}

/** Uses the caller's transaction, which fails if a business key exists. */
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
