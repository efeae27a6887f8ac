import { and, asc, desc, eq, gt, gte, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { groupedBy, instantOf, type Database } from '#server/database/database.ts';
import { apiKeys } from '#server/database/tables/api-keys.ts';
import { changes } from '#server/database/tables/changes.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';
import { ledgerEntries, ledgerTransactions } from '#server/database/tables/ledger.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { payments } from '#server/database/tables/payments.ts';
import { refunds } from '#server/database/tables/refunds.ts';
import { staffActions } from '#server/database/tables/staff-actions.ts';
import { newestFirst } from './invoices/invoices.ts';
import { metadataColumn } from './provisioning/operator-metadata.ts';

export interface StaffTarget {
  readonly organizationId: number;
  readonly slug: string;
  readonly invoiceId: string | null;
  readonly paymentId: string | null;
}

export async function targetOfInvoice(db: Database, invoiceId: string): Promise<StaffTarget | null> {
  const [row] = await db
    .select({ organizationId: invoices.organizationId, slug: organizations.slug })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(eq(invoices.id, invoiceId));
  return row ? { ...row, invoiceId, paymentId: null } : null;
}

/** The ID is from this database or from the gateway. */
export async function targetOfPayment(db: Database, id: string): Promise<StaffTarget | null> {
  const [row] = await db
    .select({ organizationId: payments.organizationId, slug: organizations.slug, paymentId: payments.id })
    .from(payments)
    .innerJoin(organizations, eq(organizations.id, payments.organizationId))
    .where(or(eq(payments.id, id), eq(payments.intentId, id)));
  return row ? { ...row, invoiceId: null } : null;
}

const invoiceColumns = {
  id: invoices.id,
  number: invoices.number,
  status: invoices.status,
  subtotalCents: invoices.subtotalCents,
  amountDueCents: invoices.amountDueCents,
  creditedCents: invoices.creditedCents,
  periodEnd: invoices.periodEnd,
  metadata: metadataColumn('invoice', { organization: sql`invoices.organization_id`, subject: sql`invoices.id` }),
};

interface Page {
  readonly after?: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
}

/** Unix seconds. `from` is inclusive, `until` is exclusive. */
interface TimeFilter {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

const onPage = (time: PgColumn, id: PgColumn, { after, from, until }: TimeFilter & Pick<Page, 'after'>): SQL | undefined =>
  and(
    // Compares row values, so that an index scan can start at the cursor.
    after ? sql`(${time}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id})` : undefined,
    from === undefined ? undefined : gte(time, instantOf(from)),
    until === undefined ? undefined : lt(time, instantOf(until)),
  );

interface InvoiceFilter extends Page, TimeFilter {
  readonly status?: typeof invoices.$inferSelect.status | undefined;
}

const invoicesOn = ({ status, ...page }: InvoiceFilter) =>
  and(status === undefined ? undefined : eq(invoices.status, status), onPage(invoices.periodEnd, invoices.id, page));

export const staffInvoices = (db: Database, organizationId: number, filter: InvoiceFilter) =>
  db
    .select(invoiceColumns)
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), invoicesOn(filter)))
    .orderBy(...newestFirst)
    .limit(filter.limit);

export const invoicesOfAll = (db: Database, filter: InvoiceFilter) =>
  db
    .select({ ...invoiceColumns, slug: organizations.slug })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.organizationId))
    .where(invoicesOn(filter))
    .orderBy(...newestFirst)
    .limit(filter.limit);

/** Lines in order, grouped by invoice ID, each with the version of the price book that priced the line. */
export async function staffLines(db: Database, organizationId: number, invoiceIds: readonly string[]) {
  const { invoiceId, description, amountCents, priceBook } = invoiceLines;
  const rows = await db
    .select({ invoiceId, description, amountCents, priceBook })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.organizationId, organizationId), inArray(invoiceId, [...invoiceIds])))
    .orderBy(asc(invoiceLines.position));
  return groupedBy(rows, (row) => row.invoiceId);
}

interface PaymentFilter extends Page, TimeFilter {
  readonly state?: typeof payments.$inferSelect.state | undefined;
}

const paymentsOn = ({ state, ...page }: PaymentFilter) =>
  and(state === undefined ? undefined : eq(payments.state, state), onPage(payments.createdAt, payments.id, page));

/** Payments with their pending and succeeded refunds, the paid invoice, and the slug of the organization. */
const withRefunds = (db: Database) =>
  db
    .select({
      id: payments.id,
      slug: organizations.slug,
      intentId: payments.intentId,
      state: payments.state,
      amountCents: payments.amountCents,
      createdAt: payments.createdAt,
      // The names include the table, because the subqueries have the same columns.
      invoiceId: sql<string | null>`coalesce(payments.invoice_id, (
        select c.invoice_id from ${changes} c where c.organization_id = payments.organization_id and c.id = payments.change_id))`,
      refundedCents: sql<number>`(
        select coalesce(sum(r.amount_cents), 0) from ${refunds} r
        where r.organization_id = payments.organization_id and r.payment_id = payments.id and r.state <> 'failed'
      )`.mapWith(Number),
    })
    .from(payments)
    .innerJoin(organizations, eq(organizations.id, payments.organizationId));

export const staffPayments = (db: Database, organizationId: number, filter: PaymentFilter) =>
  withRefunds(db)
    .where(and(eq(payments.organizationId, organizationId), paymentsOn(filter)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(filter.limit);

export const paymentsOfAll = (db: Database, filter: PaymentFilter) =>
  withRefunds(db).where(paymentsOn(filter)).orderBy(desc(payments.createdAt), desc(payments.id)).limit(filter.limit);

export async function staffInvoice(db: Database, organizationId: number, invoiceId: string) {
  const [row] = await db
    .select(invoiceColumns)
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  return row ?? null;
}

export async function insertStaffAction(tx: Database, row: typeof staffActions.$inferInsert): Promise<void> {
  await tx.insert(staffActions).values(row);
}

/** Oldest first. Omits credit notes, which are listed separately. */
export function staffActionsOf(db: Database, organizationId: number, invoiceId: string) {
  const { words, createdAt, place } = staffActions;
  return db
    .select({ words, createdAt })
    .from(staffActions)
    .where(
      and(eq(staffActions.organizationId, organizationId), eq(staffActions.invoiceId, invoiceId), ne(staffActions.kind, 'credit_note')),
    )
    .orderBy(asc(place));
}

/** ID of the latest ledger transaction. Under the organization lock, later transactions have a larger ID. */
export async function placeInLedger(tx: Database): Promise<number> {
  const [row] = await tx.select({ id: ledgerTransactions.id }).from(ledgerTransactions).orderBy(desc(ledgerTransactions.id)).limit(1);
  return row?.id ?? 0;
}

export const entriesSince = (tx: Database, organizationId: number, place: number) =>
  tx
    .select({
      description: ledgerTransactions.description,
      account: ledgerEntries.account,
      amountCents: ledgerEntries.amountCents,
    })
    .from(ledgerEntries)
    .innerJoin(
      ledgerTransactions,
      and(eq(ledgerTransactions.organizationId, ledgerEntries.organizationId), eq(ledgerTransactions.id, ledgerEntries.transactionId)),
    )
    .where(and(eq(ledgerEntries.organizationId, organizationId), gt(ledgerTransactions.id, place)))
    .orderBy(asc(ledgerEntries.id));

/** Includes revoked keys, because they may have created other keys. */
export const keyOrigins = (db: Database) =>
  db.select({ id: apiKeys.id, owner: apiKeys.owner, createdBy: apiKeys.createdBy }).from(apiKeys).orderBy(asc(apiKeys.id));
