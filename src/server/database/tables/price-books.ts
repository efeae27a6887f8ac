import { json, pgTable, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** Every version of the price book. Rows are added and never changed; a trigger refuses it. */
export const priceBooks = pgTable('price_books', {
  /** Unlike the version, no two databases share one for different documents, so a process may keep what it has read. */
  id: text('id').primaryKey(),
  version: text('version').notNull().unique(),
  /** It acts on cycles that begin from then on, and after it was published. */
  effectiveAt: instantColumn('effective_at').notNull(),
  publishedAt: instantColumn('published_at').notNull(),
  /** Kept as it was written: its order counts for readers. */
  document: json('document').notNull(),
});
