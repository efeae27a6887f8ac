import { sql, type SQL } from 'drizzle-orm';
import type { CountedDay } from '#server/domain/costs/usage-of-days.ts';
import type { ResourceKind, UsageMetric } from '#server/domain/metrics.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { countedBetween, usageParts } from '#server/store/usage/usage-hours.ts';

export interface DayRange {
  readonly organizationId: number;
  readonly periodId: number;
  readonly fromSeconds: number;
  /** Exclusive. */
  readonly untilSeconds: number;
}

type SpanRow = [
  ref: string,
  metric: UsageMetric,
  kind: ResourceKind,
  resourceId: string,
  fromSeconds: number,
  untilSeconds: number | null,
  quantity: string,
];

/** SQL condition: the record was booked after the period's invoice. */
const isLate = (recordId: SQL, { organizationId, periodId }: DayRange): SQL => sql`exists (
  select 1 from late_records l where l.organization_id = ${organizationId}::integer and l.record_id = ${recordId} and l.period_id = ${periodId}::bigint)`;

/** SQL condition: the invoice of the period included the record `r`. Corrections to zero are never included. */
const wasCounted = (range: DayRange): SQL =>
  sql`not ${isLate(sql`r.record_id`, range)} and (r.replaced_by is null or ${isLate(sql`r.replaced_by`, range)})
    and (r.quantity > 0 or r.replaces is null)`;

/** Reads counts and peaks from hourly sums. If a project has late records of a metric, reads all records of this metric instead. */
async function countsByDay(db: Database, range: DayRange): Promise<CountedDay[]> {
  const { organizationId, periodId, fromSeconds, untilSeconds } = range;
  const result = await db.execute(sql`
    with late as materialized (
      select distinct r.project_id, r.metric from late_records l
      join usage_records r on r.organization_id = l.organization_id and r.record_id = l.record_id
      where l.organization_id = ${organizationId}::integer and l.period_id = ${periodId}::bigint and r.until_seconds is null
    ), counted as (
      select c.project_id, c.metric, c.at / 86400 as day, c.quantity, c.highest from (${countedBetween(organizationId, usageParts(fromSeconds, untilSeconds))}) c
      where not exists (select 1 from late where late.project_id = c.project_id and late.metric = c.metric)
      union all
      select r.project_id, r.metric, r.from_seconds / 86400, r.quantity, r.quantity from late
      join usage_records r on r.organization_id = ${organizationId}::integer and r.project_id = late.project_id and r.metric = late.metric
      where r.until_seconds is null and r.from_seconds >= ${fromSeconds}::bigint and r.from_seconds < ${untilSeconds}::bigint and ${wasCounted(range)}
    )
    select coalesce(json_agg(json_build_array(d.ref, d.metric, d.day, d.sum::text, d.highest::text)), '[]') as rows from (
      select p.ref, counted.metric, counted.day, sum(counted.quantity) as sum, max(counted.highest) as highest from counted
      join projects p on p.organization_id = ${organizationId}::integer and p.id = counted.project_id
      group by 1, 2, 3
    ) d`);
  return rowsOf<{ rows: CountedDay[] }>(result)[0]?.rows ?? [];
}

/** Returns the spans that overlap the range. For this search, the range starts at the beginning of its first clock hour. */
async function spansOf(db: Database, range: DayRange): Promise<UsageEntry[]> {
  const { organizationId, fromSeconds, untilSeconds } = range;
  const firstHourSeconds = Math.floor(fromSeconds / HOUR_SECONDS) * HOUR_SECONDS;
  const result = await db.execute(sql`
    select coalesce(json_agg(json_build_array(p.ref, s.metric, s.kind, s.resource_id, s.from_seconds, s.until_seconds, s.quantity::text)), '[]') as rows from (
      select r.project_id, r.metric, r.kind, r.resource_id, r.from_seconds, r.until_seconds, r.quantity from usage_records r
      where r.organization_id = ${organizationId}::integer and r.until_seconds is not null and r.until_seconds > ${firstHourSeconds}::bigint
        and r.from_seconds < ${untilSeconds}::bigint and ${wasCounted(range)}
      union all
      select o.project_id, o.metric, o.kind, o.resource_id, o.from_seconds, o.until_seconds, o.quantity from resource_spans o
      where o.organization_id = ${organizationId}::integer and (o.until_seconds is null or o.until_seconds > ${firstHourSeconds}::bigint)
        and o.from_seconds < ${untilSeconds}::bigint
    ) s join projects p on p.organization_id = ${organizationId}::integer and p.id = s.project_id`);
  return (rowsOf<{ rows: SpanRow[] }>(result)[0]?.rows ?? []).map(
    ([projectRef, metric, kind, resourceId, from, until, quantity]): UsageEntry => ({
      projectRef,
      metric,
      kind,
      resourceId,
      fromSeconds: from,
      untilSeconds: until ?? Number.MAX_SAFE_INTEGER,
      quantity: Number(quantity),
    }),
  );
}

/**
 * Returns the usage as billed on the period's invoice. Ignores records that were booked after the invoice, even if they correct earlier
 * records.
 */
export const usageByDay = async (db: Database, range: DayRange) => ({
  counts: await countsByDay(db, range),
  spans: await spansOf(db, range),
});
