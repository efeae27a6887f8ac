import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PlanId, Tier } from '#contract/types.ts';
import type { ChangeState } from '#server/domain/change-states.ts';
import { cents, instant } from './columns.ts';
import { invoices } from './invoices.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';

/** Prices that were shown: each belongs to one organization and tier, and holds until it expires. */
export const quotes = pgTable(
  'quotes',
  {
    id: text('id').primaryKey(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    tier: text('tier').$type<Tier>().notNull(),
    /** The "now" of its arithmetic, and the start of the new cycle. */
    quotedAt: instant('quoted_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The charge of today. */
    totalCents: cents('total_cents').notNull(),
    /** What an invoice of usage at the change will leave to pay. */
    usageDueCents: cents('usage_due_cents').notNull(),
  },
  (table) => [
    unique('quote_of_organization').on(table.id, table.organizationId),
    index('quotes_by_age').on(table.expiresAt),
    check('quote_not_negative', sql`${table.totalCents} >= 0 and ${table.usageDueCents} >= 0`),
  ],
);

/** A change of plan or spend cap: written before anything is charged, and the only way to either. */
export const changes = pgTable(
  'changes',
  {
    id: text('id').primaryKey(),
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
    /** The instant that the change counts from, however late its payment completes. */
    effectiveAt: instant('effective_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Price of the new plan, less `unused`, less `balanceApplied`, is `charge`. */
    planPriceCents: cents('plan_price_cents').notNull(),
    unusedCents: cents('unused_cents').notNull(),
    balanceAppliedCents: cents('balance_applied_cents').notNull(),
    chargeCents: cents('charge_cents').notNull(),
    /** The invoice that it brought, where it brought one. */
    invoiceId: text('invoice_id').references(() => invoices.id),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    foreignKey({
      name: 'change_of_quote',
      columns: [table.quoteId, table.organizationId],
      foreignColumns: [quotes.id, quotes.organizationId],
    }),
    unique('change_of_organization').on(table.id, table.organizationId),
    uniqueIndex('one_open_change')
      .on(table.organizationId)
      .where(sql`${table.state} = 'open'`),
    uniqueIndex('one_scheduled_change')
      .on(table.organizationId)
      .where(sql`${table.state} = 'scheduled'`),
    uniqueIndex('quote_used_once')
      .on(table.quoteId)
      .where(sql`${table.state} in ('open', 'scheduled', 'applied')`),
    index('changes_by_time').on(table.organizationId, table.createdAt),
    check('change_state_known', sql`${table.state} in ('open', 'scheduled', 'applied', 'failed', 'canceled', 'expired')`),
    check('change_kind_known', sql`${table.kind} in ('plan_change', 'spend_cap')`),
    check('change_charge_not_negative', sql`${table.chargeCents} >= 0`),
    check('settled_when_over', sql`(${table.settledAt} is null) = (${table.state} in ('open', 'scheduled'))`),
  ],
);
