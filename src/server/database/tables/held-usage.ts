import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ResourceKind, UsageMetric } from '#server/domain/metrics.ts';
import type { EgressCategory } from '#server/domain/usage.ts';
import { centsColumn, instantColumn, secondsColumn } from './columns.ts';
import { organizations } from './organizations.ts';
import { projects } from './projects.ts';
import { approvals } from './staff-actions.ts';

/** Usage records that are held for review by staff. They are not billed, and their IDs cannot be reused. */
export const heldUsage = pgTable(
  'held_usage',
  {
    organizationId: integer('organization_id').notNull(),
    /** Each batch of records has its own approval request. */
    approvalId: text('approval_id').notNull(),
    recordId: text('record_id').notNull(),
    projectId: integer('project_id').notNull(),
    metric: text('metric').$type<UsageMetric>().notNull(),
    kind: text('kind').$type<ResourceKind>().notNull(),
    resourceId: text('resource_id').notNull(),
    category: text('category').$type<EgressCategory>(),
    fromSeconds: secondsColumn('from_seconds').notNull(),
    untilSeconds: secondsColumn('until_seconds'),
    quantity: bigint('quantity', { mode: 'number' }).notNull(),
    replaces: text('replaces'),
    sentBy: text('sent_by'),
    state: text('state').$type<'held' | 'released' | 'rejected'>().notNull().default('held'),
  },
  (table) => [
    primaryKey({ name: 'held_usage_pkey', columns: [table.organizationId, table.approvalId, table.recordId] }),
    foreignKey({
      name: 'held_usage_of_project',
      columns: [table.projectId, table.organizationId],
      foreignColumns: [projects.id, projects.organizationId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'held_usage_of_approval',
      columns: [table.approvalId, table.organizationId],
      foreignColumns: [approvals.id, approvals.organizationId],
    }).onDelete('cascade'),
    uniqueIndex('held_usage_once')
      .on(table.organizationId, table.recordId)
      .where(sql`${table.state} = 'held'`),
    index('held_usage_of_projects').on(table.projectId),
    check('held_usage_state_known', sql`${table.state} in ('held', 'released', 'rejected')`),
  ],
);

/**
 * Daily usage, for comparison with earlier days. A record counts on the UTC day of its start. Triggers of `usage_records` maintain these
 * rows.
 */
export const usageDays = pgTable(
  'usage_days',
  {
    organizationId: integer('organization_id').notNull(),
    metric: text('metric').$type<UsageMetric>().notNull(),
    /** Day of the usage, in days since 1970. */
    day: integer('day').notNull(),
    projectId: integer('project_id').notNull(),
    /** Set for spans only; empty for counts and peaks. */
    resourceId: text('resource_id').notNull(),
    /** Sum of the quantities. For a span, the quantity times its started hours. */
    quantity: numeric('quantity', { precision: 38, scale: 0 }).notNull(),
    highest: bigint('highest', { mode: 'number' }).notNull(),
    /** Sum of the started hours of all spans. `longestHours` is the number of hours of the longest span. */
    hours: bigint('hours', { mode: 'number' }).notNull(),
    longestHours: bigint('longest_hours', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'usage_days_pkey', columns: [table.organizationId, table.metric, table.day, table.projectId, table.resourceId] }),
    foreignKey({
      name: 'usage_day_of_project',
      columns: [table.projectId, table.organizationId],
      foreignColumns: [projects.id, projects.organizationId],
    }).onDelete('cascade'),
    index('usage_days_of_projects').on(table.projectId),
    index('usage_days_by_age').using('brin', table.day),
  ],
);

/** Amounts by which usage corrections reduced bills without an approval. The approval limits include these amounts. */
export const correctionSums = pgTable(
  'correction_sums',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** ID of the key or organization token that sent the correction, `service` for the service token, or `command` for the CLI. */
    sentBy: text('sent_by').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'correction_sums_pkey', columns: [table.id, table.organizationId] }),
    index('correction_sums_of_organization').on(table.organizationId),
    index('correction_sums_by_time').on(table.createdAt),
  ],
);
