import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { UsageMetric, ResourceKind } from '#server/domain/metrics.ts';
import type { EgressCategory } from '#server/domain/usage.ts';
import { secondsColumn } from './columns.ts';
import { projects } from './projects.ts';

/** References project and organization together, so that usage is booked only on the organization of its project. */
const project = () => ({
  organizationId: integer('organization_id').notNull(),
  projectId: integer('project_id').notNull(),
});

/** Records as sent. The sender's record ID is unique within the organization. */
export const usageRecords = pgTable(
  'usage_records',
  {
    ...project(),
    recordId: text('record_id').notNull(),
    metric: text('metric').$type<UsageMetric>().notNull(),
    kind: text('kind').$type<ResourceKind>().notNull(),
    resourceId: text('resource_id').notNull(),
    /** Cause of the transfer, for egress only. */
    category: text('category').$type<EgressCategory>(),
    fromSeconds: secondsColumn('from_seconds').notNull(),
    /** Null for counts and peaks, which occur at one instant. */
    untilSeconds: secondsColumn('until_seconds'),
    quantity: bigint('quantity', { mode: 'number' }).notNull(),
    replaces: text('replaces'),
    /** Null if this record counts, otherwise the record that replaces it. A correction to zero never counts and contains its own ID. */
    replacedBy: text('replaced_by'),
    /** ID of the organization token that sent the record; null if the operator's programs sent it. */
    sentBy: text('sent_by'),
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
    // BRIN is small and cheap, because records arrive roughly in chronological order.
    index('usage_records_by_age').using('brin', table.fromSeconds),
    index('usage_records_of_phone_mfa')
      .on(table.projectId, table.fromSeconds)
      .where(sql`${table.metric} = 'AUTH_MFA_PHONE'`),
    check('usage_not_negative', sql`${table.quantity} >= 0`),
    check('usage_span_has_length', sql`${table.untilSeconds} > ${table.fromSeconds}`),
  ],
);

/**
 * Usage per segment: the sum of counts, and the maximum of peaks. A new segment starts with a period, and at a change of the spend cap or a
 * limit.
 */
export const usageTotals = pgTable(
  'usage_totals',
  {
    ...project(),
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

/** Counted metrics use `quantity`, the sum of their records. Peak metrics use `highest`, the maximum of their records. */
const added = () => ({
  metric: text('metric').$type<UsageMetric>().notNull(),
  /** Empty for metrics other than egress. */
  category: text('category').$type<EgressCategory | ''>().notNull(),
  quantity: numeric('quantity', { precision: 30, scale: 0 }).notNull(),
  highest: bigint('highest', { mode: 'number' }).notNull(),
});

/** Counts and peaks by hour, for daily usage and the effect of limits. Triggers of `usage_records` maintain these rows. */
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
    index('usage_hours_by_age').using('brin', table.hourSeconds),
  ],
);

/**
 * Contains `usageHours` by minute. Minutes are read if an hour must be split, for example at a change of a limit. If a minute must be
 * split, its records are read.
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
    // For retention only. The planner would use an index by minute instead of the primary key and read far more rows.
    index('usage_minutes_by_day').using('brin', sql`(${table.minuteSeconds} / 86400)`),
  ],
);

/** Resources that the platform runs for a project: compute, disks, add-ons. A span without an end is still running. */
export const resourceSpans = pgTable(
  'resource_spans',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ...project(),
    metric: text('metric').$type<UsageMetric>().notNull(),
    kind: text('kind').$type<ResourceKind>().notNull(),
    resourceId: text('resource_id').notNull(),
    /** Quantity in base units; 1 if only the hours count. */
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
