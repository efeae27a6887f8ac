import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/** Audit log. Triggers write the entries in the transaction of the change, so that no code can omit an entry. Entries are immutable. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Platform time of the change. */
    at: instantColumn('at').notNull(),
    /** ID of the acting member; null for the gateway, jobs or programs. Not a foreign key, because entries outlive members. */
    memberId: integer('member_id'),
    username: text('username'),
    /**
     * ID of the acting admin API key; null for a member or the platform. Not a foreign key, because `username` already contains the key's
     * name.
     */
    keyId: text('key_id'),
    /** Name of the API call. `request_id` is the request ID that the server generated. */
    call: text('call'),
    requestId: text('request_id'),
    /** Request ID from the client, unverified. */
    callerRequestId: text('caller_request_id'),
    /** Kind of object, for example `subscription`. */
    what: text('what').notNull(),
    subject: text('subject').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'audit_entries_pkey', columns: [table.id, table.organizationId] }),
    index('audit_by_organization').on(table.organizationId, table.id.desc()),
    // This index is for the activity list, which shows entries and notices from new to old.
    index('audit_by_time').on(table.organizationId, table.at, table.id),
  ],
);
