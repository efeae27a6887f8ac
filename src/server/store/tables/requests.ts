import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';

/** Attempts of clients: one row per key, made together with what the attempt does, and the answer once there is one. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    call: text('call').notNull(),
    /** SHA-256 of path parameters and body. */
    bodyHash: text('body_hash').notNull(),
    /** Id of what the attempt made, and a retry goes on with; null before that. */
    subject: text('subject'),
    state: text('state').$type<'in_progress' | 'done'>().notNull().default('in_progress'),
    /** Real time; afterwards the process that held it is taken for dead. */
    lockedUntil: instant('locked_until').notNull(),
    status: smallint('status'),
    /** The answer's body as sent. */
    response: text('response'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
    check('answer_when_done', sql`(${table.state} = 'done') = (${table.status} is not null)`),
  ],
);

/** Captcha tokens that were used, by hash: none counts twice, whatever the captcha's own service says. */
export const captchaTokens = pgTable(
  'captcha_tokens',
  { tokenHash: text('token_hash').primaryKey(), usedAt: instant('used_at').notNull() },
  (table) => [index('captcha_tokens_by_age').on(table.usedAt)],
);

/** Calls counted per limit and stretch of real time. */
export const rateWindows = pgTable(
  'rate_windows',
  { name: text('name').notNull(), startedAt: instant('started_at').notNull(), count: integer('count').notNull() },
  (table) => [primaryKey({ columns: [table.name, table.startedAt] }), index('rate_windows_by_age').on(table.startedAt)],
);

export const feedback = pgTable('feedback', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: integer('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  memberId: integer('member_id').references(() => members.id, { onDelete: 'set null' }),
  survey: text('survey').$type<'upgrade' | 'downgrade'>().notNull(),
  answers: jsonb('answers').$type<Record<string, unknown>>().notNull(),
  createdAt: instant('created_at').notNull(),
});
