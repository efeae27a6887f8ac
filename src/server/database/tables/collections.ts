import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { invoices } from './invoices.ts';
import { organizations } from './organizations.ts';

/** Finalized invoices that the platform charges to a card, until they are paid or all attempts have failed. */
export const collections = pgTable(
  'collections',
  {
    invoiceId: text('invoice_id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Start of the attempt schedule: the finalization, or the first attempt if the invoice was added to this table later. */
    finalizedAt: instantColumn('finalized_at').notNull(),
    failedTries: integer('failed_tries').notNull().default(0),
    /** Platform time; null if no attempt is scheduled. */
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
