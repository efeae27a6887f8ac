import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/** Single values of the whole platform, for example how far its clock is ahead. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

/** What goes wrong on purpose in an organization of the embedded mode; production never reads it. */
export const scriptedFaults = pgTable(
  'scripted_faults',
  {
    organizationId: integer('organization_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Every read waits so long, in milliseconds. */
    delayMs: integer('delay_ms').notNull().default(0),
    /** Every read answers 500 with this message, where given. */
    message: text('message'),
  },
  (table) => [check('fault_does_something', sql`${table.delayMs} > 0 or ${table.message} is not null`)],
);
