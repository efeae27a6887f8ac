import { sql } from 'drizzle-orm';
import { bigint, boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { centsColumn, instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';
import { organizations } from './organizations.ts';

/** Invoices that bill late usage after an organization has changed to Free. A trigger writes changes to the audit log. */
export const lateInvoices = pgTable(
  'late_invoices',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** From this time on, usage of the last paid period is not accepted. The invoice is then issued. */
    closesAt: instantColumn('closes_at').notNull(),
    /** `announced`: the invoice will be issued. `waived`: the amount is too small for an invoice. */
    state: text('state').$type<'announced' | 'invoiced' | 'waived'>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    /** False if usage has arrived since the last calculation of the amount. */
    isCounted: boolean('is_counted').notNull().default(true),
    invoiceId: text('invoice_id'),
  },
  (table) => [
    primaryKey({ name: 'late_invoices_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'late_invoice_as_invoice',
      columns: [table.invoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }),
    unique('one_late_invoice_per_window').on(table.organizationId, table.closesAt),
    index('late_invoices_as_invoice')
      .on(table.invoiceId)
      .where(sql`${table.invoiceId} is not null`),
    check('late_invoice_state_known', sql`${table.state} in ('announced', 'invoiced', 'waived')`),
  ],
);
