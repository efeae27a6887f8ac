import { and, eq, gt, gte, isNotNull, isNull, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { ResourceKind } from '#server/domain/metrics.ts';
import type { Database } from '#server/database/database.ts';
import { projects } from '#server/database/tables/projects.ts';
import { resourceSpans, usageRecords, usageTotals } from '#server/database/tables/usage.ts';
import { countedUsage, isPeak } from './usage-hours.ts';

export const usageParameters = {
  organizationId: sql.placeholder('organizationId'),
  projectRef: sql.placeholder('projectRef'),
  from: sql.placeholder('fromSeconds'),
  until: sql.placeholder('untilSeconds'),
} as const;

const { organizationId, projectRef, from, until } = usageParameters;
const firstHour = sql.placeholder('firstHourSeconds');
const segment = sql.placeholder('segmentSeconds');
const ofWantedProject = sql`(${projectRef}::text is null or ${projects.ref} = ${projectRef})`;

export const countedUsageBetween = countedUsage(organizationId, {
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

const columns = (table: typeof usageRecords | typeof resourceSpans) => ({
  ref: projects.ref,
  metric: table.metric,
  kind: table.kind,
  resourceId: table.resourceId,
  fromSeconds: table.fromSeconds,
  untilSeconds: table.untilSeconds,
  quantity: sql<string>`${table.quantity}::text`.as('quantity'),
});

/** Usage with a start and an end, such as compute hours. */
const selectMeasured = (db: Database) =>
  db
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

const selectRunning = (db: Database) =>
  db
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

export const selectSpans = (db: Database): SQL => sql`${selectMeasured(db)} union all ${selectRunning(db)}`;

/**
 * If resources have only one span each and these spans are equal, merges the resources into one row with a count. A start before the range
 * counts as the start of the range's first clock hour. Phone MFA is not merged, because the first project costs more.
 */
export const selectCountedSpans = (db: Database): SQL => sql`
  select case when one.metric = 'AUTH_MFA_PHONE' then one.ref else '' end, one.metric, one.kind,
    concat_ws(' ', case when one.metric = 'AUTH_MFA_PHONE' then one.resource_id else '' end, one.since, one.until, one.quantity),
    one.since, one.until, one.quantity, count(*)
  from (
    select s.ref, s.metric, s.kind, s.resource_id, greatest(min(s.from_seconds), ${firstHour}::bigint) as since,
      min(s.until_seconds) as until, min(s.quantity) as quantity
    from (${selectSpans(db)}) as s (ref, metric, kind, resource_id, from_seconds, until_seconds, quantity)
    group by s.ref, s.metric, s.kind, s.resource_id having count(*) = 1
  ) one
  group by 1, 2, 3, 4, 5, 6, 7
  union all
  select many.ref, many.metric, many.kind, many.resource_id, many.from_seconds, many.until_seconds, many.quantity, 1
  from (
    select s.*, count(*) over (partition by s.ref, s.metric, s.kind, s.resource_id) as spans
    from (${selectSpans(db)}) as s (ref, metric, kind, resource_id, from_seconds, until_seconds, quantity)
  ) many
  where many.spans > 1`;

export const selectTotals = (db: Database) =>
  db
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

/** Merges counts of all projects, with an empty ref. Peaks are not merged, because they are summed per project. */
export const joinProjectTotals = (totals: SQLWrapper): SQL => sql`
  select * from ${totals} as t (ref, metric, kind, resource_id, from_seconds, until_seconds, quantity) where metric in (${isPeak})
  union all
  select '', c.metric, 'primary', '', c.segment_seconds, c.segment_seconds, sum(c.quantity)::text
  from ${usageTotals} c
  where c.organization_id = ${organizationId} and c.segment_seconds >= ${from} and c.segment_seconds < ${until} and c.metric not in (${isPeak})
  group by c.metric, c.segment_seconds`;

/** In the segment that contains the end of the range, replaces the total by the sum until the end. */
export const cutTotalsAtEnd = (totals: SQLWrapper): SQL => sql`
  select * from ${totals} as t (ref, metric, kind, resource_id, from_seconds, until_seconds, quantity) where from_seconds < ${segment}
  union all
  select p.ref, c.metric, 'primary', p.ref, ${segment}::bigint, ${segment}::bigint,
    (case when c.metric in (${isPeak}) then max(c.highest) else sum(c.quantity) end)::text
  from (${countedUsageBetween}) c join ${projects} p on p.organization_id = ${organizationId} and p.id = c.project_id
  where (${projectRef}::text is null or p.ref = ${projectRef}) group by p.ref, c.metric`;
