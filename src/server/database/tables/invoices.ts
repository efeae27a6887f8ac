import { sql, type SQLWrapper } from 'drizzle-orm';
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
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { BilledTo, Invoice, Seller } from '#contract/types.ts';
import type { LineGroup, LineKey } from '#server/domain/lines.ts';
import type { UsageMetric, ResourceKind } from '#server/domain/metrics.ts';
import type { StoredBreakdownEntry, StoredDerivation } from '#server/database/line-format.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/** What brought an invoice about. */
export const invoiceKinds = ['start', 'cycle', 'plan_change', 'spend_cap', 'final'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** What an invoice's number ends with, without leading zeros: what people read out and search for. */
export const invoiceCounter = (number: SQLWrapper) => sql`ltrim(substring(${number} from '[0-9]+$'), '0')`;

export const invoices = pgTable(
  'invoices',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    subscriptionId: text('subscription_id').notNull(),
    number: text('number').notNull(),
    kind: text('kind').$type<InvoiceKind>().notNull(),
    status: text('status').$type<Invoice['status']>().notNull(),
    periodStart: instantColumn('period_start').notNull(),
    periodEnd: instantColumn('period_end').notNull(),
    subtotalCents: centsColumn('subtotal_cents').notNull(),
    /** What is left to pay after credits and credit notes; of a paid invoice, what was. */
    amountDueCents: centsColumn('amount_due_cents').notNull(),
    /** What credit notes have taken off it. */
    creditedCents: centsColumn('credited_cents').notNull().default(0),
    /** What is too small to collect: debt of the balance, and a line that takes it off this invoice. It counts as unpaid. */
    carriedCents: centsColumn('carried_cents').notNull().default(0),
    paymentAttempted: boolean('payment_attempted').notNull().default(false),
    paymentIsProcessing: boolean('payment_is_processing').notNull().default(false),
    /** True: a member or staff pays it or asks for a charge; no job enrols it in collections. A plan change by staff without `charge` sets it. */
    chargedOnRequest: boolean('charged_on_request').notNull().default(false),
    /** When a draft is finalized; null once it is, and while it is held back. */
    finalizesAt: instantColumn('finalizes_at'),
    finalizedAt: instantColumn('finalized_at'),
    /** When it becomes overdue; null for a draft. */
    dueAt: instantColumn('due_at'),
    /** The bill-to, fixed at finalization; null for a draft. */
    billedTo: jsonb('billed_to').$type<BilledTo>(),
    /** The seller, fixed at finalization; null for a draft. */
    seller: jsonb('seller').$type<Seller>(),
  },
  (table) => [
    primaryKey({ name: 'invoices_pkey', columns: [table.id, table.organizationId] }),
    index('invoices_newest_first').on(table.organizationId, table.periodEnd.desc(), table.id.desc()),
    index('invoices_of_status').on(table.organizationId, table.status, table.periodEnd.desc(), table.id.desc()),
    index('invoices_by_counter').on(table.organizationId, invoiceCounter(table.number)),
    index('cap_invoices')
      .on(table.organizationId)
      .where(sql`${table.kind} = 'spend_cap'`),
    index('invoices_to_finalize')
      .on(table.finalizesAt)
      .where(sql`${table.status} = 'draft'`),
    index('invoices_outstanding')
      .on(table.organizationId, table.dueAt)
      .where(sql`${table.status} in ('open', 'issued', 'uncollectible')`),
    unique('invoice_number_once').on(table.organizationId, table.number),
    check('invoice_status_known', sql`${table.status} in ('draft', 'paid', 'void', 'open', 'issued', 'uncollectible')`),
    check('invoice_kind_known', sql`${table.kind} in ('start', 'cycle', 'plan_change', 'spend_cap', 'final')`),
    check('amount_due_not_negative', sql`${table.amountDueCents} >= 0`),
    check('carried_not_negative', sql`${table.carriedCents} >= 0`),
    check('credited_not_negative', sql`${table.creditedCents} >= 0`),
  ],
);

/** Kept by a trigger, so that the total of a long history costs one row. */
export const invoiceCounts = pgTable('invoice_counts', {
  organizationId: integer('organization_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  count: integer('count').notNull(),
});

/**
 * How many invoices of each status lie in each span of time. Kept by triggers, so that a filtered total and the place of
 * any page cost the same in a history of a hundred and of a hundred thousand. Spans are 2^12, 2^18 and 2^24 seconds long,
 * each 64 times as long as the one before.
 * @public the migrations are made from it; only triggers and plain SQL use it
 */
export const invoiceTallies = pgTable(
  'invoice_tallies',
  {
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Exponent of the span's length; 12, 18 or 24. */
    span: smallint('span').notNull(),
    /** Unix seconds of `period_end`, shifted right by `span`. */
    place: bigint('place', { mode: 'number' }).notNull(),
    status: text('status').$type<Invoice['status']>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.span, table.place, table.status] })],
);

/** The lines of an invoice, in order, with their working. */
export const invoiceLines = pgTable(
  'invoice_lines',
  {
    organizationId: integer('organization_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    position: integer('position').notNull(),
    /** The billing period whose usage the line bills; null for fees. */
    periodId: bigint('period_id', { mode: 'number' }),
    key: text('key').$type<LineKey>().notNull(),
    /** Usage of an earlier period that a change of plan ended. */
    carriedOver: boolean('carried_over').notNull(),
    /** Usage of a period that an earlier invoice billed, reported after that. */
    reportedLater: boolean('reported_later').notNull().default(false),
    lineGroup: text('line_group').$type<LineGroup>().notNull(),
    description: text('description').notNull(),
    metric: text('metric').$type<UsageMetric>(),
    kind: text('kind').$type<ResourceKind>(),
    usageBased: boolean('usage_based').notNull(),
    /** A part of a cycle's fee, charged or credited. */
    proration: boolean('proration').notNull(),
    periodStart: instantColumn('period_start').notNull(),
    periodEnd: instantColumn('period_end').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    amountBeforeDiscountCents: centsColumn('amount_before_discount_cents').notNull(),
    unitPriceDescription: text('unit_price_description').notNull(),
    /** The version of the price book that it was billed by. */
    priceBook: text('price_book').notNull().default('2026'),
    derivation: jsonb('derivation').$type<StoredDerivation>(),
    breakdown: jsonb('breakdown').$type<StoredBreakdownEntry[]>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'invoice_lines_pkey', columns: [table.invoiceId, table.position, table.organizationId] }),
    foreignKey({
      name: 'line_of_invoice',
      columns: [table.invoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }).onDelete('cascade'),
    index('invoice_lines_of_period')
      .on(table.periodId)
      .where(sql`${table.periodId} is not null`),
  ],
);
