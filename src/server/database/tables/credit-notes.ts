import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { changes } from './changes.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';
import { organizations } from './organizations.ts';
import { billingPeriods } from './periods.ts';

/** What was taken off an invoice after it was made. Never changed: a correction is another one. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: text('id').primaryKey(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    /** The change of plan that left the time unused; null where staff gave it. */
    changeId: text('change_id').references(() => changes.id),
    /** The billing period whose usage was corrected, so that a later invoice has the difference; null for every other note. */
    periodId: bigint('period_id', { mode: 'number' }).references(() => billingPeriods.id),
    amountCents: centsColumn('amount_cents').notNull(),
    /** The part that became credit, because the invoice had less left to pay. */
    balanceCents: centsColumn('balance_cents').notNull(),
    /** In words that members read. */
    reason: text('reason').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
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
