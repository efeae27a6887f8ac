import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';
import { correctionSums, heldUsage, usageDays } from '#server/database/tables/held-usage.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { columnsOf, recordKey, type NewRecord } from './usage-writing.ts';

export type HeldRecord = Omit<typeof heldUsage.$inferSelect, 'approvalId' | 'state'>;

const record = {
  organizationId: heldUsage.organizationId,
  recordId: heldUsage.recordId,
  projectId: heldUsage.projectId,
  metric: heldUsage.metric,
  kind: heldUsage.kind,
  resourceId: heldUsage.resourceId,
  category: heldUsage.category,
  fromSeconds: heldUsage.fromSeconds,
  untilSeconds: heldUsage.untilSeconds,
  quantity: heldUsage.quantity,
  replaces: heldUsage.replaces,
  sentBy: heldUsage.sentBy,
};

const isHeld = eq(heldUsage.state, 'held');

export async function heldRecords(tx: Database, rows: readonly NewRecord[]): Promise<Map<string, HeldRecord>> {
  const organizationIds = [...new Set(rows.map(({ organizationId }) => organizationId))];
  const isOfThem = sql`${heldUsage.organizationId} = any(${sql.param(organizationIds)}::int[])`;
  const [some] = await tx.select({ id: heldUsage.recordId }).from(heldUsage).where(and(isHeld, isOfThem)).limit(1);
  if (!some) return new Map();
  const column = columnsOf(rows);
  const found = await tx
    .select(record)
    .from(heldUsage)
    .where(
      and(
        isHeld,
        sql`(${heldUsage.organizationId}, ${heldUsage.recordId}) in (
          select * from unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ recordId }) => recordId)}::text[]))`,
      ),
    );
  return new Map(found.map((row) => [recordKey(row), row]));
}

export async function hasHeldRecordsOfTokens(tx: Database, organizationId: number): Promise<boolean> {
  const [some] = await tx
    .select({ id: heldUsage.recordId })
    .from(heldUsage)
    .where(and(isHeld, eq(heldUsage.organizationId, organizationId), isNotNull(heldUsage.sentBy)))
    .limit(1);
  return some !== undefined;
}

/** Skips records that a concurrent batch holds already. */
export async function insertHeld(tx: Database, approvalId: string, rows: readonly NewRecord[]): Promise<void> {
  const values = rows.map(
    ({
      organizationId,
      recordId,
      projectId,
      metric,
      kind,
      resourceId,
      category,
      fromSeconds,
      untilSeconds,
      quantity,
      replaces,
      sentBy,
    }) => ({
      approvalId,
      organizationId,
      recordId,
      projectId,
      metric,
      kind,
      resourceId,
      category,
      fromSeconds,
      untilSeconds,
      quantity,
      replaces,
      sentBy,
    }),
  );
  // Inserts in batches, because a statement has a limited number of parameters.
  for (let at = 0; at < values.length; at += 1000)
    await tx
      .insert(heldUsage)
      .values(values.slice(at, at + 1000))
      .onConflictDoNothing();
}

export const recordsOfRequest = (db: Database, organizationId: number, approvalId: string): Promise<HeldRecord[]> =>
  db
    .select(record)
    .from(heldUsage)
    .where(and(eq(heldUsage.organizationId, organizationId), eq(heldUsage.approvalId, approvalId)))
    .orderBy(asc(heldUsage.fromSeconds), asc(heldUsage.recordId));

export async function endHeld(tx: Database, organizationId: number, approvalId: string, state: 'released' | 'rejected'): Promise<void> {
  await tx
    .update(heldUsage)
    .set({ state })
    .where(and(eq(heldUsage.organizationId, organizationId), eq(heldUsage.approvalId, approvalId), isHeld));
}

export interface HeldDay {
  readonly metric: UsageMetric;
  /** Since 1970. */
  readonly day: number;
  readonly records: number;
  readonly isCorrection: boolean;
  readonly quantity: string;
}

const mostDays = 50;

export async function heldDays(db: Database, organizationId: number): Promise<HeldDay[]> {
  const day = sql<number>`(${heldUsage.fromSeconds} / 86400)::int`;
  const isCorrection = sql<boolean>`${heldUsage.replaces} is not null`;
  return db
    .select({
      metric: heldUsage.metric,
      day,
      isCorrection,
      records: sql<number>`count(*)::int`,
      quantity: sql<string>`sum(${heldUsage.quantity})::text`,
    })
    .from(heldUsage)
    .where(and(eq(heldUsage.organizationId, organizationId), isHeld))
    .groupBy(heldUsage.metric, day, isCorrection)
    .orderBy(sql`${day} desc`, asc(heldUsage.metric))
    .limit(mostDays);
}

export interface UsageDay {
  readonly organizationId: number;
  readonly metric: UsageMetric;
  readonly day: number;
}

/** Usage of a day in each measure. Values are text, because sums can exceed the safe integer range. */
export interface DaySums {
  readonly count: string;
  readonly peak: string;
  readonly hours: string;
  readonly level: string;
}

// Records of a resource can overlap. Per day, a resource therefore counts for at most 24 hours, or for the hours of its longest record if
// these are more.
const measured = sql`sum(d.quantity)::text as count, sum(d.highest)::text as peak,
  sum(least(d.hours, greatest(24, d.longest_hours)))::text as hours,
  sum(least(d.quantity, d.highest::numeric * greatest(24, d.longest_hours)))::text as level`;

export async function sumsOfDays(tx: Database, days: readonly UsageDay[]): Promise<(UsageDay & DaySums)[]> {
  if (days.length === 0) return [];
  const column = columnsOf(days);
  return rowsOf<UsageDay & DaySums>(
    await tx.execute(sql`
      select d.organization_id as "organizationId", d.metric, d.day, ${measured} from ${usageDays} d
      join unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ metric }) => metric)}::text[],
        ${column(({ day }) => day)}::int[]) as n (organization_id, metric, day) using (organization_id, metric, day)
      group by 1, 2, 3`),
  );
}

/** Reads the `days` days before `day`. Days without usage are absent. */
export async function sumsBefore(tx: Database, { organizationId, metric, day }: UsageDay, days: number): Promise<DaySums[]> {
  return rowsOf<DaySums>(
    await tx.execute(sql`
      select ${measured} from ${usageDays} d
      where d.organization_id = ${organizationId} and d.metric = ${metric} and d.day >= ${day - days} and d.day < ${day} group by d.day`),
  );
}

export async function insertCorrectionSums(tx: Database, rows: readonly (typeof correctionSums.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(correctionSums).values([...rows]);
}

export const recordsOfDay = (
  tx: Database,
  { organizationId, metric, day }: UsageDay,
  state: 'released' | 'rejected',
): Promise<HeldRecord[]> =>
  tx
    .select(record)
    .from(heldUsage)
    .where(
      and(
        eq(heldUsage.organizationId, organizationId),
        eq(heldUsage.metric, metric),
        eq(heldUsage.state, state),
        sql`${heldUsage.fromSeconds} / 86400 = ${day}`,
      ),
    );
