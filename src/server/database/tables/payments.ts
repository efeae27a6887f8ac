import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PaymentState, TopUpState } from '#server/domain/state-steps.ts';
import { changes } from './changes.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';

export const topUps = pgTable(
  'top_ups',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'set null' }),
    state: text('state').$type<TopUpState>().notNull().default('open'),
    amountCents: centsColumn('amount_cents').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'top_ups_pkey', columns: [table.id, table.organizationId] }),
    index('open_top_ups')
      .on(table.organizationId)
      .where(sql`${table.state} = 'open'`),
    index('top_ups_of_organization').on(table.organizationId),
    check('top_up_state_known', sql`${table.state} in ('open', 'credited', 'failed', 'canceled')`),
    check('top_up_amount_allowed', sql`${table.amountCents} between 10000 and 200000 and ${table.amountCents} % 100 = 0`),
  ],
);

const live = sql`('sending', 'requires_action', 'requires_method', 'processing')`;

/** Payment attempts. Each row is written before the gateway call, and is the outbox entry of the charge. */
export const payments = pgTable(
  'payments',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    changeId: text('change_id'),
    topUpId: text('top_up_id'),
    invoiceId: text('invoice_id'),
    attempt: integer('attempt').notNull(),
    /** Idempotency key at the gateway, for example `change:chg_1:1`. */
    key: text('key').notNull(),
    channel: text('channel').$type<'intent' | 'checkout' | 'setup'>().notNull(),
    state: text('state').$type<PaymentState>().notNull().default('sending'),
    amountCents: centsColumn('amount_cents').notNull(),
    /** Null if the payer chooses the method on the gateway's page. */
    methodId: text('method_id'),
    /** True if the payment method is new and is attached when the payment succeeds. */
    keepsMethod: boolean('keeps_method').notNull().default(false),
    offSession: boolean('off_session').notNull(),
    intentId: text('intent_id').unique(),
    sessionId: text('session_id').unique(),
    /** The payer returns from the payment page to this allowed origin; null for the platform's origin. */
    returnOrigin: text('return_origin'),
    /** Client secret of the intent, or URL of the payment page; null when the payer can no longer use it. */
    secret: text('secret'),
    failureCode: text('failure_code'),
    declineCode: text('decline_code'),
    /** Charge and card of the last counted decline, so that no decline counts twice. Several cards can be tried per payment. */
    countedDecline: text('counted_decline'),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    /** The payment can exist at the gateway from this real time on. */
    sentAt: instantColumn('sent_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'payments_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'payment_of_invoice',
      columns: [table.invoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }),
    foreignKey({
      name: 'payment_of_change',
      columns: [table.changeId, table.organizationId],
      foreignColumns: [changes.id, changes.organizationId],
    }),
    foreignKey({
      name: 'payment_of_top_up',
      columns: [table.topUpId, table.organizationId],
      foreignColumns: [topUps.id, topUps.organizationId],
    }),
    unique('payments_key_unique').on(table.key, table.organizationId),
    index('payments_of_organization').on(table.organizationId, table.createdAt),
    index('payments_by_time').on(table.createdAt, table.id),
    index('payments_by_state').on(table.state, table.createdAt, table.id),
    index('live_payments')
      .on(table.expiresAt)
      .where(sql`${table.state} in ${live}`),
    uniqueIndex('one_live_payment_of_change')
      .on(table.changeId, table.organizationId)
      .where(sql`${table.state} in ${live}`),
    uniqueIndex('one_live_payment_of_top_up')
      .on(table.topUpId, table.organizationId)
      .where(sql`${table.state} in ${live}`),
    uniqueIndex('one_live_payment_of_invoice')
      .on(table.invoiceId, table.organizationId)
      .where(sql`${table.state} in ${live}`),
    uniqueIndex('change_paid_once')
      .on(table.changeId, table.organizationId)
      .where(sql`${table.state} = 'succeeded'`),
    uniqueIndex('top_up_paid_once')
      .on(table.topUpId, table.organizationId)
      .where(sql`${table.state} = 'succeeded'`),
    uniqueIndex('invoice_paid_once')
      .on(table.invoiceId, table.organizationId)
      .where(sql`${table.state} = 'succeeded'`),
    index('payments_of_invoice').on(table.invoiceId),
    check('payment_of_one_thing', sql`num_nonnulls(${table.changeId}, ${table.topUpId}, ${table.invoiceId}) = 1`),
    check(
      'payment_state_known',
      sql`${table.state} in ('sending', 'requires_action', 'requires_method', 'processing', 'succeeded', 'failed', 'canceled')`,
    ),
    check('payment_channel_known', sql`${table.channel} in ('intent', 'checkout', 'setup')`),
    // A setup charges nothing; it only attaches the card for a change.
    check('payment_amount_positive', sql`(${table.amountCents} > 0) = (${table.channel} <> 'setup') and ${table.amountCents} >= 0`),
    check(
      'secret_only_while_usable',
      sql`${table.secret} is null or ${table.state} in ('requires_action', 'requires_method', 'processing')`,
    ),
  ],
);
