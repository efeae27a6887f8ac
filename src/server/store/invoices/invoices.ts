import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { statusesThatAllow } from '#server/domain/state-steps.ts';
import { instantOf, perDatabase, rowsOf, type Database } from '#server/database/database.ts';
import { collections } from '#server/database/tables/collections.ts';
import { staffActions } from '#server/database/tables/staff-actions.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { isUncharged } from '#server/store/disputes/charge-conditions.ts';
import { invoiceCorrections } from '#server/database/tables/invoice-corrections.ts';
import { invoiceCounter, invoiceCounts, invoices } from '#server/database/tables/invoices.ts';

export const invoiceFields = {
  id: invoices.id,
  number: invoices.number,
  status: invoices.status,
  periodEnd: invoices.periodEnd,
  amountDueCents: invoices.amountDueCents,
  subtotalCents: invoices.subtotalCents,
  carriedCents: invoices.carriedCents,
  creditedCents: invoices.creditedCents,
  paymentAttempted: invoices.paymentAttempted,
  paymentIsProcessing: invoices.paymentIsProcessing,
  subscriptionId: invoices.subscriptionId,
  dueAt: invoices.dueAt,
  finalizesAt: invoices.finalizesAt,
  usageClosedAt: invoices.usageClosedAt,
  paidBy: sql<'card' | 'invoice'>`(
    select ${subscriptions.paymentMethodType} from ${subscriptions} where ${subscriptions.organizationId} = ${invoices.organizationId}
  )`,
  isUncharged,
  nextTryAt: collections.nextTryAt,
  /** Invoice number of the latest correction; null if the invoice was not corrected. */
  correctedBy: sql<string | null>`(
    select ${invoiceCorrections.correctedNumber} from ${invoiceCorrections}
    where ${invoiceCorrections.organizationId} = ${invoices.organizationId} and ${invoiceCorrections.invoiceId} = ${invoices.id}
    order by ${invoiceCorrections.position} desc limit 1
  )`,
  staffNote: sql<string | null>`(
    select ${staffActions.words} from ${staffActions}
    where ${staffActions.organizationId} = ${invoices.organizationId} and ${staffActions.invoiceId} = ${invoices.id}
    order by ${staffActions.place} desc limit 1
  )`,
};

/** Invoices past their due date with an amount due and no payment in process, oldest first. */
export const overdueInvoices = (db: Database, organizationId: number, atSeconds: number) =>
  db
    .select({ id: invoices.id, number: invoices.number, dueCents: invoices.amountDueCents, dueAt: invoices.dueAt })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        inArray(invoices.status, statusesThatAllow('pay')),
        lte(invoices.dueAt, instantOf(atSeconds)),
        gt(invoices.amountDueCents, 0),
        eq(invoices.paymentIsProcessing, false),
      ),
    )
    .orderBy(asc(invoices.dueAt), asc(invoices.id));

/** Sort order of the index. PostgreSQL uses the index only with `nulls last`, even if no value is null. */
export const newestFirst: readonly [SQL, SQL] = [sql`${invoices.periodEnd} desc nulls last`, sql`${invoices.id} desc nulls last`];

const ofOrganization = eq(invoices.organizationId, sql.placeholder('organizationId'));

const statements = perDatabase((db) => ({
  firstPages: db
    .select({
      ...invoiceFields,
      total: sql<number>`(select ${invoiceCounts.count} from ${invoiceCounts} where ${invoiceCounts.organizationId} = ${sql.placeholder('organizationId')})`,
    })
    .from(invoices)
    .leftJoin(collections, and(eq(collections.organizationId, invoices.organizationId), eq(collections.invoiceId, invoices.id)))
    .where(ofOrganization)
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('invoice_first_pages'),
  count: db
    .select({ count: invoiceCounts.count })
    .from(invoiceCounts)
    .where(eq(invoiceCounts.organizationId, sql.placeholder('organizationId')))
    .prepare('invoice_count'),
  one: db
    .select({ ...invoiceFields, billedTo: invoices.billedTo, seller: invoices.seller })
    .from(invoices)
    .leftJoin(collections, and(eq(collections.organizationId, invoices.organizationId), eq(collections.invoiceId, invoices.id)))
    .where(and(ofOrganization, eq(invoices.id, sql.placeholder('invoiceId'))))
    .prepare('invoice_of_organization'),
}));

