import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { BilledTo, Seller } from '#contract/types.ts';
import { changes } from './changes.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';
import { organizations } from './organizations.ts';
import { billingPeriods } from './periods.ts';

/** Credit notes, which are immutable. A further credit note corrects an error. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    invoiceId: text('invoice_id').notNull(),
    /** The series has no gaps. Null for notes of earlier versions, which have no document. */
    number: text('number'),
    /** Bill-to of the credited invoice, or of the customer if the invoice was a draft. */
    billedTo: jsonb('billed_to').$type<BilledTo>(),
    seller: jsonb('seller').$type<Seller>(),
    /** Plan change whose unused time is credited; null if staff issued the note. */
    changeId: text('change_id'),
    /** Period whose usage was corrected; a later invoice bills the difference. Null if the note does not correct usage. */
    periodId: bigint('period_id', { mode: 'number' }),
    amountCents: centsColumn('amount_cents').notNull(),
    /** Part of the note that exceeded the amount due and became credit. */
    balanceCents: centsColumn('balance_cents').notNull(),
    /** Reason that members see. */
    reason: text('reason').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'credit_notes_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'credit_note_of_period',
      columns: [table.periodId, table.organizationId],
      foreignColumns: [billingPeriods.id, billingPeriods.organizationId],
    }),
    foreignKey({
      name: 'credit_note_of_invoice',
      columns: [table.invoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'credit_note_of_change',
      columns: [table.changeId, table.organizationId],
      foreignColumns: [changes.id, changes.organizationId],
    }),
    uniqueIndex('credit_note_number_once').on(table.organizationId, table.number),
    index('credit_notes_of_invoice').on(table.invoiceId, table.createdAt),
    index('credit_notes_of_organization').on(table.organizationId),
    index('credit_notes_of_change')
      .on(table.changeId)
      .where(sql`${table.changeId} is not null`),
    index('credit_notes_of_period')
      .on(table.periodId)
      .where(sql`${table.periodId} is not null`),
    check('credit_note_positive', sql`${table.amountCents} > 0`),
    check('credit_note_balance_within', sql`${table.balanceCents} between 0 and ${table.amountCents}`),
  ],
);
