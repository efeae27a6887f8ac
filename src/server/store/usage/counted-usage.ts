import { sql, type Placeholder, type SQL } from 'drizzle-orm';
import { METRIC_RULES } from '#server/domain/metrics.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';
import { projects } from '#server/database/tables/projects.ts';
import { usageHours, usageRecords } from '#server/database/tables/usage.ts';

const peaks = METRIC_RULES.filter(({ measure }) => measure === 'peak').map(({ metric }) => metric);

/** The metrics of which the highest counts, as a list in a statement. */
export const isPeak = sql.join(
  peaks.map((metric) => sql`${metric}`),
  sql`, `,
);

/** Which hours of a stretch of time are read added up, and which parts of it record by record. */
interface HourParts {
  readonly wholeFrom: number;
  readonly wholeUntil: number;
  /** Hours between those that something cuts. */
  readonly cutHours: readonly number[];
  /** The parts of those hours that are read record by record: where each begins and ends, in order. */
  readonly partFrom: readonly number[];
  readonly partUntil: readonly number[];
  /** Where sums of records begin, in order: with each part, and at each edge within one. */
  readonly sumFrom: readonly number[];
}

const hourOf = (atSeconds: number): number => Math.floor(atSeconds / HOUR_SECONDS) * HOUR_SECONDS;

/** A time that nothing lies behind, within the range of the database. */
export const END_OF_TIME = hourOf(Number.MAX_SAFE_INTEGER);

/** A stretch of time by its hours. Where it begins, ends or has an edge within an hour, that hour's records are read. */
export function hourParts(fromSeconds: number, untilSeconds: number, edges: readonly number[] = []): HourParts {
  const cuts = [fromSeconds, untilSeconds, ...edges].filter((at) => at >= fromSeconds && at <= untilSeconds && at % HOUR_SECONDS !== 0);
  const cutHours = [...new Set(cuts.map(hourOf))].sort((a, b) => a - b);
  const wholeFrom = Math.ceil(fromSeconds / HOUR_SECONDS) * HOUR_SECONDS;
  const partFrom = cutHours.map((hour) => Math.max(hour, fromSeconds));
  return {
    wholeFrom,
    wholeUntil: Math.max(wholeFrom, hourOf(untilSeconds)),
    cutHours,
    partFrom,
    sumFrom: [...new Set([...partFrom, ...cuts])].sort((a, b) => a - b),
    partUntil: cutHours.map((hour) => Math.min(hour + HOUR_SECONDS, untilSeconds)),
  };
}

/** The same as parameters of a statement, whether given at once or as it runs. */
type PartParameters = Readonly<Record<keyof HourParts, Placeholder | SQL>>;

/**
 * The records of counts and peaks of a project `own` between two instants. `offset 0` keeps it a query of its own, which can only be read
 * by the index of the project and the time: the planner takes a part of an hour for so much that it would read all records instead.
 */
export const recordsBetween = (organizationId: Placeholder | number, fromSeconds: SQL, untilSeconds: SQL): SQL => sql`
  select r.* from ${usageRecords} r where r.organization_id = ${organizationId} and r.project_id = own.id
    and r.from_seconds >= ${fromSeconds} and r.from_seconds < ${untilSeconds} and r.until_seconds is null and r.replaced_by is null offset 0`;

/** Counts and peaks of an organization in a stretch of time: project_id, metric, category, at, quantity (their sum), highest. */
export const countedUsage = (organizationId: Placeholder | number, parts: PartParameters): SQL => sql`
  select h.project_id, h.metric, h.category, h.hour_seconds as at, h.quantity, h.highest from ${usageHours} h
    where h.organization_id = ${organizationId} and h.hour_seconds >= ${parts.wholeFrom} and h.hour_seconds < ${parts.wholeUntil}
      and h.hour_seconds <> all(${parts.cutHours}::bigint[])
  union all
  select own.id, r.metric, coalesce(r.category, ''), (${parts.sumFrom}::bigint[])[width_bucket(r.from_seconds, ${parts.sumFrom}::bigint[])],
      sum(r.quantity), max(r.quantity)
    from unnest(${parts.partFrom}::bigint[], ${parts.partUntil}::bigint[]) as part (from_seconds, until_seconds)
    cross join ${projects} own
    cross join lateral (${recordsBetween(organizationId, sql`part.from_seconds`, sql`part.until_seconds`)}) r
    where own.organization_id = ${organizationId} group by 1, 2, 3, 4`;

/** `countedUsage` for a statement that runs once. */
export function countedBetween(organizationId: number, parts: HourParts): SQL {
  const list = (values: readonly number[]): SQL => sql`${sql.param([...values])}`;
  return countedUsage(organizationId, {
    wholeFrom: sql`${parts.wholeFrom}::bigint`,
    wholeUntil: sql`${parts.wholeUntil}::bigint`,
    cutHours: list(parts.cutHours),
    partFrom: list(parts.partFrom),
    partUntil: list(parts.partUntil),
    sumFrom: list(parts.sumFrom),
  });
}