export async function findInvoice(db: Database, organizationId: number, invoiceId: string) {
  const [row] = await statements(db).one.execute({ organizationId, invoiceId });
  return row ?? null;
}

/** No charge is planned, and no job will plan one. A member or staff must request the charge. */
export const isChargedOnRequest = ({ isUncharged, nextTryAt }: Pick<InvoiceRow, 'isUncharged' | 'nextTryAt'>): boolean =>
  isUncharged && nextTryAt === null;

/** In cents; null for an unknown id. */
export async function invoiceSums(db: Database, organizationId: number, invoiceId: string) {
  const { subtotalCents, amountDueCents, carriedCents } = invoices;
  const [row] = await db
    .select({ subtotalCents, amountDueCents, carriedCents })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  return row ?? null;
}

export type InvoiceRow = Omit<NonNullable<Awaited<ReturnType<typeof findInvoice>>>, 'billedTo' | 'seller'>;

export interface InvoiceFilters {
  readonly statuses?: readonly InvoiceRow['status'][] | undefined;
  /** The invoice's period ends at or after this instant, in seconds since 1970. */
  readonly from?: number | undefined;
  /** The invoice's period ends before this instant, in seconds since 1970. */
  readonly until?: number | undefined;
}

const isUnfiltered = ({ statuses, from, until }: InvoiceFilters): boolean =>
  statuses === undefined && from === undefined && until === undefined;

export async function countInvoices(db: Database, organizationId: number, filters: InvoiceFilters = {}): Promise<number> {
  if (!isUnfiltered(filters)) return (await placeOf(db, organizationId, 0, filters)).total;
  const [row] = await statements(db).count.execute({ organizationId });
  return row?.count ?? 0;
}

export interface PageOf {
  readonly offset: number;
  readonly limit: number;
}

export interface InvoicePage {
  readonly rows: readonly InvoiceRow[];
  readonly total: number;
}

/** Up to this offset, skipping rows is as fast as a lookup in `invoice_tallies`. */
const nearOffset = 20;

/**
 * The page is empty if it begins after the last invoice. For large offsets, `invoice_tallies` locates the first row, so that all pages take
 * the same time.
 */
export async function invoicePage(db: Database, organizationId: number, page: PageOf, filters: InvoiceFilters = {}): Promise<InvoicePage> {
  if (isUnfiltered(filters) && page.offset <= nearOffset) {
    const rows = await statements(db).firstPages.execute({ organizationId, ...page });
    return { rows, total: rows[0]?.total ?? (await countInvoices(db, organizationId)) };
  }
  const { total, endedBefore, passed } = await placeOf(db, organizationId, page.offset, filters);
  if (endedBefore === null || page.offset >= total) return { rows: [], total };
  const limit = Math.min(page.limit, total - page.offset);
  return { rows: await rowsFrom(db, organizationId, { endedBefore, passed, limit, statuses: filters.statuses }), total };
}

interface Place {
  readonly total: number;
  /**
   * The periods of all invoices on the page ended before this instant, in seconds since 1970. Null if the offset is after the last invoice.
   */
  readonly endedBefore: number | null;
  readonly passed: number;
}

const textArray = (values: readonly string[] | undefined): SQL =>
  values === undefined ? sql`null::text[]` : sql`string_to_array(${values.join(',')}::text, ',')`;

