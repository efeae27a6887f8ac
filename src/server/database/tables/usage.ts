import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { UsageMetric, ResourceKind } from '#server/domain/metrics.ts';
import type { EgressCategory } from '#server/domain/usage.ts';
import { secondsColumn } from './columns.ts';
import { projects } from './projects.ts';

/** A project's usage can only ever be booked on the organization that the project belongs to: each table refers to both. */
const project = () => ({
  organizationId: integer('organization_id').notNull(),
  projectId: integer('project_id').notNull(),
});

/** Measured usage as it was sent, each record once: the id is the sender's. */
export const usageRecords = pgTable(
  'usage_records',
  {
    ...project(),
    recordId: text('record_id').notNull(),
    metric: text('metric').$type<UsageMetric>().notNull(),
    kind: text('kind').$type<ResourceKind>().notNull(),
    resourceId: text('resource_id').notNull(),
    /** What the data was sent for; only egress has it. */
    category: text('category').$type<EgressCategory>(),
    fromSeconds: secondsColumn('from_seconds').notNull(),
    /** Null for counts and peaks, which happen at one instant. */
    untilSeconds: secondsColumn('until_seconds'),
    quantity: bigint('quantity', { mode: 'number' }).notNull(),
    /** The earlier record that this one corrects. */
    replaces: text('replaces'),
    /** The later record that counts instead; itself where the correction says that there was no use. Null where this one counts. */
    replacedBy: text('replaced_by'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.recordId] }),
    foreignKey({
      name: 'usage_record_of_project',
      columns: [table.projectId, table.organizationId],
      foreignColumns: [projects.id, projects.organizationId],
    }).onDelete('cascade'),
    index('usage_records_by_time').on(table.projectId, table.fromSeconds),
    index('usage_record_spans')
      .on(table.organizationId, table.untilSeconds)
      .where(sql`${table.untilSeconds} is not null`),
    uniqueIndex('one_correction_of_a_record')
      .on(table.organizationId, table.replaces)
      .where(sql`${table.replaces} is not null`),
    // Small and cheap to keep: records arrive almost in the order of their time.
    index('usage_records_by_age').using('brin', table.fromSeconds),
    index('usage_records_of_phone_mfa')
      .on(table.projectId, table.fromSeconds)
      .where(sql`${table.metric} = 'AUTH_MFA_PHONE'`),
    check('usage_not_negative', sql`${table.quantity} >= 0`),
    check('usage_span_has_length', sql`${table.untilSeconds} > ${table.fromSeconds}`),
  ],
);

/**
 * Counts and peaks of a project, added up (or their maximum) between instants that a bill distinguishes: starts of
 * periods and changes of the spend cap. A bill reads these; the records stay for everything finer.
 */
export const usageTotals = pgTable(
  'usage_totals',
  {
    ...project(),
    /** The latest such instant at or before the usage. */
    segmentSeconds: secondsColumn('segment_seconds').notNull(),
    metric: text('metric').$type<UsageMetric>().notNull(),
    quantity: numeric('quantity', { precision: 30, scale: 0 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.segmentSeconds, table.projectId, table.metric] }),
    foreignKey({
      name: 'usage_total_of_project',
      columns: [table.projectId, table.organizationId],
      foreignColumns: [projects.id, projects.organizationId],
    }).onDelete('cascade'),
  ],
);

/** What the records of one metric and cause say in a stretch of time: counts are read by the sum, peaks by the highest. */
const added = () => ({
  metric: text('metric').$type<UsageMetric>().notNull(),
  /** Empty for everything but egress. */
  category: text('category').$type<EgressCategory | ''>().notNull(),
  quantity: numeric('quantity', { precision: 30, scale: 0 }).notNull(),
  highest: bigint('highest', { mode: 'number' }).notNull(),
});

/** Counts and peaks of a project by the clock hour, which triggers of `usage_records` keep: whatever looks at times reads these. */
export const usageHours = pgTable(
  'usage_hours',
  {
    ...project(),
    hourSeconds: secondsColumn('hour_seconds').notNull(),
    ...added(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.hourSeconds, table.projectId, table.metric, table.category] }),
    foreignKey({
      name: 'usage_hour_of_project',
      columns: [table.projectId, table.organizationId],
      foreignColumns: [projects.id, projects.organizationId],
    }).onDelete('cascade'),
    // Small and cheap to keep: hours are added almost in the order of their time.
    index('usage_hours_by_age').using('brin', table.hourSeconds),
  ],
);

/**
 * The same by the minute, for the hours that something cuts: the start of a cycle, a change, now, or a spending limit. Single records are
 * read only of a minute that is cut.
 */
export const usageMinutes = pgTable(
  'usage_minutes',
  {
    ...project(),
    minuteSeconds: secondsColumn('minute_seconds').notNull(),
    ...added(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.minuteSeconds, table.projectId, table.metric, table.category] }),
    foreignKey({
      name: 'usage_minute_of_project',
      columns: [table.projectId, table.organizationId],
      foreignColumns: [projects.id, projects.organizationId],
    }).onDelete('cascade'),
    // By the day, so that only retention can use it: for a minute the planner would take it, and read far more than by the key.
    index('usage_minutes_by_day').using('brin', sql`(${table.minuteSeconds} / 86400)`),
  ],
);

/** What the platform itself runs for a project, from when to when: compute, disks, add-ons. Null runs on. */
export const resourceSpans = pgTable(
  'resource_spans',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ...project(),
    metric: text('metric').$type<UsageMetric>().notNull(),
    kind: text('kind').$type<ResourceKind>().notNull(),
    resourceId: text('resource_id').notNull(),
    /** Level in base units; 1 where only hours count. */
    quantity: bigint('quantity', { mode: 'number' }).notNull().default(1),
    fromSeconds: secondsColumn('from_seconds').notNull(),
    untilSeconds: secondsColumn('until_seconds'),
  },
  (table) => [
    primaryKey({ name: 'resource_spans_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'resource_span_of_project',
      columns: [table.projectId, table.organizationId],
      foreignColumns: [projects.id, projects.organizationId],
    }).onDelete('cascade'),
    index('open_resource_spans')
      .on(table.projectId)
      .where(sql`${table.untilSeconds} is null`),
    index('resource_spans_by_end').on(table.organizationId, table.untilSeconds),
    check('resource_level_not_negative', sql`${table.quantity} >= 0`),
    check('resource_span_not_backwards', sql`${table.untilSeconds} >= ${table.fromSeconds}`),
  ],
);
