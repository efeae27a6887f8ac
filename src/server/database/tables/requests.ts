import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
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
    /** Real time: the end of the lease. A retry may take over afterwards. */
    lockedUntil: instantColumn('locked_until').notNull(),
    /** The process that the request runs in: with its end the lease ends sooner. */
    processId: text('process_id').notNull().default(''),
    status: smallint('status'),
    /** The answer's body as sent. */
    response: text('response'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
    index('idempotency_keys_unused')
      .on(table.createdAt)
      .where(sql`${table.subject} is null`),
    index('idempotency_keys_held')
      .on(table.processId)
      .where(sql`${table.state} = 'in_progress'`),
    check('answer_when_done', sql`(${table.state} = 'done') = (${table.status} is not null)`),
  ],
);

/** Captcha tokens that were passed, by hash: each counts for one attempt, however often that is sent again. */
export const captchaTokens = pgTable(
  'captcha_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** No reference: every node has the tokens, and one the organization. */
    organizationId: integer('organization_id').notNull(),
    /** The idempotency key of the attempt; null where the request had none. */
    key: text('key'),
    usedAt: instantColumn('used_at').notNull(),
  },
  (table) => [index('captcha_tokens_by_age').on(table.usedAt), index('captcha_tokens_of_organization').on(table.organizationId)],
);

/**
 * Counters of limits, as rate-limiter-flexible keeps them: it knows the columns by their order.
 * @public the migrations are made from it; only the library and plain SQL use it
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** The limit, and the organization or member that it counts. */
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** Real time, milliseconds since 1970; afterwards it counts from 0 again. */
    expire: bigint('expire', { mode: 'number' }).notNull(),
  },
  (table) => [index('rate_limits_by_age').on(table.expire)],
);

export const feedback = pgTable(
  'feedback',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'set null' }),
    survey: text('survey').$type<'upgrade' | 'downgrade'>().notNull(),
    answers: jsonb('answers').$type<Record<string, unknown>>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'feedback_pkey', columns: [table.id, table.organizationId] }),
    index('feedback_of_organization').on(table.organizationId),
    index('feedback_by_age').on(table.createdAt),
  ],
);
