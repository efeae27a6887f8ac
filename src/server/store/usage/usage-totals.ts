import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';
import { usageRecords, usageTotals } from '#server/database/tables/usage.ts';
import { countedBetween, END_OF_TIME, isPeak, usageParts } from './usage-hours.ts';
import { columnsOf } from './usage-writing.ts';

/** Splits the segment that contains the instant, and recalculates the totals of both parts. */
export async function splitTotals(tx: Database, organizationId: number, atSeconds: number): Promise<void> {
  const [segment] = rowsOf<{ from: string; until: string | null }>(
    await tx.execute(sql`
    select coalesce(max(${usageTotals.segmentSeconds}) filter (where ${usageTotals.segmentSeconds} <= ${atSeconds}), ${atSeconds})::text as "from",
      (min(${usageTotals.segmentSeconds}) filter (where ${usageTotals.segmentSeconds} > ${atSeconds}))::text as "until"
    from ${usageTotals} where ${usageTotals.organizationId} = ${organizationId}`),
  );
  const from = Number(segment?.from ?? atSeconds);
  const until = segment?.until ? Number(segment.until) : END_OF_TIME;
  if (from === atSeconds) return;
  await tx.execute(
    sql`delete from ${usageTotals} where ${usageTotals.organizationId} = ${organizationId} and ${usageTotals.segmentSeconds} = ${from}`,
  );
  await tx.execute(sql`
    insert into ${usageTotals} (organization_id, project_id, segment_seconds, metric, quantity)
    select ${organizationId}::int, u.project_id, case when u.at < ${atSeconds} then ${from}::bigint else ${atSeconds}::bigint end as segment, u.metric,
      case when u.metric in (${isPeak}) then max(u.highest) else sum(u.quantity) end
    from (${countedBetween(organizationId, usageParts(from, until, [atSeconds]))}) u
    group by u.project_id, segment, u.metric`);
}

/**
 * Removes the segment boundary at the planned end of a replaced cycle. If a sender's clock is fast, its usage can create such a boundary.
 * @param intoSeconds the start of the enlarged period
 */
export async function joinTotals(tx: Database, organizationId: number, boundarySeconds: number, intoSeconds: number): Promise<void> {
  await tx.execute(sql`
    with later as (
      delete from ${usageTotals} where ${usageTotals.organizationId} = ${organizationId} and ${usageTotals.segmentSeconds} = ${boundarySeconds}
      returning project_id, metric, quantity
    )
    insert into ${usageTotals} (organization_id, segment_seconds, project_id, metric, quantity)
    select ${organizationId}::int, coalesce((
        select max(s.segment_seconds) from ${usageTotals} s
        where s.organization_id = ${organizationId} and s.segment_seconds >= ${intoSeconds} and s.segment_seconds < ${boundarySeconds}
      ), ${intoSeconds}::bigint), project_id, metric, quantity
    from later
    on conflict (organization_id, segment_seconds, project_id, metric) do update
    set quantity = case when excluded.metric in (${isPeak}) then greatest(${usageTotals.quantity}, excluded.quantity) else ${usageTotals.quantity} + excluded.quantity end`);
}

export interface TotalAddition {
  readonly organizationId: number;
  readonly projectId: number;
  readonly segmentSeconds: number;
  readonly metric: string;
  readonly quantity: bigint;
}

/** Writes in order of the keys, so that parallel batches do not deadlock. */
export async function addToTotals(tx: Database, additions: readonly TotalAddition[]): Promise<void> {
  if (additions.length === 0) return;
  const column = columnsOf(additions);
  await tx.execute(sql`
    insert into ${usageTotals} (organization_id, project_id, segment_seconds, metric, quantity)
    select * from unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ projectId }) => projectId)}::int[],
      ${column(({ segmentSeconds }) => segmentSeconds)}::bigint[], ${column(({ metric }) => metric)}::text[],
      ${column(({ quantity }) => String(quantity))}::numeric[]) as a (organization_id, project_id, segment_seconds, metric, quantity)
    order by a.organization_id, a.segment_seconds, a.project_id, a.metric
    on conflict (organization_id, segment_seconds, project_id, metric) do update
    set quantity = case when excluded.metric in (${isPeak}) then greatest(${usageTotals.quantity}, excluded.quantity) else ${usageTotals.quantity} + excluded.quantity end`);
}

/** Recalculates totals from records after a correction. The caller must lock the organizations, so that nothing is added concurrently. */
export async function sumAgain(tx: Database, totals: readonly TotalAddition[]): Promise<void> {
  if (totals.length === 0) return;
  // Missing totals must exist first. Otherwise, a segment without a total would count in the total of the previous segment.
  await addToTotals(
    tx,
    totals.map((total) => ({ ...total, quantity: 0n })),
  );
  const column = columnsOf(totals);
  await tx.execute(sql`
    update ${usageTotals} t set quantity = coalesce((
      select case when t.metric in (${isPeak}) then max(r.quantity) else sum(r.quantity) end from ${usageRecords} r
      where r.organization_id = t.organization_id and r.project_id = t.project_id and r.metric = t.metric
        and r.until_seconds is null and r.replaced_by is null and r.from_seconds >= t.segment_seconds
        and r.from_seconds < coalesce((select min(n.segment_seconds) from ${usageTotals} n
          where n.organization_id = t.organization_id and n.segment_seconds > t.segment_seconds), 9223372036854775807)
    ), 0)
    from unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ projectId }) => projectId)}::int[],
      ${column(({ segmentSeconds }) => segmentSeconds)}::bigint[], ${column(({ metric }) => metric)}::text[]) as a (organization_id, project_id, segment_seconds, metric)
    where t.organization_id = a.organization_id and t.project_id = a.project_id and t.segment_seconds = a.segment_seconds and t.metric = a.metric`);
}
