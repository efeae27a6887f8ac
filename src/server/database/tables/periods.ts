import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { PlanId } from '#contract/types.ts';
import type { LineDiscount, LineKey } from '#server/domain/lines.ts';
import type { CapTimeline } from '#server/domain/periods.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import type { LimitTimeline } from '#server/domain/budget/spending-limit.ts';
import type { StoredLine } from '#server/database/line-format.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';
import { organizations } from './organizations.ts';
import { priceBooks } from './price-books.ts';

/** What a closed period comes to, kept so that no read prices it again. */
export interface PricedLines {
  readonly discounts: readonly LineDiscount[];
  readonly lines: readonly StoredLine[];
}

/** The running period, and those that no invoice bills yet. */
export const isToBill = (period: Record<'closedAt' | 'invoiceId' | 'plan' | 'isEmpty', AnyPgColumn>) =>
  sql`(${period.closedAt} is null or (${period.invoiceId} is null and ${period.plan} <> 'free' and not ${period.isEmpty}))`;

/**
 * The timeline of a subscription: one row for each stretch of time with one plan, back to back. A stretch ends with its
 * cycle or, earlier, with a change of plan. The one that runs has no `closed_at`.
 */
export const billingPeriods = pgTable(
  'billing_periods',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    plan: text('plan').$type<PlanId>().notNull(),
    /** The version that was in force when it began. An older process of a deployment knows the first one only. */
    priceBookId: text('price_book_id')
      .notNull()
      .default('pb_2026')
      .references(() => priceBooks.id),
    startsAt: instantColumn('starts_at').notNull(),
    /** The planned end: the cycle's. */
    endsAt: instantColumn('ends_at').notNull(),
    closedAt: instantColumn('closed_at'),
    /** What was charged for the plan in advance, before credits: the value of the whole cycle's time. */
    feeChargedCents: centsColumn('fee_charged_cents').notNull(),
    /** The invoice that bills that fee; null where there is no fee. */
    feeInvoiceId: text('fee_invoice_id'),
    contract: jsonb('contract').$type<ContractTerms>(),
    capInitiallyOn: boolean('cap_initially_on').notNull(),
    /** Unix seconds, in order of time. */
    capChanges: jsonb('cap_changes').$type<CapTimeline['changes']>().notNull().default([]),
    /** Spending limits, in order of time. */
    limitChanges: jsonb('limit_changes').$type<LimitTimeline>().notNull().default([]),
    /** What else its invoice held, of which a limit takes account; null while it runs. */
    limitFixedCents: centsColumn('limit_fixed_cents'),
    /** The invoice that bills the usage of this period; null while it is on none. */
    invoiceId: text('invoice_id'),
    /** Closed, and nothing was used in it: no read loads it. A trigger takes it in again when usage for its time arrives. */
    isEmpty: boolean('is_empty').notNull().default(false),
    /**
     * The lines of a closed period that waits for its invoice, by the discounts they were priced with. The trigger that takes empty periods
     * in again drops them.
     */
    pricedLines: jsonb('priced_lines').$type<PricedLines>(),
    /** Usage has arrived since an invoice billed this period: the next one bills the difference. */
    hasLateUsage: boolean('has_late_usage').notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'billing_periods_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'period_invoice',
      columns: [table.invoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }),
    foreignKey({
      name: 'period_fee_invoice',
      columns: [table.feeInvoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }),
    uniqueIndex('one_running_period')
      .on(table.organizationId)
      .where(sql`${table.closedAt} is null`),
    index('billing_periods_by_time').on(table.organizationId, table.startsAt),
    index('billing_periods_of_invoice').on(table.invoiceId),
    // A withdrawal asks whether any period is pinned to a version.
    index('billing_periods_of_price_book').on(table.priceBookId),
    index('billing_periods_to_bill').on(table.organizationId, table.id).where(isToBill(table)),
    index('empty_billing_periods')
      .on(table.organizationId)
      .where(sql`${table.isEmpty}`),
    index('carried_billing_periods')
      .on(table.closedAt)
      .where(sql`${table.invoiceId} is null and ${table.plan} <> 'free' and not ${table.isEmpty} and not ${table.hasLateUsage}`),
    index('priced_billing_periods')
      .on(table.organizationId)
      .where(sql`${table.pricedLines} is not null`),
    index('billing_periods_by_close').on(table.organizationId, table.closedAt),
    index('billing_periods_with_late_usage')
      .on(table.organizationId)
      .where(sql`${table.hasLateUsage}`),
    index('billing_periods_of_fee')
      .on(table.feeInvoiceId)
      .where(sql`${table.feeInvoiceId} is not null`),
    check('empty_period_is_closed', sql`not ${table.isEmpty} or ${table.closedAt} is not null`),
    check('billing_period_has_length', sql`${table.endsAt} > ${table.startsAt}`),
    check('billing_period_closes_within', sql`${table.closedAt} between ${table.startsAt} and ${table.endsAt}`),
  ],
);

/** Discounts on lines; one that counts at the start of a cycle counts for all of it. */
export const discounts = pgTable(
  'discounts',
  {
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    lineKey: text('line_key').$type<LineKey>().notNull(),
    /** A share off, or an amount off: one of the two. */
    basisPoints: integer('basis_points'),
    amountCents: centsColumn('amount_cents'),
    startsAt: instantColumn('starts_at').notNull(),
    /** It counts for no period that began before it was set; null where it counts from its start. */
    setAt: instantColumn('set_at'),
    /** First instant at which it no longer counts; null goes on. */
    endsAt: instantColumn('ends_at'),
  },
  (table) => [
    primaryKey({ name: 'discounts_pkey', columns: [table.id, table.organizationId] }),
    index('discounts_of_organization').on(table.organizationId),
    check('discount_is_share_or_amount', sql`num_nonnulls(${table.basisPoints}, ${table.amountCents}) = 1`),
    check('discount_share_in_range', sql`${table.basisPoints} between 0 and 10000`),
    check('discount_amount_not_negative', sql`${table.amountCents} >= 0`),
  ],
);