async function placeOf(db: Database, organizationId: number, offset: number, { statuses, from, until }: InvoiceFilters): Promise<Place> {
  const wanted = textArray(statuses);
  const newer = until === undefined ? sql`0` : sql`invoices_since(${organizationId}, ${wanted}, ${until})`;
  const [row] = rowsOf<{ total: string; ended_before: string | null; passed: string | null }>(
    await db.execute(sql`
      select invoices_since(${organizationId}, ${wanted}, ${from ?? 0}) - newer as total, ended_before, passed
      from (select ${newer}::bigint as newer) as counted
      left join lateral invoice_place(${organizationId}, ${wanted}, newer + ${offset}::bigint) on true`),
  );
  return {
    total: Math.max(0, Number(row?.total ?? 0)),
    endedBefore: row?.ended_before == null ? null : Number(row.ended_before),
    passed: Number(row?.passed ?? 0),
  };
}

interface Stretch {
  readonly endedBefore: number;
  readonly passed: number;
  readonly limit: number;
  readonly statuses: InvoiceFilters['statuses'];
}

/** Each status has a sorted index, so invoices of a rare status are found as fast as all invoices. */
async function rowsFrom(db: Database, organizationId: number, { endedBefore, passed, limit, statuses }: Stretch): Promise<InvoiceRow[]> {
  const ended = sql`period_end < to_timestamp(${endedBefore})`;
  const order = sql`order by period_end desc nulls last, id desc nulls last`;
  const found =
    statuses === undefined
      ? sql`select id from invoices where organization_id = ${organizationId} and ${ended} ${order} limit ${limit} offset ${passed}`
      : sql`select id from unnest(${textArray(statuses)}) as wanted cross join lateral (
          select id, period_end from invoices where organization_id = ${organizationId} and status = wanted and ${ended} ${order} limit ${passed + limit}
        ) as each ${order} limit ${limit} offset ${passed}`;
  return db
    .select(invoiceFields)
    .from(invoices)
    .leftJoin(collections, and(eq(collections.organizationId, invoices.organizationId), eq(collections.invoiceId, invoices.id)))
    .where(sql`${invoices.id} = any(array(${found}))`)
    .orderBy(desc(invoices.periodEnd), desc(invoices.id));
}

/**
 * Finds invoices by the end of their number, or by the counter in their number ('12' or '0012' finds …-0012). Includes corrections. No
 * index supports other searches.
 */
export async function searchInvoices(
  db: Database,
  organizationId: number,
  search: string,
  page: PageOf,
  { statuses, from, until }: InvoiceFilters = {},
): Promise<InvoicePage> {
  const text = search.trim().toUpperCase();
  const digits = /\d+$/.exec(text)?.[0];
  if (digits === undefined) return { rows: [], total: 0 };
  const hasNumber = (number: AnyPgColumn): SQL | undefined =>
    and(
      sql`${invoiceCounter(number)} = ${digits.replace(/^0+/, '')}`,
      digits === text ? undefined : sql`right(upper(${number}), ${text.length}) = ${text}`,
    );
  const { invoiceId, correctedNumber, creditNoteNumber } = invoiceCorrections;
  // Digits alone do not search credit note numbers, because a credit note number can end with the same digits.
  const ofPaper = or(hasNumber(correctedNumber), digits === text ? undefined : hasNumber(creditNoteNumber));
  const corrected = await db
    .select({ invoiceId })
    .from(invoiceCorrections)
    .where(and(eq(invoiceCorrections.organizationId, organizationId), ofPaper));
  const correctedIds = corrected.map((row) => row.invoiceId);
  const found = await db
    .select(invoiceFields)
    .from(invoices)
    .leftJoin(collections, and(eq(collections.organizationId, invoices.organizationId), eq(collections.invoiceId, invoices.id)))
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        correctedIds.length === 0 ? hasNumber(invoices.number) : or(hasNumber(invoices.number), inArray(invoices.id, correctedIds)),
        statuses && inArray(invoices.status, [...statuses]),
        from === undefined ? undefined : gte(invoices.periodEnd, instantOf(from)),
        until === undefined ? undefined : lt(invoices.periodEnd, instantOf(until)),
      ),
    )
    .orderBy(desc(invoices.periodEnd), desc(invoices.id))
    .limit(100);
  return { rows: found.slice(page.offset, page.offset + page.limit), total: found.length };
}
