import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { TokenScope } from '#contract/types.ts';
import { instantColumn } from './columns.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';

/** Programs use these tokens to call the platform API. The table does not contain the secrets. All instants are platform time. */
export const organizationTokens = pgTable(
  'organization_tokens',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** The token can access only this project; null if it can access all projects. */
    projectRef: text('project_ref'),
    tokenHash: text('token_hash').notNull(),
    /** SHA-256 of the member and idempotency key of the request; null if the request had no idempotency key. */
    requestHash: text('request_hash'),
    createdBy: integer('created_by')
      .notNull()
      .references(() => members.id),
    createdAt: instantColumn('created_at').notNull(),
    /** End, at most a year after the creation. The end is earlier if the creator leaves or the token is revoked. */
    endsAt: instantColumn('ends_at').notNull(),
    creatorLeftAt: instantColumn('creator_left_at'),
    revokedAt: instantColumn('revoked_at'),
    /** Time of the last use, precise to the minute. */
    lastUsedAt: instantColumn('last_used_at'),
  },
  (table) => [
    primaryKey({ name: 'organization_tokens_pkey', columns: [table.id, table.organizationId] }),
    unique('organization_token_once').on(table.organizationId, table.tokenHash),
    unique('organization_token_of_request').on(table.organizationId, table.requestHash),
    index('organization_tokens_by_end').on(table.endsAt),
    check('organization_token_can_do_something', sql`cardinality(${table.scopes}) > 0`),
  ],
);
