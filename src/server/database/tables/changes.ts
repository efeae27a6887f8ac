import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PlanId, Tier } from '#contract/types.ts';
import type { ChangeFailure, ChangeState } from '#server/domain/state-steps.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';

export const quotes = pgTable(
  'quotes',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    tier: text('tier').$type<Tier>().notNull(),
    /** The prices apply to this instant. A change with this quote starts the new cycle at this instant. */
    quotedAt: instantColumn('quoted_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    /**
     * Amount due in cents for the change, after deduction of unused time and balance. An amount that is too small to collect is not
     * charged.
     */
    totalCents: centsColumn('total_cents').notNull(),
    /** Amount due on the invoice that bills the usage until the change. */
    usageDueCents: centsColumn('usage_due_cents').notNull(),
    proposalId: text('proposal_id'),
  },
  (table) => [
    primaryKey({ name: 'quotes_pkey', columns: [table.id, table.organizationId] }),
    index('quotes_by_age').on(table.expiresAt),
    index('quotes_of_organization').on(table.organizationId),
    check('quote_not_negative', sql`${table.totalCents} >= 0 and ${table.usageDueCents} >= 0`),
  ],
);

/** Changes of plan or spend cap. The row is written before anything is charged. */
export const changes = pgTable(
  'changes',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    quoteId: text('quote_id').notNull(),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'set null' }),
    state: text('state').$type<ChangeState>().notNull().default('open'),
    kind: text('kind').$type<'plan_change' | 'spend_cap'>().notNull(),
    tier: text('tier').$type<Tier>().notNull(),
    fromPlan: text('from_plan').$type<PlanId>().notNull(),
    fromUsageBilling: boolean('from_usage_billing').notNull(),
    /**
     * Instant for which the prices were calculated. A paid upgrade starts its cycle at this instant, even if the payment completes later.
     */
    effectiveAt: instantColumn('effective_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    /** Price of the new plan. `charge` is this price minus `unused` and `balanceApplied`, unless the result is too small to collect. */
    planPriceCents: centsColumn('plan_price_cents').notNull(),
    unusedCents: centsColumn('unused_cents').notNull(),
    balanceAppliedCents: centsColumn('balance_applied_cents').notNull(),
    chargeCents: centsColumn('charge_cents').notNull(),
    fromInvoiceId: text('from_invoice_id'),
    /** Value of unused time that is withheld while its payment is disputed. It becomes credit when the dispute is closed. */
    withheldCents: centsColumn('withheld_cents').notNull().default(0),
    /** Reason why a paid change was not applied and its payment is refunded. */
    failureReason: text('failure_reason').$type<ChangeFailure>(),
    invoiceId: text('invoice_id'),
    usageInvoiceId: text('usage_invoice_id'),
    /** Whether the change counts for the daily limit. Scheduled changes and changes by staff do not count. */
    countsForLimit: boolean('counts_for_limit').notNull().default(true),
    createdAt: instantColumn('created_at').notNull(),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    primaryKey({ name: 'changes_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'change_usage_invoice',
      columns: [table.usageInvoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }),
    foreignKey({
      name: 'change_invoice',
      columns: [table.invoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }),
    foreignKey({
      name: 'change_from_invoice',
      columns: [table.fromInvoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }),
    foreignKey({
      name: 'change_of_quote',
      columns: [table.quoteId, table.organizationId],
      foreignColumns: [quotes.id, quotes.organizationId],
    }),
    uniqueIndex('one_open_change')
      .on(table.organizationId)
      .where(sql`${table.state} = 'open'`),
    uniqueIndex('one_scheduled_change')
      .on(table.organizationId)
      .where(sql`${table.state} = 'scheduled'`),
    uniqueIndex('quote_used_once')
      .on(table.quoteId, table.organizationId)
      .where(sql`${table.state} in ('open', 'scheduled', 'applied')`),
    index('changes_of_quote').on(table.quoteId),
    index('changes_by_time').on(table.organizationId, table.createdAt),
    index('changes_applied')
      .on(table.organizationId, table.settledAt)
      .where(sql`${table.state} = 'applied' and ${table.countsForLimit}`),
    check('change_state_known', sql`${table.state} in ('open', 'scheduled', 'applied', 'failed', 'canceled', 'expired')`),
    check('change_kind_known', sql`${table.kind} in ('plan_change', 'spend_cap')`),
    check('change_charge_not_negative', sql`${table.chargeCents} >= 0`),
    check('change_failure_known', sql`${table.failureReason} in ('price_changed', 'cycle_ended', 'same_plan')`),
    check('failure_of_failed_change', sql`${table.failureReason} is null or ${table.state} = 'failed'`),
    index('changes_of_invoice')
      .on(table.fromInvoiceId)
      .where(sql`${table.fromInvoiceId} is not null`),
    index('changes_of_own_invoice')
      .on(table.invoiceId)
      .where(sql`${table.invoiceId} is not null`),
    index('changes_of_usage_invoice')
      .on(table.usageInvoiceId)
      .where(sql`${table.usageInvoiceId} is not null`),
    check('settled_when_over', sql`(${table.settledAt} is null) = (${table.state} in ('open', 'scheduled'))`),
  ],
);
