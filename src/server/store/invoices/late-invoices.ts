import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { stepFrom } from '#lib/dates/calendar.ts';
import { LATE_NOTICE_DAYS } from '#server/domain/collection.ts';
import { type Database, instantOf, rowsOf } from '#server/database/database.ts';
import { lateInvoices } from '#server/database/tables/late-invoices.ts';

/** A pending late invoice, which bills late usage of an organization on Free. */
export interface LateInvoiceDue {
  readonly organizationId: number;
  /** From this time on, usage of the last paid period is not accepted. In seconds since 1970. */
  readonly closesAtSeconds: number;
  readonly isCounted: boolean;
}

const noticeAt = (closesAtSeconds: number): number => stepFrom(closesAtSeconds, { days: -LATE_NOTICE_DAYS });

async function lateInvoicesAhead(db: Database, acceptedSeconds: number): Promise<LateInvoiceDue[]> {
  const result = await db.execute(sql`
    select late.organization_id as "organizationId", late.closes as "closesAtSeconds", coalesce(i.is_counted, false) as "isCounted"
    from (
      select p.organization_id, (extract(epoch from max(p.closed_at)) + ${acceptedSeconds})::bigint::float8 as closes
      from billing_periods p join subscriptions s on s.organization_id = p.organization_id
      where s.plan = 'free' and p.plan <> 'free'
        and p.organization_id in (select organization_id from billing_periods where has_late_usage)
      group by p.organization_id
    ) late
    left join late_invoices i on i.organization_id = late.organization_id and i.closes_at = to_timestamp(late.closes)
    order by late.closes, late.organization_id`);
  return rowsOf<LateInvoiceDue>(result);
}

const isDue = ({ closesAtSeconds, isCounted }: LateInvoiceDue, nowSeconds: number): boolean =>
  nowSeconds >= closesAtSeconds || (!isCounted && nowSeconds >= noticeAt(closesAtSeconds));

export async function lateInvoicesDue(db: Database, nowSeconds: number, acceptedSeconds: number, limit: number): Promise<LateInvoiceDue[]> {
  return (await lateInvoicesAhead(db, acceptedSeconds)).filter((due) => isDue(due, nowSeconds)).slice(0, limit);
}

export async function nextLateInvoice(db: Database, afterSeconds: number, acceptedSeconds: number): Promise<number | null> {
  const instants = (await lateInvoicesAhead(db, acceptedSeconds))
    .flatMap(({ closesAtSeconds }) => [noticeAt(closesAtSeconds), closesAtSeconds])
    .filter((at) => at > afterSeconds);
  return instants.length > 0 ? Math.min(...instants) : null;
}

interface Announced extends Pick<LateInvoiceDue, 'organizationId' | 'closesAtSeconds'> {
  readonly amountCents: number;
}

export async function announceLateInvoice(tx: Database, { organizationId, closesAtSeconds, amountCents }: Announced): Promise<number> {
  const [row] = await tx
    .insert(lateInvoices)
    .values({ organizationId, closesAt: instantOf(closesAtSeconds), state: 'announced', amountCents })
    .onConflictDoUpdate({ target: [lateInvoices.organizationId, lateInvoices.closesAt], set: { amountCents, isCounted: true } })
    .returning({ id: lateInvoices.id });
  if (!row) throw new Error('A late invoice has no row');
  return row.id;
}

/** Marks late invoices for recalculation after usage has arrived. Locks rows in order of their ids to avoid deadlocks. */
export async function recountLateInvoices(tx: Database, organizationIds: readonly number[]): Promise<void> {
  if (organizationIds.length === 0) return;
  const counted = tx
    .select({ id: lateInvoices.id })
    .from(lateInvoices)
    .where(and(inArray(lateInvoices.organizationId, [...organizationIds]), eq(lateInvoices.state, 'announced'), lateInvoices.isCounted))
    .orderBy(asc(lateInvoices.id))
    .for('update');
  await tx.update(lateInvoices).set({ isCounted: false }).where(inArray(lateInvoices.id, counted));
}
