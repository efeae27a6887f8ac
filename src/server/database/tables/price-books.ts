import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, json, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PlanId } from '#server/domain/plans.ts';
import { centsColumn, instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/** checking: last cycles are being replayed. waiting: needs an approval. refused: a price is missing, or the notice is too short. */
export const bookStates = ['checking', 'waiting', 'scheduled', 'refused', 'withdrawn'] as const;
export type BookState = (typeof bookStates)[number];

export interface UnpricedOrganization {
  readonly organization: string;
  readonly message: string;
}

/** Versions of the price book. Triggers refuse deletions, and changes of version, dates or document. */
export const priceBooks = pgTable(
  'price_books',
  {
    /** Unlike the version, the ID is unique across databases, so that processes may cache a document by it. */
    id: text('id').primaryKey(),
    version: text('version').notNull().unique(),
    /** The book applies to cycles that start at or after this instant and after it was scheduled. */
    effectiveAt: instantColumn('effective_at').notNull(),
    publishedAt: instantColumn('published_at').notNull(),
    /** Order of publication. If two versions have the same date, the higher one is in force. */
    publishedOrder: bigint('published_order', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    /** `json` instead of `jsonb`, because readers rely on the order of the fields. */
    document: json('document').notNull(),
    state: text('state').$type<BookState>().notNull().default('checking'),
    /** Time at which the version was scheduled, after its check and approval; null before that. */
    scheduledAt: instantColumn('scheduled_at'),
    /** ID of the last organization that was replayed. An interrupted check resumes after it. */
    checkedTo: integer('checked_to').notNull().default(0),
    /** Reduction of prices in the cycles replayed so far, in cents; negative for an increase. */
    lowersCents: centsColumn('lowers_cents').notNull().default(0),
    /** ID of the publishing key, or `command`; null for versions from before approvals existed. */
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

/** Announcements of a version to organizations, settled in the transaction of the notice. */
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
