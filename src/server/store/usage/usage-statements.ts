import { and, eq, gt, gte, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { UsageMetric, ResourceKind } from '#server/domain/metrics.ts';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#server/domain/periods.ts';
import type { EgressCategory } from '#server/domain/usage.ts';
import { perDatabase } from '#server/database/database.ts';
import type { ProjectLabel } from '#server/database/line-format.ts';
import { projects } from '#server/database/tables/projects.ts';
import { resourceSpans, usageMinutes, usageRecords, usageTotals } from '#server/database/tables/usage.ts';
import { countedUsage, isPeak, recordsOfMinutes } from './usage-hours.ts';

type LabelRow = [ref: string, name: string, size: ProjectLabel['size']];

/** The last is a text: a sum may be larger than a number holds. */
export type UsageRow = [
  ref: string,
  metric: UsageMetric,
  kind: ResourceKind,
  resourceId: string,
  fromSeconds: number,
  untilSeconds: number | null,
  quantity: string,
];

/** A count or a peak as it was sent. */
export type RecordRow = [recordId: string, ref: string, metric: UsageMetric, fromSeconds: number, quantity: string];

/** Counts of a project, added up from an instant on, or the highest of peaks. An empty ref stands for all projects together. */
export type BucketRow = [ref: string, metric: UsageMetric, atSeconds: number, quantity: string];

/** Counts and peaks of a project and an hour; egress by its cause. */
export type HourRow = [ref: string, metric: UsageMetric, category: EgressCategory | '', atSeconds: number, sum: string, highest: string];

const organizationId = sql.placeholder('organizationId');
const isTogether = sql`${sql.placeholder('isTogether')}::boolean`;
const width = sql`${sql.placeholder('widthSeconds')}::bigint`;
const starts = sql`${sql.placeholder('starts')}::bigint[]`;
const ends = sql`${sql.placeholder('ends')}::bigint[]`;
const edges = sql`${sql.placeholder('edges')}::bigint[]`;
/** Where the bucket of an instant begins: at a multiple of the width, or at an edge. */
const startOf = (at: SQL, widthSeconds: SQL): SQL =>
  sql`greatest(${at} / ${widthSeconds} * ${widthSeconds}, (${edges})[width_bucket(${at}, ${edges})])`;
const from = sql.placeholder('fromSeconds');
const until = sql.placeholder('untilSeconds');
const firstHour = sql.placeholder('firstHourSeconds');
const projectRef = sql.placeholder('projectRef');
const ofWantedProject = sql`(${projectRef}::text is null or ${projects.ref} = ${projectRef})`;
const hourSeconds = sql.raw(String(HOUR_SECONDS));

const counted = countedUsage(organizationId, {
  wholeFrom: sql.placeholder('wholeFrom'),
  wholeUntil: sql.placeholder('wholeUntil'),
  cutHours: sql.placeholder('cutHours'),
  minutesFrom: sql.placeholder('minutesFrom'),
  minutesUntil: sql.placeholder('minutesUntil'),
  cutMinutes: sql.placeholder('cutMinutes'),
  recordsFrom: sql.placeholder('recordsFrom'),
  recordsUntil: sql.placeholder('recordsUntil'),
  sumFrom: sql.placeholder('sumFrom'),
});

/** What every kind of stored usage is read as. */
const columns = (table: typeof usageRecords | typeof resourceSpans) => ({
  ref: projects.ref,
  metric: table.metric,
  kind: table.kind,
  resourceId: table.resourceId,
  fromSeconds: table.fromSeconds,
  untilSeconds: table.untilSeconds,
  quantity: sql<string>`${table.quantity}::text`.as('quantity'),
});

/** When a project first used phone MFA, by one of the tables that hold its spans. */
const firstOfPhoneMfa = (table: typeof usageRecords | typeof resourceSpans, isCounted: SQL = sql`true`) =>
  sql`(select min(${table.fromSeconds}) from ${table}
    where ${table.organizationId} = ${projects.organizationId} and ${table.projectId} = ${projects.id} and ${table.metric} = 'AUTH_MFA_PHONE' and ${isCounted})`;

/** The reads of stored usage, prepared once per database. */
export const usageStatements = perDatabase((db) => {
  const measured = db
    .select(columns(usageRecords))
    .from(usageRecords)
    .innerJoin(projects, and(eq(projects.organizationId, usageRecords.organizationId), eq(projects.id, usageRecords.projectId)))
    .where(
      and(
        eq(usageRecords.organizationId, organizationId),
        isNull(usageRecords.replacedBy),
        isNotNull(usageRecords.untilSeconds),
        gt(usageRecords.untilSeconds, firstHour),
        lt(usageRecords.fromSeconds, until),
        ofWantedProject,
      ),
    );
  const running = db
    .select(columns(resourceSpans))
    .from(resourceSpans)
    .innerJoin(projects, and(eq(projects.organizationId, resourceSpans.organizationId), eq(projects.id, resourceSpans.projectId)))
    .where(
      and(
        eq(resourceSpans.organizationId, organizationId),
        or(isNull(resourceSpans.untilSeconds), gt(resourceSpans.untilSeconds, firstHour)),
        lt(resourceSpans.fromSeconds, until),
        ofWantedProject,
      ),
    );
  const totals = db
    .select({
      ref: projects.ref,
      metric: usageTotals.metric,
      kind: sql<ResourceKind>`'primary'`.as('kind'),
      resourceId: projects.ref,
      fromSeconds: usageTotals.segmentSeconds,
      untilSeconds: usageTotals.segmentSeconds,
      quantity: sql<string>`${usageTotals.quantity}::text`.as('quantity'),
    })
    .from(usageTotals)
    .innerJoin(projects, and(eq(projects.organizationId, usageTotals.organizationId), eq(projects.id, usageTotals.projectId)))
    .where(
      and(
        eq(usageTotals.organizationId, organizationId),
        gte(usageTotals.segmentSeconds, from),
        lt(usageTotals.segmentSeconds, until),
        ofWantedProject,
      ),
    );
  /** Counts of all projects as one, without a ref; the highest of each project counts, so peaks stay apart. */
  const totalsTogether = sql`
    select * from ${totals} as t (ref, metric, kind, resource_id, from_seconds, until_seconds, quantity) where metric in (${isPeak})
    union all
    select '', c.metric, 'primary', '', c.segment_seconds, c.segment_seconds, sum(c.quantity)::text
    from ${usageTotals} c
    where c.organization_id = ${organizationId} and c.segment_seconds >= ${from} and c.segment_seconds < ${until} and c.metric not in (${isPeak})
    group by c.metric, c.segment_seconds`;
  const segment = sql.placeholder('segmentSeconds');
  /** The segment that the end lies in is summed again, up to the end. */
  const totalsToTheSecond = sql`
    select * from ${totals} as t (ref, metric, kind, resource_id, from_seconds, until_seconds, quantity) where from_seconds < ${segment}
    union all
    select p.ref, c.metric, 'primary', p.ref, ${segment}::bigint, ${segment}::bigint,
      (case when c.metric in (${isPeak}) then max(c.highest) else sum(c.quantity) end)::text
    from (${counted}) c join ${projects} p on p.organization_id = ${organizationId} and p.id = c.project_id
    where (${projectRef}::text is null or p.ref = ${projectRef}) group by p.ref, c.metric`;
  /** All rows as one value: reading them field by field takes ten times as long as all the rest of a large bill. */
  const packed = (usage: SQL) => sql<
    UsageRow[]
  >`(select coalesce(json_agg(json_build_array(u.ref, u.metric, u.kind, u.resource_id, u.from_seconds, u.until_seconds, u.quantity)), '[]')
    from (${usage}) as u (ref, metric, kind, resource_id, from_seconds, until_seconds, quantity))`;
  const labels = sql<
    LabelRow[]
  >`(select coalesce(json_agg(json_build_array(${projects.ref}, ${projects.name}, ${projects.computeSize})), '[]')
    from ${projects} where ${projects.organizationId} = ${organizationId})`;
  const metrics = sql`${sql.placeholder('metrics')}::text[]`;
  const packedRecords = (read: SQL) => sql<
    RecordRow[]
  >`(select coalesce(json_agg(json_build_array(r.record_id, p.ref, r.metric, r.at, r.quantity::text)), '[]')
    from ${read} join ${projects} p on p.organization_id = ${organizationId} and p.id = r.project_id)`;
  const packedBuckets = (usage: SQL) => sql<
    BucketRow[]
  >`(select coalesce(json_agg(json_build_array(coalesce(p.ref, ''), b.metric, b.at, b.quantity::text)), '[]') from (
      select case when ${isTogether} and u.metric not in (${isPeak}) then null else u.project_id end as project_id, u.metric,
        ${startOf(sql`u.at`, width)} as at,
        case when u.metric in (${isPeak}) then max(u.highest) else sum(u.quantity) end as quantity
      from (${usage}) u where u.metric = any(${metrics})
      group by 1, 2, 3
    ) b left join ${projects} p on p.organization_id = ${organizationId} and p.id = b.project_id)`;
  const one = sql`(select 1) as one`;
  return {
    bySegment: db
      .select({ labels, rows: packed(sql`${totals} union all ${measured} union all ${running}`) })
      .from(one)
      .prepare('usage_by_segment'),
    toTheSecond: db
      .select({ labels, rows: packed(sql`${totalsToTheSecond} union all ${measured} union all ${running}`) })
      .from(one)
      .prepare('usage_to_the_second'),
    together: db
      .select({ labels: sql<LabelRow[]>`'[]'::json`, rows: packed(sql`${totalsTogether} union all ${measured} union all ${running}`) })
      .from(one)
      .prepare('usage_together'),
    lastSegment: db
      .select({
        atSeconds: sql<number | null>`(select max(${usageTotals.segmentSeconds}) from ${usageTotals}
          where ${usageTotals.organizationId} = ${organizationId} and ${usageTotals.segmentSeconds} < ${until})`.mapWith(Number),
        isCut: sql<boolean>`exists (select from ${usageMinutes}
          where ${usageMinutes.organizationId} = ${organizationId} and ${usageMinutes.minuteSeconds} > ${until}::bigint - ${sql.raw(String(MINUTE_SECONDS))})`,
      })
      .from(one)
      .prepare('usage_last_segment'),
    records: db
      .select({
        rows: packedRecords(sql`(
          select r.*, r.from_seconds as at from ${projects} own
          cross join lateral (
            select held.* from ${usageRecords} held where held.organization_id = ${organizationId} and held.project_id = own.id
              and held.from_seconds >= ${from} and held.from_seconds < ${until} and held.until_seconds is null and held.replaced_by is null offset 0
          ) r where own.organization_id = ${organizationId} and r.metric = any(${metrics})) r`),
      })
      .from(one)
      .prepare('usage_records_one_by_one'),
    byBucket: db
      .select({ rows: packedBuckets(counted) })
      .from(one)
      .prepare('usage_by_bucket'),
    finer: db
      .select({
        rows: sql<{ records: RecordRow[]; buckets: BucketRow[] }>`(
          with read as materialized (
            select r.record_id, r.project_id, r.metric, r.from_seconds as at, r.quantity, r.quantity as highest,
              count(*) over (partition by width_bucket(r.from_seconds, ${starts})) <= ${sql.placeholder('few')}::bigint as are_few
            from ${recordsOfMinutes(organizationId, sql`${sql.placeholder('minutes')}::bigint[]`)}
            where r.metric = any(${metrics}) and r.from_seconds < (${ends})[width_bucket(r.from_seconds, ${starts})]
          )
          select json_build_object('records', ${packedRecords(sql`(select * from read where are_few) r`)},
            'buckets', ${packedBuckets(sql`select * from read where not are_few`)}))`,
      })
      .from(one)
      .prepare('usage_finer'),
    spans: db
      .select({ rows: packed(sql`${measured} union all ${running}`) })
      .from(one)
      .prepare('usage_spans'),
    byHour: db
      .select({
        rows: sql<
          HourRow[]
        >`(select coalesce(json_agg(json_build_array(p.ref, h.metric, h.category, h.at, h.sum::text, h.highest::text)), '[]') from (
            select u.project_id, u.metric, u.category, greatest(u.at / ${hourSeconds} * ${hourSeconds}, ${from}) as at,
              sum(u.quantity) as sum, max(u.highest) as highest
            from (${counted}) u group by 1, 2, 3, 4
          ) h join ${projects} p on p.organization_id = ${organizationId} and p.id = h.project_id where ${projectRef}::text is null or p.ref = ${projectRef})`,
      })
      .from(one)
      .prepare('usage_by_hour'),
    firstPhoneMfa: db
      .select({
        ref: projects.ref,
        atSeconds:
          sql<number>`least(${firstOfPhoneMfa(usageRecords, isNull(usageRecords.replacedBy))}, ${firstOfPhoneMfa(resourceSpans)})`.mapWith(
            Number,
          ),
      })
      .from(projects)
      .where(and(eq(projects.organizationId, organizationId), sql`${projects.ref} = any(${sql.placeholder('refs')}::text[])`))
      .prepare('first_phone_mfa'),
  };
});
