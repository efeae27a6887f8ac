import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PlanId, Subscription } from '#contract/types.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { ContractTerms, EarlierContracts } from '#server/domain/rates.ts';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .unique()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    plan: text('plan').$type<PlanId>().notNull(),
    /** Whether overage is billed; false if the spend cap is on. */
    usageBillingEnabled: boolean('usage_billing_enabled').notNull(),
    billingCycleAnchor: instantColumn('billing_cycle_anchor').notNull(),
    currentPeriodStart: instantColumn('current_period_start').notNull(),
    currentPeriodEnd: instantColumn('current_period_end').notNull(),
    paymentMethodType: text('payment_method_type').$type<Subscription['payment_method_type']>().notNull().default('card'),
    contract: jsonb('contract').$type<ContractTerms>(),
    /**
     * Contracts replaced in the running period, oldest first. If a period is created late, it gets the contract that was valid at its
     * start.
     */
    earlierContracts: jsonb('earlier_contracts').$type<EarlierContracts>().notNull().default([]),
    /** Counter of invoice numbers. No invoice number is reused. */
    invoicesNumbered: integer('invoices_numbered').notNull().default(0),
    creditNotesNumbered: integer('credit_notes_numbered').notNull().default(0),
    scheduledAt: instantColumn('scheduled_at'),
    scheduledPlan: text('scheduled_plan').$type<PlanId>(),
    scheduledUsageBilling: boolean('scheduled_usage_billing'),
    /** The event `invoice.upcoming` of the running cycle is due at this time; null after the event was recorded, and on Free. */
    upcomingEventAt: instantColumn('upcoming_event_at'),
    /** Limit that currently stops charges for usage. Triggers maintain this column and `exceeded_quotas` at commit. */
    reachedLimit: text('reached_limit').$type<'spend_cap' | 'spending_limit'>(),
    exceededQuotas: text('exceeded_quotas')
      .array()
      .$type<UsageMetric[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
  },
  (table) => [
    primaryKey({ name: 'subscriptions_pkey', columns: [table.id, table.organizationId] }),
    index('subscriptions_by_period_end').on(table.currentPeriodEnd),
    index('upcoming_events_due')
      .on(table.upcomingEventAt)
      .where(sql`${table.upcomingEventAt} is not null`),
    check('plan_known', sql`${table.plan} in ('free', 'pro', 'team', 'enterprise')`),
    check('period_has_length', sql`${table.currentPeriodEnd} > ${table.currentPeriodStart}`),
    check('reached_limit_known', sql`${table.reachedLimit} in ('spend_cap', 'spending_limit')`),
    check('payment_method_type_known', sql`${table.paymentMethodType} in ('card', 'invoice')`),
    check(
      'scheduled_change_is_whole',
      sql`num_nulls(${table.scheduledAt}, ${table.scheduledPlan}, ${table.scheduledUsageBilling}) in (0, 3)`,
    ),
  ],
);
