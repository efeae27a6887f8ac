import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** Keys of the admin API, without their secrets. Rows are never deleted, because the audit log refers to them. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    owner: text('owner').notNull(),
    scopes: text('scopes').array().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instantColumn('created_at').notNull(),
    /** ID of the key that created this key, or `command` or `inspector`. */
    createdBy: text('created_by').notNull(),
    /** Expiry, at most 400 days after the creation. A trigger sets the expiry if a process of the previous version omits it. */
    expiresAt: instantColumn('expires_at').notNull(),
    /** Slugs of the organizations to which the key is limited; null if the key can access all organizations. */
    organizations: text('organizations').array(),
    /** Networks in CIDR notation from which the key can be used; null if there is no restriction. */
    addresses: text('addresses').array(),
    /** Maximum number of requests per minute, summed over all processes; null for the default limit. */
    requestsPerMinute: integer('requests_per_minute'),
    /** Time of the last use, precise to the minute. */
    lastUsedAt: instantColumn('last_used_at'),
    revokedAt: instantColumn('revoked_at'),
    revokedBy: text('revoked_by'),
  },
  (table) => [
    check('key_can_do_something', sql`cardinality(${table.scopes}) > 0`),
    check('key_has_a_rate', sql`${table.requestsPerMinute} > 0`),
  ],
);

/** First responses to requests with an `Idempotency-Key`. They are encrypted, and only the sender can read them. */
export const adminRequests = pgTable(
  'admin_requests',
  {
    keyId: text('key_id').notNull(),
    /** SHA-256 of the idempotency key, which must not be stored: the encryption key is derived from it. */
    requestHash: text('request_hash').notNull(),
    call: text('call').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: smallint('status'),
    answer: text('answer'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.requestHash] }), index('admin_requests_by_age').on(table.createdAt)],
);
