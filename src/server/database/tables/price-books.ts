import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, json, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PlanId } from '#server/domain/plans.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/** checking: the last cycles are being replayed. waiting: needs an approval. refused: the replay found organizations without a price. */
export const bookStates = ['checking', 'waiting', 'scheduled', 'refused', 'withdrawn'] as const;
export type BookState = (typeof bookStates)[number];

/** An organization that a version can't bill, with the reason. */
export interface UnpricedOrganization {
  readonly organization: string;
  readonly message: string;
}

/** Every version of the price book. Rows are never deleted, and of a row only its state changes; triggers refuse the rest. */
export const priceBooks = pgTable(
  'price_books',
  {
    /** Unlike the version, no two databases share one for different documents, so a process may keep what it has read. */
    id: text('id').primaryKey(),
    version: text('version').notNull().unique(),
    /** It acts on cycles that begin from then on, and after it was scheduled. */
    effectiveAt: instantColumn('effective_at').notNull(),
    publishedAt: instantColumn('published_at').notNull(),
    /** The order of publication: of two versions with one date, the higher number is in force. */
    publishedOrder: bigint('published_order', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    /** Kept as it was written: its order counts for readers. */
    document: json('document').notNull(),
    state: text('state').$type<BookState>().notNull().default('checking'),
    /** When the check ended and the version began to count; null before that. */
    scheduledAt: instantColumn('scheduled_at'),
    /** The last organization whose cycle has been replayed: a check that was interrupted resumes after it. */
    checkedTo: integer('checked_to').notNull().default(0),
    /** How much less the cycles replayed so far would have cost. Negative if they would have cost more. */
    lowersCents: centsColumn('lowers_cents').notNull().default(0),
    /** The key that published it, or `command`; null for versions from before approvals. */
    publishedBy: text('published_by'),
    unpriced: jsonb('unpriced')
      .$type<readonly UnpricedOrganization[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
  },
  (table) => [
    check('price_book_state_known', sql`${table.state} in ('checking', 'waiting', 'scheduled', 'refused', 'withdrawn')`),
    check('scheduled_has_time', sql`${table.state} <> 'scheduled' or ${table.scheduledAt} is not null`),
  ],
);

/** The announcement of a version to one organization: written as due, and settled in the transaction of its notice. */
export const priceAnnouncements = pgTable(
  'price_announcements',
  {
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    priceBookId: text('price_book_id')
      .notNull()
      .references(() => priceBooks.id),
    /** The plan whose prices are announced. Another plan makes the announcement due again. */
    plan: text('plan').$type<PlanId>().notNull(),
    state: text('state').$type<'due' | 'announced' | 'unaffected'>().notNull().default('due'),
  },
  (table) => [
    primaryKey({ name: 'price_announcements_pkey', columns: [table.organizationId, table.priceBookId] }),
    index('price_announcements_due')
      .on(table.priceBookId, table.organizationId)
      .where(sql`${table.state} = 'due'`),
    index('price_announcements_of_book').on(table.priceBookId),
    check('price_announcement_state_known', sql`${table.state} in ('due', 'announced', 'unaffected')`),
  ],
);
