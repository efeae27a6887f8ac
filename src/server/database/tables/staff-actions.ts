import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { ApprovalState } from '#server/domain/state-steps.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';
import { organizations } from './organizations.ts';
import { payments } from './payments.ts';

export const staffActionKinds = [
  'credit',
  'forgive',
  'write_off',
  'retry',
  'credit_note',
  'refund',
  'plan_change',
  'usage',
  'usage_correction',
  'terms',
] as const;
export type StaffActionKind = (typeof staffActionKinds)[number];

const kindKnown = (column: unknown) =>
  sql`${column} in ('credit', 'forgive', 'write_off', 'retry', 'credit_note', 'refund', 'plan_change', 'usage', 'usage_correction', 'terms')`;

const ofOrganization = () =>
  integer('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

export const approvals = pgTable(
  'approvals',
  {
    id: text('id').notNull(),
    place: bigint('place', { mode: 'number' }).generatedAlwaysAsIdentity(),
    organizationId: ofOrganization(),
    kind: text('kind').$type<StaffActionKind>().notNull(),
    /** Slug, invoice ID or payment ID. */
    subject: text('subject').notNull(),
    /** Validated. After the approval, the action runs with this input. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    reason: text('reason').notNull(),
    /** ID of a key, or `command`. */
    requestedBy: text('requested_by').notNull(),
    requestedAt: instantColumn('requested_at').notNull(),
    /** IDs of keys. Keys that are created later may not approve the request. */
    approvers: text('approvers').array().notNull(),
    state: text('state').$type<ApprovalState>().notNull().default('pending'),
    decidedBy: text('decided_by'),
    decidedAt: instantColumn('decided_at'),
  },
  (table) => [
    primaryKey({ name: 'approvals_pkey', columns: [table.id, table.organizationId] }),
    unique('approvals_place_unique').on(table.place, table.organizationId),
    index('approvals_of_organization').on(table.organizationId),
    index('approvals_pending')
      .on(table.requestedAt)
      .where(sql`${table.state} = 'pending'`),
    check('approval_kind_known', kindKnown(table.kind)),
    check('approval_state_known', sql`${table.state} in ('pending', 'approved', 'refused', 'withdrawn', 'expired')`),
    check('approval_decided_when_over', sql`(${table.decidedAt} is null) = (${table.state} = 'pending')`),
  ],
);

/** Staff actions on money. Immutable, because members see them and the audit log refers to them. */
export const staffActions = pgTable(
  'staff_actions',
  {
    id: text('id').notNull(),
    place: bigint('place', { mode: 'number' }).generatedAlwaysAsIdentity(),
    organizationId: ofOrganization(),
    kind: text('kind').$type<StaffActionKind>().notNull(),
    invoiceId: text('invoice_id'),
    paymentId: text('payment_id'),
    amountCents: centsColumn('amount_cents').notNull(),
    reason: text('reason').notNull(),
    reference: text('reference'),
    /** Text that members see. */
    words: text('words').notNull(),
    /** ID of the key that performed the action, or `command`; for an approved action, ID of the approving key. */
    keyId: text('key_id').notNull(),
    approvalId: text('approval_id'),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'staff_actions_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'staff_action_on_payment',
      columns: [table.paymentId, table.organizationId],
      foreignColumns: [payments.id, payments.organizationId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'staff_action_on_invoice',
      columns: [table.invoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'staff_action_of_approval',
      columns: [table.approvalId, table.organizationId],
      foreignColumns: [approvals.id, approvals.organizationId],
    }),
    unique('staff_actions_approval_id_unique').on(table.approvalId, table.organizationId),
    index('staff_actions_by_time').on(table.createdAt),
    index('staff_actions_of_organization').on(table.organizationId, table.place.desc()),
    index('staff_actions_of_invoice')
      .on(table.invoiceId, table.place)
      .where(sql`${table.invoiceId} is not null`),
    index('staff_actions_of_payment')
      .on(table.paymentId)
      .where(sql`${table.paymentId} is not null`),
    check('staff_action_kind_known', kindKnown(table.kind)),
    check('staff_action_amount_not_negative', sql`${table.amountCents} >= 0`),
  ],
);
