import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { BilledTo, Seller } from '#contract/types.ts';
import { instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';

/** A credit note cancels the invoice on paper; a corrected one has the same lines. No money moves. Immutable; corrections add rows. */
export const invoiceCorrections = pgTable(
  'invoice_corrections',
  {
    organizationId: integer('organization_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    /** Number of the correction per invoice, from 1. */
    position: integer('position').notNull(),
    /** Number of the corrected invoice, in the series of invoices. */
    correctedNumber: text('corrected_number').notNull(),
    /** Number of the credit note that cancels the previous version, in the series of credit notes. */
    creditNoteNumber: text('credit_note_number').notNull(),
    billedTo: jsonb('billed_to').$type<BilledTo>().notNull(),
    seller: jsonb('seller').$type<Seller>(),
    correctedAt: instantColumn('corrected_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'invoice_corrections_pkey', columns: [table.invoiceId, table.position, table.organizationId] }),
    foreignKey({
      name: 'correction_of_invoice',
      columns: [table.invoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }).onDelete('cascade'),
    uniqueIndex('corrected_number_once').on(table.organizationId, table.correctedNumber),
    uniqueIndex('correcting_note_once').on(table.organizationId, table.creditNoteNumber),
    check('correction_position', sql`${table.position} > 0`),
  ],
);
