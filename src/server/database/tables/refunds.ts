import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DisputeState, RefundState } from '#server/domain/state-steps.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';
import { payments } from './payments.ts';

const ofOrganization = () =>
  integer('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** Refunds of payments. If a payment had no effect, its refund has no row here. */
export const refunds = pgTable(
  'refunds',
  {
    /** ID: `rf_…` if the platform requested the refund, otherwise the gateway's ID. */
    id: text('id').notNull(),
    organizationId: ofOrganization(),
    paymentId: text('payment_id').notNull(),
    /** Subject of the payment: `invoice:in_1` or `top-up:tu_1`. A refund first uses the remaining credit of this source. */
    source: text('source').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    /** Cents of the refund that are deducted from the credit balance; the rest reduces revenue. */
    creditCents: centsColumn('credit_cents').notNull(),
    state: text('state').$type<RefundState>().notNull(),
    reason: text('reason').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'refunds_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'refund_of_payment',
      columns: [table.paymentId, table.organizationId],
      foreignColumns: [payments.id, payments.organizationId],
    }).onDelete('cascade'),
    index('refunds_of_payment').on(table.paymentId),
    index('refunds_of_source').on(table.source),
    index('refunds_of_organization').on(table.organizationId),
    check('refund_positive', sql`${table.amountCents} > 0`),
    check('refund_credit_within', sql`${table.creditCents} between 0 and ${table.amountCents}`),
    check('refund_state_known', sql`${table.state} in ('pending', 'succeeded', 'failed')`),
  ],
);

/** Disputed payments whose amount a bank has withdrawn. Inquiries move no money, so they have no row. */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').notNull(),
    organizationId: ofOrganization(),
    paymentId: text('payment_id').notNull(),
    source: text('source').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    /** Credit that cannot be spent while the dispute is open. */
    heldCents: centsColumn('held_cents').notNull(),
    state: text('state').$type<DisputeState>().notNull(),
    openedAt: instantColumn('opened_at').notNull(),
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    primaryKey({ name: 'disputes_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'dispute_of_payment',
      columns: [table.paymentId, table.organizationId],
      foreignColumns: [payments.id, payments.organizationId],
    }).onDelete('cascade'),
    index('open_disputes')
      .on(table.organizationId)
      .where(sql`${table.state} = 'open'`),
    index('disputes_of_source').on(table.source),
    index('disputes_of_payment').on(table.paymentId),
    index('disputes_of_organization').on(table.organizationId),
    check('dispute_held_within', sql`${table.heldCents} between 0 and ${table.amountCents}`),
    check('dispute_state_known', sql`${table.state} in ('open', 'won', 'lost')`),
    check('dispute_closed_when_over', sql`(${table.closedAt} is null) = (${table.state} = 'open')`),
  ],
);
