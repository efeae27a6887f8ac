import { and, asc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { creditNotes } from '#server/database/tables/credit-notes.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { projects } from '#server/database/tables/projects.ts';

export interface CostPeriod extends Pick<
  typeof billingPeriods.$inferSelect,
  'id' | 'plan' | 'priceBookId' | 'contract' | 'invoiceId' | 'feeInvoiceId'
> {
  readonly startSeconds: number;
  /** Actual end of a closed period, or planned end of the running period. */
  readonly endSeconds: number;
  readonly cycleEndSeconds: number;
  readonly isClosed: boolean;
}

export async function costPeriods(db: Database, organizationId: number): Promise<CostPeriod[]> {
  const { id, plan, priceBookId, contract, invoiceId, feeInvoiceId, startsAt, endsAt, closedAt } = billingPeriods;
  const rows = await db
    .select({ id, plan, priceBookId, contract, invoiceId, feeInvoiceId, startsAt, endsAt, closedAt })
    .from(billingPeriods)
    .where(eq(billingPeriods.organizationId, organizationId))
    .orderBy(asc(startsAt), asc(id));
  return rows.map(({ startsAt: starts, endsAt: ends, closedAt: closed, ...row }) => ({
    ...row,
    startSeconds: secondsOf(starts),
    endSeconds: secondsOf(closed ?? ends),
    cycleEndSeconds: secondsOf(ends),
    isClosed: closed !== null,
  }));
}

/** Cents due at finalization, from the ledger; later payments do not change them. Null if nothing was posted. */
const postedCents = sql<number | null>`(
  select sum(case when e.account = 'receivable' then e.amount_cents else 0 end)::float8 from ledger_transactions t
  join ledger_entries e on e.organization_id = t.organization_id and e.transaction_id = t.id
  where t.organization_id = invoices.organization_id and t.business_key = 'invoice:' || invoices.id || ':finalized')`;

const columns = {
  id: invoices.id,
  number: invoices.number,
  kind: invoices.kind,
  status: invoices.status,
  periodEnd: invoices.periodEnd,
  finalizedAt: invoices.finalizedAt,
  seller: invoices.seller,
  amountDueCents: invoices.amountDueCents,
  postedCents,
};

export type CostInvoice = { readonly [Field in Exclude<keyof typeof columns, 'postedCents'>]: (typeof invoices.$inferSelect)[Field] } & {
  readonly postedCents: number | null;
};

const batchSize = 100;

/** Yields batches of invoices, oldest first, with one query per batch. @param range in seconds since 1970; `until` is exclusive */
export async function* invoicesIssued(
  db: Database,
  organizationId: number,
  { from, until }: { readonly from?: number | undefined; readonly until?: number | undefined },
): AsyncGenerator<readonly CostInvoice[]> {
  let last: CostInvoice | undefined;
  do {
    const after = last && sql`(${invoices.periodEnd}, ${invoices.id}) > (to_timestamp(${secondsOf(last.periodEnd)}), ${last.id})`;
    const batch: CostInvoice[] = await db
      .select(columns)
      .from(invoices)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          from === undefined ? undefined : gte(invoices.periodEnd, instantOf(from)),
          until === undefined ? undefined : lt(invoices.periodEnd, instantOf(until)),
          after,
        ),
      )
      .orderBy(asc(invoices.periodEnd), asc(invoices.id))
      .limit(batchSize);
    if (batch.length > 0) yield batch;
    last = batch.length < batchSize ? undefined : batch.at(-1);
  } while (last);
}

const noteColumns = {
  id: creditNotes.id,
  number: creditNotes.number,
  invoiceId: creditNotes.invoiceId,
  amountCents: creditNotes.amountCents,
  balanceCents: creditNotes.balanceCents,
  reason: creditNotes.reason,
  createdAt: creditNotes.createdAt,
  seller: creditNotes.seller,
  invoiceStart: invoices.periodStart,
  invoiceEnd: invoices.periodEnd,
  finalizedAt: invoices.finalizedAt,
};

/** Returns the credit notes created in [from, until), oldest first, with the period of their invoice. */
export const creditNotesWritten = (
  db: Database,
  organizationId: number,
  { from, until }: { readonly from?: number | undefined; readonly until?: number | undefined },
) =>
  db
    .select(noteColumns)
    .from(creditNotes)
    .innerJoin(invoices, and(eq(invoices.organizationId, creditNotes.organizationId), eq(invoices.id, creditNotes.invoiceId)))
    .where(
      and(
        eq(creditNotes.organizationId, organizationId),
        from === undefined ? undefined : gte(creditNotes.createdAt, instantOf(from)),
        until === undefined ? undefined : lt(creditNotes.createdAt, instantOf(until)),
      ),
    )
    .orderBy(asc(creditNotes.createdAt), asc(creditNotes.id));

export type CostNote = Awaited<ReturnType<typeof creditNotesWritten>>[number];

/** Cents that finalized invoices carried over to later charges. A key consists of invoice ID and time of the carry-over. */
export async function carriedLater(db: Database, organizationId: number, invoiceIds: readonly string[]): Promise<Map<string, number>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await db
    .select({ invoiceId: invoiceLines.invoiceId, at: invoiceLines.periodStart, cents: invoiceLines.amountCents })
    .from(invoiceLines)
    .innerJoin(invoices, and(eq(invoices.organizationId, invoiceLines.organizationId), eq(invoices.id, invoiceLines.invoiceId)))
    .where(
      and(
        eq(invoiceLines.organizationId, organizationId),
        inArray(invoiceLines.invoiceId, [...new Set(invoiceIds)]),
        eq(invoiceLines.key, 'carried'),
        gt(invoiceLines.periodStart, invoices.finalizedAt),
      ),
    );
  return new Map(rows.map(({ invoiceId, at, cents }) => [`${invoiceId} ${secondsOf(at)}`, cents]));
}

/** Maps a branch to its project; null if the project is unknown. Keys and values are references. */
export async function branchesOf(db: Database, organizationId: number): Promise<ReadonlyMap<string, string | null>> {
  const result = await db
    .select({
      ref: projects.ref,
      parentRef: sql<
        string | null
      >`(select p.ref from projects p where p.organization_id = projects.organization_id and p.id = projects.parent_id)`,
    })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), projects.isBranch));
  return new Map(result.map(({ ref, parentRef }) => [ref, parentRef]));
}
