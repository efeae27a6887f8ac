import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * One change of what an organization's billing rests on. The database writes the entries in the transaction of the change, so
 * that no code can leave one out; they are immutable.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** The platform's time. */
    at: instantColumn('at').notNull(),
    /** Null where no member's request made the change: events of the gateway, jobs, programs. No reference: entries outlive members. */
    memberId: integer('member_id'),
    username: text('username'),
    /** The operator's key that acted; null for a member and for the platform. No reference: `username` names it for readers. */
    keyId: text('key_id'),
    /** Name of the call, and the id that the server gave its request. */
    call: text('call'),
    requestId: text('request_id'),
    /** The id that the caller gave it, as it was sent: only a hint, since anyone can send any. */
    callerRequestId: text('caller_request_id'),
    /** For example `subscription`. */
    what: text('what').notNull(),
    /** Id of the changed thing. */
    subject: text('subject').notNull(),
    /** Values of the fields that changed. */
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'audit_entries_pkey', columns: [table.id, table.organizationId] }),
    index('audit_by_organization').on(table.organizationId, table.id.desc()),
    // Read backwards, among the notices of the same time.
    index('audit_by_time').on(table.organizationId, table.at, table.id),
  ],
);
