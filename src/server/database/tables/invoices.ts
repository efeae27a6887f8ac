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

export const invoiceKinds = ['start', 'cycle', 'plan_change', 'spend_cap', 'final'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Counter at the end of an invoice number, without leading zeros, because people search for this form. */
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
    /** Amount due after credits and credit notes. A payment does not change it. */
    amountDueCents: centsColumn('amount_due_cents').notNull(),
    creditedCents: centsColumn('credited_cents').notNull().default(0),
    /** A line of this invoice moved this amount to the balance as debt, because it was too small to collect. It counts as unpaid. */
    carriedCents: centsColumn('carried_cents').notNull().default(0),
    paymentAttempted: boolean('payment_attempted').notNull().default(false),
    paymentIsProcessing: boolean('payment_is_processing').notNull().default(false),
    /** True if only a member or staff can charge the invoice. A staff plan change without `charge` sets this value. */
    chargedOnRequest: boolean('charged_on_request').notNull().default(false),
    /** Time at which a draft is finalized; null for other invoices and while a draft is held back. */
    finalizesAt: instantColumn('finalizes_at'),
    /** Only for a draft that waits for a purchase order number: the time at which its lines became final. */
    usageClosedAt: instantColumn('usage_closed_at'),
    finalizedAt: instantColumn('finalized_at'),
    dueAt: instantColumn('due_at'),
    /** Stored at finalization; null for a draft. */
    billedTo: jsonb('billed_to').$type<BilledTo>(),
    seller: jsonb('seller').$type<Seller>(),
  },
  (table) => [
    primaryKey({ name: 'invoices_pkey', columns: [table.id, table.organizationId] }),
    index('invoices_newest_first').on(table.organizationId, table.periodEnd.desc(), table.id.desc()),
    index('invoices_of_status').on(table.organizationId, table.status, table.periodEnd.desc(), table.id.desc()),
    index('invoices_by_time').on(table.periodEnd.desc(), table.id.desc()),
    index('invoices_by_status').on(table.status, table.periodEnd.desc(), table.id.desc()),
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

/** Number of invoices per organization. A trigger maintains it, so that a count reads one row. */
export const invoiceCounts = pgTable('invoice_counts', {
  organizationId: integer('organization_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  count: integer('count').notNull(),
});

/**
 * Invoices per status and time span of 2^12, 2^18 and 2^24 seconds. Triggers maintain them, so that filtered counts and page offsets take
 * constant time.
 * @public the migrations are made from it; only triggers and plain SQL use it
 */
export const invoiceTallies = pgTable(
  'invoice_tallies',
  {
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Length of the time span as a power of two: 12, 18 or 24 means 2^12, 2^18 or 2^24 seconds. */
    span: smallint('span').notNull(),
    /** Unix seconds of `period_end`, shifted right by `span`. */
    place: bigint('place', { mode: 'number' }).notNull(),
    status: text('status').$type<Invoice['status']>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.span, table.place, table.status] })],
);

export const invoiceLines = pgTable(
  'invoice_lines',
  {
    organizationId: integer('organization_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    position: integer('position').notNull(),
    periodId: bigint('period_id', { mode: 'number' }),
    key: text('key').$type<LineKey>().notNull(),
    carriedOver: boolean('carried_over').notNull(),
    reportedLater: boolean('reported_later').notNull().default(false),
    lineGroup: text('line_group').$type<LineGroup>().notNull(),
    description: text('description').notNull(),
    metric: text('metric').$type<UsageMetric>(),
    kind: text('kind').$type<ResourceKind>(),
    usageBased: boolean('usage_based').notNull(),
    /** True if the line charges or credits a part of a cycle's fee. */
    proration: boolean('proration').notNull(),
    periodStart: instantColumn('period_start').notNull(),
    periodEnd: instantColumn('period_end').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    amountBeforeDiscountCents: centsColumn('amount_before_discount_cents').notNull(),
    unitPriceDescription: text('unit_price_description').notNull(),
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
