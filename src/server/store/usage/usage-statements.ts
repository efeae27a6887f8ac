import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { MINUTE_SECONDS } from '#server/domain/periods.ts';
import { type Database, perDatabase } from '#server/database/database.ts';
import { projects } from '#server/database/tables/projects.ts';
import { resourceSpans, usageMinutes, usageRecords, usageTotals } from '#server/database/tables/usage.ts';
import {
  type LabelRow,
  packBuckets,
  packCounted,
  packedLabels,
  packedMinutes,
  packHours,
  packRecords,
  packUsage,
  requestedMetrics,
} from './usage-rows.ts';
import {
  countedUsageBetween,
  cutTotalsAtEnd,
  joinProjectTotals,
  selectCountedSpans,
  selectSpans,
  selectTotals,
  usageParameters,
} from './usage-sources.ts';

const { organizationId, from, until } = usageParameters;
const one = sql`(select 1) as one`;

const firstOfPhoneMfa = (table: typeof usageRecords | typeof resourceSpans, isCounted: SQL = sql`true`) =>
  sql`(select min(${table.fromSeconds}) from ${table}
    where ${table.organizationId} = ${projects.organizationId} and ${table.projectId} = ${projects.id} and ${table.metric} = 'AUTH_MFA_PHONE' and ${isCounted})`;

function prepareBillReads(db: Database) {
  const totals = selectTotals(db);
  const spans = selectSpans(db);
  return {
    bySegment: db
      .select({ labels: packedLabels, rows: packUsage(sql`${totals} union all ${spans}`) })
      .from(one)
      .prepare('usage_by_segment'),
    toTheSecond: db
      .select({ labels: packedLabels, rows: packUsage(sql`${cutTotalsAtEnd(totals)} union all ${spans}`) })
      .from(one)
      .prepare('usage_to_the_second'),
    together: db
      .select({ labels: sql<LabelRow[]>`'[]'::json`, rows: packUsage(sql`${joinProjectTotals(totals)} union all ${spans}`) })
      .from(one)
      .prepare('usage_together'),
    counted: db
      .select({
        labels: sql<LabelRow[]>`'[]'::json`,
        rows: packCounted(sql`select t.*, 1 from (${joinProjectTotals(totals)}) t union all ${selectCountedSpans(db)}`),
      })
      .from(one)
      .prepare('usage_counted'),
    spans: db
      .select({ rows: packUsage(spans) })
      .from(one)
      .prepare('usage_spans'),
    lastSegment: db
      .select({
        atSeconds: sql<number | null>`(select max(${usageTotals.segmentSeconds}) from ${usageTotals}
          where ${usageTotals.organizationId} = ${organizationId} and ${usageTotals.segmentSeconds} < ${until})`.mapWith(Number),
        isCut: sql<boolean>`exists (select from ${usageMinutes}
          where ${usageMinutes.organizationId} = ${organizationId} and ${usageMinutes.minuteSeconds} > ${until}::bigint - ${sql.raw(String(MINUTE_SECONDS))})`,
      })
      .from(one)
      .prepare('usage_last_segment'),
  };
}

const prepareCountReads = (db: Database) => ({
  records: db
    .select({
      rows: packRecords(sql`(
          select r.*, r.from_seconds as at from ${projects} own
          cross join lateral (
            select held.* from ${usageRecords} held where held.organization_id = ${organizationId} and held.project_id = own.id
              and held.from_seconds >= ${from} and held.from_seconds < ${until} and held.until_seconds is null and held.replaced_by is null offset 0
          ) r where own.organization_id = ${organizationId} and r.metric = any(${requestedMetrics})) r`),
    })
    .from(one)
    .prepare('usage_records_one_by_one'),
  finer: db.select({ rows: packedMinutes }).from(one).prepare('usage_finer'),
  byBucket: db
    .select({ rows: packBuckets(countedUsageBetween) })
    .from(one)
    .prepare('usage_by_bucket'),
  byHour: db
    .select({ rows: packHours(countedUsageBetween) })
    .from(one)
    .prepare('usage_by_hour'),
});

const prepareFirstPhoneMfa = (db: Database) =>
  db
    .select({
      ref: projects.ref,
      atSeconds:
        sql<number>`least(${firstOfPhoneMfa(usageRecords, isNull(usageRecords.replacedBy))}, ${firstOfPhoneMfa(resourceSpans)})`.mapWith(
          Number,
        ),
    })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), sql`${projects.ref} = any(${sql.placeholder('refs')}::text[])`))
    .prepare('first_phone_mfa');

export const usageStatements = perDatabase((db) => ({
  ...prepareBillReads(db),
  ...prepareCountReads(db),
  firstPhoneMfa: prepareFirstPhoneMfa(db),
}));
