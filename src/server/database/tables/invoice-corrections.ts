import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { BilledTo, Seller } from '#contract/types.ts';
import { instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';

/**
 * Invoice corrections: a credit note formally cancels the invoice, and a corrected invoice repeats its lines. No money moves. Immutable.
 */
export const invoiceCorrections = pgTable(
  'invoice_corrections',
  {
    organizationId: integer('organization_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    /** Position of the correction among the invoice's corrections, from 1. */
    position: integer('position').notNull(),
    /** Invoice number of the corrected invoice, in the series of invoices. */
    correctedNumber: text('corrected_number').notNull(),
    /** Number in the series of credit notes. This credit note cancels the previous version of the invoice. */
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
