import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const members = pgTable('members', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** Stable handle, for example `owner`; the sandbox sign-in goes by it. */
  handle: text('handle').notNull().unique(),
  username: text('username').notNull(),
  primaryEmail: text('primary_email').notNull(),
  /** How many active projects on the Free plan the organizations that the member runs may have. */
  freeProjectLimit: integer('free_project_limit').notNull().default(2),
});

export const sessions = pgTable('sessions', {
  /** SHA-256 of the token: the token itself is only ever in the member's hands. */
  tokenHash: text('token_hash').primaryKey(),
  memberId: integer('member_id')
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});
