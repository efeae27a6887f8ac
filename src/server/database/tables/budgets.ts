import { sql } from 'drizzle-orm';
import { bigint, boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { BudgetScope, BudgetThreshold } from '#server/domain/budget/budget.ts';
import type { LimitWindow, ReachedPart } from '#server/domain/budget/limit-scopes.ts';
import type { LimitBasis } from '#server/domain/budget/spending-limit.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';
import { billingPeriods } from './periods.ts';

const organization = () =>
  integer('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

export const budgets = pgTable(
  'budgets',
  {
    id: text('id').notNull(),
    organizationId: organization(),
    name: text('name').notNull(),
    scope: text('scope').$type<BudgetScope>().notNull(),
    basis: text('basis').$type<LimitBasis>().notNull(),
    window: text('window').$type<LimitWindow>().notNull().default('cycle'),
    amountCents: centsColumn('amount_cents').notNull(),
    thresholds: jsonb('thresholds').$type<readonly BudgetThreshold[]>().notNull(),
    atLimit: text('at_limit').$type<'alert' | 'stop'>().notNull(),
    /** Alert recipients; null for the organization's billing recipients. */
    recipients: text('recipients').array(),
    version: integer('version').notNull().default(1),
    /** `stop_charges`: the button "Stop charges now" set the budget. This button can also remove it. */
    origin: text('origin').$type<'member' | 'stop_charges'>().notNull().default('member'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'budgets_pkey', columns: [table.id, table.organizationId] }),
    index('budgets_of_organization').on(table.organizationId),
    check('budget_amount_not_negative', sql`${table.amountCents} >= 0`),
    check('part_limits_count_overage', sql`${table.atLimit} = 'alert' or ${table.scope} = 'organization' or ${table.basis} = 'overage'`),
    check('daily_limits_stop_metrics', sql`${table.window} = 'cycle' or (${table.atLimit} = 'stop' and ${table.scope} like 'metric:%')`),
  ],
);

/** A review that finds crossed or resolved thresholds inserts an event, which causes an alert. Events outlast their budget. */
export const budgetEvents = pgTable(
  'budget_events',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: organization(),
    budgetId: text('budget_id').notNull(),
    budgetName: text('budget_name').notNull(),
    version: integer('version').notNull(),
    periodId: bigint('period_id', { mode: 'number' }).notNull(),
    at: instantColumn('at').notNull(),
    kind: text('kind').$type<'crossed' | 'resolved'>().notNull(),
    thresholds: jsonb('thresholds').$type<readonly BudgetThreshold[]>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    actualCents: centsColumn('actual_cents').notNull(),
    projectedCents: centsColumn('projected_cents').notNull(),
  },
  (table) => [
    primaryKey({ name: 'budget_events_pkey', columns: [table.id, table.organizationId] }),
    index('budget_events_of_organization').on(table.organizationId, table.id),
    index('budget_events_by_age').on(table.at),
  ],
);

/** Crossed thresholds, each stored once per cycle and version of the budget. */
export const budgetCrossings = pgTable(
  'budget_crossings',
  {
    organizationId: integer('organization_id').notNull(),
    budgetId: text('budget_id').notNull(),
    version: integer('version').notNull(),
    periodId: bigint('period_id', { mode: 'number' }).notNull(),
    percent: integer('percent').notNull(),
    on: text('on').$type<BudgetThreshold['on']>().notNull(),
    crossedAt: instantColumn('crossed_at').notNull(),
    /** Time at which corrected usage fell below the threshold. */
    resolvedAt: instantColumn('resolved_at'),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'budget_crossings_pkey',
      columns: [table.budgetId, table.version, table.periodId, table.percent, table.on, table.organizationId],
    }),
    foreignKey({
      name: 'crossing_of_event',
      columns: [table.eventId, table.organizationId],
      foreignColumns: [budgetEvents.id, budgetEvents.organizationId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'crossing_in_period',
      columns: [table.periodId, table.organizationId],
      foreignColumns: [billingPeriods.id, billingPeriods.organizationId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'crossing_of_budget',
      columns: [table.budgetId, table.organizationId],
      foreignColumns: [budgets.id, budgets.organizationId],
    }).onDelete('cascade'),
    index('budget_crossings_of_period').on(table.periodId),
    index('budget_crossings_of_event').on(table.eventId),
  ],
);

export const budgetReviews = pgTable(
  'budget_reviews',
  {
    organizationId: integer('organization_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null if only new usage can change the result of a review. */
    dueAt: instantColumn('due_at'),
    isLimitReached: boolean('is_limit_reached').notNull().default(false),
    reachedParts: jsonb('reached_parts').$type<readonly ReachedPart[]>().notNull().default([]),
  },
  (table) => [index('budget_reviews_due').on(table.dueAt)],
);
