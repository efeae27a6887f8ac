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

/** Stored lines of a closed period, so that reads need not price the period again. */
export interface PricedLines {
  readonly discounts: readonly LineDiscount[];
  readonly lines: readonly StoredLine[];
}

/** SQL condition for the running period and for closed periods without an invoice. */
export const isToBill = (period: Record<'closedAt' | 'invoiceId' | 'plan' | 'isEmpty', AnyPgColumn>) =>
  sql`(${period.closedAt} is null or (${period.invoiceId} is null and ${period.plan} <> 'free' and not ${period.isEmpty}))`;

/** Billing periods of a subscription, without gaps, each on one plan. The running period has no `closed_at`. */
export const billingPeriods = pgTable(
  'billing_periods',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    plan: text('plan').$type<PlanId>().notNull(),
    /** Price book in force at the start. The default is for older versions of the platform, which know only the first price book. */
    priceBookId: text('price_book_id')
      .notNull()
      .default('pb_2026')
      .references(() => priceBooks.id),
    startsAt: instantColumn('starts_at').notNull(),
    /** Planned end, which is the end of the billing cycle. */
    endsAt: instantColumn('ends_at').notNull(),
    closedAt: instantColumn('closed_at'),
    /** Plan fee of the whole cycle, charged in advance. Credits are not deducted. */
    feeChargedCents: centsColumn('fee_charged_cents').notNull(),
    feeInvoiceId: text('fee_invoice_id'),
    contract: jsonb('contract').$type<ContractTerms>(),
    capInitiallyOn: boolean('cap_initially_on').notNull(),
    /** In chronological order, in Unix seconds. */
    capChanges: jsonb('cap_changes').$type<CapTimeline['changes']>().notNull().default([]),
    /** In chronological order. */
    limitChanges: jsonb('limit_changes').$type<LimitTimeline>().notNull().default([]),
    /** Time from which a limit per cycle counts charges. Set only if a plan change began this period; the default is `startsAt`. */
    limitWindowStartsAt: instantColumn('limit_window_starts_at'),
    /**
     * Cents that the period's invoice charges for the plan fee and for usage of earlier periods. The spending limit includes these cents.
     * Null while the period is running.
     */
    limitFixedCents: centsColumn('limit_fixed_cents'),
    /** Cents charged on the UTC day in which the period ended, by counted metric. Earlier periods are included. Null without a daily limit. */
    lastDayCharges: jsonb('last_day_charges').$type<Readonly<Record<string, number>>>(),
    invoiceId: text('invoice_id'),
    /** True if the period was closed without usage, so that reads skip the period. A trigger resets this value when usage arrives. */
    isEmpty: boolean('is_empty').notNull().default(false),
    /** Lines and discounts of a closed period without an invoice. The trigger of `is_empty` deletes them when usage arrives. */
    pricedLines: jsonb('priced_lines').$type<PricedLines>(),
    /** True if usage has arrived since the period was invoiced. The next invoice bills the difference. */
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
    // Finds the periods of a price book. A price book with periods cannot be withdrawn.
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

/** Discounts on lines. A discount that applies at the start of a cycle applies to the whole cycle. */
export const discounts = pgTable(
  'discounts',
  {
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    lineKey: text('line_key').$type<LineKey>().notNull(),
    /** Share of the line in basis points. Either this share or `amountCents` is set. */
    basisPoints: integer('basis_points'),
    amountCents: centsColumn('amount_cents'),
    startsAt: instantColumn('starts_at').notNull(),
    /** The discount does not apply to periods that began before this time. Null if it applies to all periods. */
    setAt: instantColumn('set_at'),
    /** Exclusive; null if the discount has no end. */
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
