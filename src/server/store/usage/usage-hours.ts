import { sql, type Placeholder, type SQL } from 'drizzle-orm';
import { METRIC_RULES } from '#server/domain/metrics.ts';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#server/domain/periods.ts';
import { usageHours, usageMinutes, usageRecords } from '#server/database/tables/usage.ts';

const peaks = METRIC_RULES.filter(({ measure }) => measure === 'peak').map(({ metric }) => metric);

export const isPeak = sql.join(
  peaks.map((metric) => sql`${metric}`),
  sql`, `,
);

/** A time range, split by how its usage is read: whole hours, whole minutes of split hours, and single records of split minutes. */
interface UsageParts {
  readonly wholeFrom: number;
  readonly wholeUntil: number;
  /** Hours whose usage is read minute by minute. */
  readonly cutHours: readonly number[];
  /** For each hour of `cutHours`: start of the part that is read by minute. `minutesUntil` contains the end of this part. */
  readonly minutesFrom: readonly number[];
  readonly minutesUntil: readonly number[];
  /** Minutes whose usage is read record by record. */
  readonly cutMinutes: readonly number[];
  readonly recordsFrom: number;
  readonly recordsUntil: number;
  /** Sorted times at which a new sum of records begins: the starts of `cutMinutes`, and the edges inside these minutes. */
  readonly sumFrom: readonly number[];
}

const multipleBefore = (atSeconds: number, widthSeconds: number): number => Math.floor(atSeconds / widthSeconds) * widthSeconds;
const inOrder = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

/** Latest time: a whole hour within the range that the database supports. */
export const END_OF_TIME = multipleBefore(Number.MAX_SAFE_INTEGER, HOUR_SECONDS);

/**
 * Splits [from, until) into whole hours, whole minutes and single records.
 * @param edges the instants at which sums are split: no sum covers usage on both sides of an edge
 * @param byMinute the hours that are always read by minute
 */
export function usageParts(
  fromSeconds: number,
  untilSeconds: number,
  edges: readonly number[] = [],
  byMinute: readonly number[] = [],
): UsageParts {
  const cuts = [fromSeconds, untilSeconds, ...edges].filter((at) => at >= fromSeconds && at <= untilSeconds);
  const within = (widthSeconds: number): number[] => cuts.filter((at) => at % widthSeconds !== 0);
  const cutHours = inOrder([...byMinute, ...within(HOUR_SECONDS).map((at) => multipleBefore(at, HOUR_SECONDS))]);
  const minuteCuts = within(MINUTE_SECONDS);
  const cutMinutes = inOrder(minuteCuts.map((at) => multipleBefore(at, MINUTE_SECONDS)));
  const wholeFrom = Math.ceil(fromSeconds / HOUR_SECONDS) * HOUR_SECONDS;
  const firstMinute = Math.ceil(fromSeconds / MINUTE_SECONDS) * MINUTE_SECONDS;
  const lastMinute = multipleBefore(untilSeconds, MINUTE_SECONDS);
  return {
    wholeFrom,
    wholeUntil: Math.max(wholeFrom, multipleBefore(untilSeconds, HOUR_SECONDS)),
    cutHours,
    minutesFrom: cutHours.map((hour) => Math.max(hour, firstMinute)),
    minutesUntil: cutHours.map((hour) => Math.min(hour + HOUR_SECONDS, lastMinute)),
    cutMinutes,
    recordsFrom: fromSeconds,
    recordsUntil: untilSeconds,
    sumFrom: inOrder([...cutMinutes, ...minuteCuts]),
  };
}

type PartParameters = Readonly<Record<keyof UsageParts, Placeholder | SQL>>;

/** `offset 0` forces index reads. Without it, the planner overestimates the rows and scans the table. */
export const recordsOfMinutes = (organizationId: Placeholder | number, minutes: SQL): SQL => sql`
  (select distinct m.project_id, m.minute_seconds from unnest(${minutes}) as minute (at)
    cross join lateral (select * from ${usageMinutes} held where held.organization_id = ${organizationId} and held.minute_seconds = minute.at offset 0) m) used
  cross join lateral (select r.* from ${usageRecords} r where r.organization_id = ${organizationId} and r.project_id = used.project_id
    and r.from_seconds >= used.minute_seconds and r.from_seconds < used.minute_seconds + ${sql.raw(String(MINUTE_SECONDS))}
    and r.until_seconds is null and r.replaced_by is null offset 0) r`;

/** Counts and peaks in a time range. Columns: project_id, metric, category, at, quantity (sum), highest. */
export const countedUsage = (organizationId: Placeholder | number, parts: PartParameters): SQL => sql`
  select h.project_id, h.metric, h.category, h.hour_seconds as at, h.quantity, h.highest from ${usageHours} h
    where h.organization_id = ${organizationId} and h.hour_seconds >= ${parts.wholeFrom} and h.hour_seconds < ${parts.wholeUntil}
      and h.hour_seconds <> all(${parts.cutHours}::bigint[])
  union all
  select m.project_id, m.metric, m.category, m.minute_seconds, m.quantity, m.highest
    from unnest(${parts.minutesFrom}::bigint[], ${parts.minutesUntil}::bigint[]) as part (from_seconds, until_seconds)
    cross join lateral (select * from ${usageMinutes} held where held.organization_id = ${organizationId}
      and held.minute_seconds >= part.from_seconds and held.minute_seconds < part.until_seconds offset 0) m
    where m.minute_seconds <> all(${parts.cutMinutes}::bigint[])
  union all
  select r.project_id, r.metric, coalesce(r.category, ''), (${parts.sumFrom}::bigint[])[width_bucket(r.from_seconds, ${parts.sumFrom}::bigint[])],
      sum(r.quantity), max(r.quantity)
    from ${recordsOfMinutes(organizationId, sql`${parts.cutMinutes}::bigint[]`)}
    where r.from_seconds >= ${parts.recordsFrom} and r.from_seconds < ${parts.recordsUntil} group by 1, 2, 3, 4`;

/** Returns `countedUsage` with values instead of placeholders, for a statement that runs only once. */
export function countedBetween(organizationId: number, parts: UsageParts): SQL {
  const list = (values: readonly number[]): SQL => sql`${sql.param([...values])}`;
  return countedUsage(organizationId, {
    wholeFrom: sql`${parts.wholeFrom}::bigint`,
    wholeUntil: sql`${parts.wholeUntil}::bigint`,
    cutHours: list(parts.cutHours),
    minutesFrom: list(parts.minutesFrom),
    minutesUntil: list(parts.minutesUntil),
    cutMinutes: list(parts.cutMinutes),
    recordsFrom: sql`${parts.recordsFrom}::bigint`,
    recordsUntil: sql`${parts.recordsUntil}::bigint`,
    sumFrom: list(parts.sumFrom),
  });
}
