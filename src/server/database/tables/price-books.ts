import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, json, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PlanId } from '#server/domain/plans.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * `checking`: the organizations' last cycles are replayed. `waiting`: needs approval. `refused`: not approved, a price is missing, or the
 * notice is too short.
 */
export const bookStates = ['checking', 'waiting', 'scheduled', 'refused', 'withdrawn'] as const;
export type BookState = (typeof bookStates)[number];

export interface UnpricedOrganization {
  readonly organization: string;
  readonly message: string;
}

/** Triggers prevent the deletion of a row, and any change of its version, dates or document. */
export const priceBooks = pgTable(
  'price_books',
  {
    /** Unique across databases, unlike `version`, so that processes can cache a document by this ID. */
    id: text('id').primaryKey(),
    version: text('version').notNull().unique(),
    /** Effective date. The book applies to cycles that start at or after this instant and after the book was scheduled. */
    effectiveAt: instantColumn('effective_at').notNull(),
    publishedAt: instantColumn('published_at').notNull(),
    /** Order of publication. Of two versions with the same date, the version that was published later is in force. */
    publishedOrder: bigint('published_order', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    /** Price document, as `json` instead of `jsonb`, because readers rely on the order of the fields. */
    document: json('document').notNull(),
    state: text('state').$type<BookState>().notNull().default('checking'),
    scheduledAt: instantColumn('scheduled_at'),
    /** Last organization whose cycle was replayed. An interrupted check resumes after this organization. */
    checkedTo: integer('checked_to').notNull().default(0),
    /** Reduction of bills by the new prices, in cents, over the cycles replayed so far. Negative if bills rise. */
    lowersCents: centsColumn('lowers_cents').notNull().default(0),
    /** ID of the key that published the version, or `command`; null for versions from before approvals existed. */
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

/** The transaction that writes a notice also sets the state `announced`. */
export const priceAnnouncements = pgTable(
  'price_announcements',
  {
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    priceBookId: text('price_book_id')
      .notNull()
      .references(() => priceBooks.id),
    /** Plan whose prices are announced. After a change of plan, the prices of the new plan are announced. */
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
