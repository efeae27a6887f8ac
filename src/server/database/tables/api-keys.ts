import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** Keys of the admin API. The secret is only ever in its owner's hands; a row is never deleted, since the audit log names it. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** E-mail of who answers for the key. */
    owner: text('owner').notNull(),
    scopes: text('scopes').array().notNull(),
    /** SHA-256 of the secret. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instantColumn('created_at').notNull(),
    /** The key that made it, `command` or `inspector`. */
    createdBy: text('created_by').notNull(),
    /** At most 400 days after it was made. A trigger fills it in for processes of the version before. */
    expiresAt: instantColumn('expires_at').notNull(),
    /** Slugs of the only organizations that it may act on; null for all. */
    organizations: text('organizations').array(),
    /** The only addresses that it may be used from, in CIDR notation; null for all. */
    addresses: text('addresses').array(),
    /** Requests per minute, in all processes together; null for the usual limits. */
    requestsPerMinute: integer('requests_per_minute'),
    /** To the minute. */
    lastUsedAt: instantColumn('last_used_at'),
    revokedAt: instantColumn('revoked_at'),
    revokedBy: text('revoked_by'),
  },
  (table) => [
    check('key_can_do_something', sql`cardinality(${table.scopes}) > 0`),
    check('key_has_a_rate', sql`${table.requestsPerMinute} > 0`),
  ],
);

/** First answers to requests with an `Idempotency-Key`, sealed by what only the sender has. */
export const adminRequests = pgTable(
  'admin_requests',
  {
    keyId: text('key_id').notNull(),
    /** SHA-256 of the idempotency key: the answer is sealed with the key itself. */
    requestHash: text('request_hash').notNull(),
    call: text('call').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Null until the request is done. */
    status: smallint('status'),
    answer: text('answer'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.requestHash] }), index('admin_requests_by_age').on(table.createdAt)],
);
