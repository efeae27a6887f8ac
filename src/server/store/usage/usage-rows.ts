import { sql, type SQL } from 'drizzle-orm';
import type { UsageMetric, ResourceKind } from '#server/domain/metrics.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';
import type { EgressCategory } from '#server/domain/usage.ts';
import type { ProjectLabel } from '#server/database/line-format.ts';
import { projects } from '#server/database/tables/projects.ts';
import { isPeak, recordsOfMinutes } from './usage-hours.ts';
import { usageParameters } from './usage-sources.ts';

// Each statement returns one JSON value. For a large bill, reading field by field takes ten times as long as all other work together.

export type LabelRow = [ref: string, name: string, size: ProjectLabel['size']];

/** `quantity` is text, because a sum can exceed the safe integer range. */
export type UsageRow = [
  ref: string,
  metric: UsageMetric,
  kind: ResourceKind,
  resourceId: string,
  fromSeconds: number,
  untilSeconds: number | null,
  quantity: string,
  times?: number,
];

export type RecordRow = [recordId: string, ref: string, metric: UsageMetric, fromSeconds: number, quantity: string];

/** A project's sum of counts, or maximum of peaks, in the bucket from `atSeconds`. An empty ref means all projects. */
export type BucketRow = [ref: string, metric: UsageMetric, atSeconds: number, quantity: string];

/** For metrics that are counts or peaks. Egress has one row per category. */
export type HourRow = [ref: string, metric: UsageMetric, category: EgressCategory | '', atSeconds: number, sum: string, highest: string];

const { organizationId, projectRef, from } = usageParameters;
const isTogether = sql`${sql.placeholder('isTogether')}::boolean`;
const width = sql`${sql.placeholder('widthSeconds')}::bigint`;
const starts = sql`${sql.placeholder('starts')}::bigint[]`;
const ends = sql`${sql.placeholder('ends')}::bigint[]`;
const edges = sql`${sql.placeholder('edges')}::bigint[]`;
const hourSeconds = sql.raw(String(HOUR_SECONDS));

export const requestedMetrics = sql`${sql.placeholder('metrics')}::text[]`;

/** Start of the bucket that contains an instant: the last multiple of the width, or the last edge before the instant if it is later. */
const startOf = (at: SQL, widthSeconds: SQL): SQL =>
  sql`greatest(${at} / ${widthSeconds} * ${widthSeconds}, (${edges})[width_bucket(${at}, ${edges})])`;

export const packUsage = (usage: SQL) => sql<
  UsageRow[]
>`(select coalesce(json_agg(json_build_array(u.ref, u.metric, u.kind, u.resource_id, u.from_seconds, u.until_seconds, u.quantity)), '[]')
    from (${usage}) as u (ref, metric, kind, resource_id, from_seconds, until_seconds, quantity))`;

/** Rows of `packUsage` with one more column: `times`, the number of resources that the row represents. */
export const packCounted = (usage: SQL) => sql<
  UsageRow[]
>`(select coalesce(json_agg(json_build_array(u.ref, u.metric, u.kind, u.resource_id, u.from_seconds, u.until_seconds, u.quantity, u.times)), '[]')
    from (${usage}) as u (ref, metric, kind, resource_id, from_seconds, until_seconds, quantity, times))`;

export const packedLabels = sql<
  LabelRow[]
>`(select coalesce(json_agg(json_build_array(${projects.ref}, ${projects.name}, ${projects.computeSize})), '[]')
    from ${projects} where ${projects.organizationId} = ${organizationId})`;

export const packRecords = (read: SQL) => sql<
  RecordRow[]
>`(select coalesce(json_agg(json_build_array(r.record_id, p.ref, r.metric, r.at, r.quantity::text)), '[]')
    from ${read} join ${projects} p on p.organization_id = ${organizationId} and p.id = r.project_id)`;

export const packBuckets = (usage: SQL) => sql<
  BucketRow[]
>`(select coalesce(json_agg(json_build_array(coalesce(p.ref, ''), b.metric, b.at, b.quantity::text)), '[]') from (
      select case when ${isTogether} and u.metric not in (${isPeak}) then null else u.project_id end as project_id, u.metric,
        ${startOf(sql`u.at`, width)} as at,
        case when u.metric in (${isPeak}) then max(u.highest) else sum(u.quantity) end as quantity
      from (${usage}) u where u.metric = any(${requestedMetrics})
      group by 1, 2, 3
    ) b left join ${projects} p on p.organization_id = ${organizationId} and p.id = b.project_id)`;

export const packHours = (usage: SQL) => sql<
  HourRow[]
>`(select coalesce(json_agg(json_build_array(p.ref, h.metric, h.category, h.at, h.sum::text, h.highest::text)), '[]') from (
      select u.project_id, u.metric, u.category, greatest(u.at / ${hourSeconds} * ${hourSeconds}, ${from}) as at,
        sum(u.quantity) as sum, max(u.highest) as highest
      from (${usage}) u group by 1, 2, 3, 4
    ) h join ${projects} p on p.organization_id = ${organizationId} and p.id = h.project_id where ${projectRef}::text is null or p.ref = ${projectRef})`;

/** Single records, or buckets if a stretch has more than `few` records. */
export const packedMinutes = sql<{ records: RecordRow[]; buckets: BucketRow[] }>`(
    with read as materialized (
      select r.record_id, r.project_id, r.metric, r.from_seconds as at, r.quantity, r.quantity as highest,
        count(*) over (partition by width_bucket(r.from_seconds, ${starts})) <= ${sql.placeholder('few')}::bigint as are_few
      from ${recordsOfMinutes(organizationId, sql`${sql.placeholder('minutes')}::bigint[]`)}
      where r.metric = any(${requestedMetrics}) and r.from_seconds < (${ends})[width_bucket(r.from_seconds, ${starts})]
    )
    select json_build_object('records', ${packRecords(sql`(select * from read where are_few) r`)},
      'buckets', ${packBuckets(sql`select * from read where not are_few`)}))`;
