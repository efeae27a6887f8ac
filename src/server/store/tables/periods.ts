import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PlanId } from '#contract/types.ts';
import type { LineKey } from '#server/domain/lines.ts';
import type { CapTimeline } from '#server/domain/periods.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import { cents, instant } from './columns.ts';
import { invoices } from './invoices.ts';
import { organizations } from './organizations.ts';

/**
 * The timeline of a subscription: one row for each stretch of time with one plan, back to back. A stretch ends with its
 * cycle or, earlier, with a change of plan. The one that runs has no `closed_at`.
 */
export const billingPeriods = pgTable(
  'billing_periods',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    plan: text('plan').$type<PlanId>().notNull(),
    startsAt: instant('starts_at').notNull(),
    /** The planned end: the cycle's. */
    endsAt: instant('ends_at').notNull(),
    closedAt: instant('closed_at'),
    /** What was charged for the plan in advance, before credits: the value of the whole cycle's time. */
    feeChargedCents: cents('fee_charged_cents').notNull(),
    contract: jsonb('contract').$type<ContractTerms>(),
    capInitiallyOn: boolean('cap_initially_on').notNull(),
    /** Unix seconds, in order of time. */
    capChanges: jsonb('cap_changes').$type<CapTimeline['changes']>().notNull().default([]),
    /** The invoice that bills the usage of this period; null while it is on none. */
    invoiceId: text('invoice_id').references(() => invoices.id),
  },
  (table) => [
    uniqueIndex('one_running_period')
      .on(table.organizationId)
      .where(sql`${table.closedAt} is null`),
    index('billing_periods_by_time').on(table.organizationId, table.startsAt),
    index('billing_periods_of_invoice').on(table.invoiceId),
    check('billing_period_has_length', sql`${table.endsAt} > ${table.startsAt}`),
    check('billing_period_closes_within', sql`${table.closedAt} between ${table.startsAt} and ${table.endsAt}`),
  ],
);

/** Discounts on lines; one that counts at the start of a cycle counts for all of it. */
export const discounts = pgTable(
  'discounts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    lineKey: text('line_key').$type<LineKey>().notNull(),
    /** A share off, or an amount off: one of the two. */
    basisPoints: integer('basis_points'),
    amountCents: cents('amount_cents'),
    startsAt: instant('starts_at').notNull(),
    /** First instant at which it no longer counts; null goes on. */
    endsAt: instant('ends_at'),
  },
  (table) => [
    index('discounts_of_organization').on(table.organizationId),
    check('discount_is_share_or_amount', sql`num_nonnulls(${table.basisPoints}, ${table.amountCents}) = 1`),
    check('discount_share_in_range', sql`${table.basisPoints} between 0 and 10000`),
    check('discount_amount_not_negative', sql`${table.amountCents} >= 0`),
  ],
);
