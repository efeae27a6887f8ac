import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';

/** Idempotency keys of API requests. A request inserts its row before it starts its work, and finally stores its response in the row. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    call: text('call').notNull(),
    /** SHA-256 of the path parameters and the body. */
    bodyHash: text('body_hash').notNull(),
    /** Object that the attempt created. A retry continues with this object. */
    subject: text('subject'),
    state: text('state').$type<'in_progress' | 'done'>().notNull().default('in_progress'),
    /** Real time at which the lease ends. From then on, a retry can start. */
    lockedUntil: instantColumn('locked_until').notNull(),
    /** Process that runs the request. The lease also ends when this process ends. */
    processId: text('process_id').notNull().default(''),
    status: smallint('status'),
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

/** Hashes of used captcha tokens. A token is valid for one attempt and its retries. */
export const captchaTokens = pgTable(
  'captcha_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    /**
     * ID of the organization. Not a foreign key: in a sharded database, each node has this table, but only one node has the organization.
     */
    organizationId: integer('organization_id').notNull(),
    /** Idempotency key of the attempt that used the token; null if the attempt had no idempotency key. */
    key: text('key'),
    usedAt: instantColumn('used_at').notNull(),
  },
  (table) => [index('captcha_tokens_by_age').on(table.usedAt), index('captcha_tokens_of_organization').on(table.organizationId)],
);

/**
 * Counters of rate-limiter-flexible, which requires this order of columns.
 * @public the migrations are made from it; only the library and plain SQL use it
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Limit, with the ID of the organization or the member. */
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** Unix ms of real time at which the counter restarts. */
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
