import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';
import { organizations } from './organizations.ts';

/** Finalized invoices that the platform itself charges to a card, until they are paid or all tries have failed. */
export const collections = pgTable(
  'collections',
  {
    invoiceId: text('invoice_id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** When the calendar of tries begins: an invoice that was enrolled later is counted from its first try. */
    finalizedAt: instantColumn('finalized_at').notNull(),
    failedTries: integer('failed_tries').notNull().default(0),
    /** The platform's time; null when no further try is made. */
    nextTryAt: instantColumn('next_try_at'),
  },
  (table) => [
    primaryKey({ name: 'collections_pkey', columns: [table.invoiceId, table.organizationId] }),
    foreignKey({
      name: 'collection_of_invoice',
      columns: [table.invoiceId, table.organizationId],
      foreignColumns: [invoices.id, invoices.organizationId],
    }).onDelete('cascade'),
    index('collections_due').on(table.nextTryAt),
    index('collections_of_organization').on(table.organizationId),
  ],
);
