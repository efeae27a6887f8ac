import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const members = pgTable(
  'members',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Stable handle for the sandbox sign-in, for example `owner`. */
    handle: text('handle').notNull().unique(),
    username: text('username').notNull(),
    primaryEmail: text('primary_email').notNull(),
    /** Maximum number of active Free projects in organizations in which the member is owner or admin. */
    freeProjectLimit: integer('free_project_limit').notNull().default(2),
    /** Time of the last sign-out everywhere. Bearer tokens that were issued before this time are refused. */
    signedOutAt: instantColumn('signed_out_at'),
    /** Platform time of the erasure. After the erasure, name and address are placeholders. */
    erasedAt: instantColumn('erased_at'),
  },
  (table) => [
    // Finds the member at the first sign-in with an identity provider.
    index('members_by_email').on(sql`lower(${table.primaryEmail})`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256. The token itself is not stored. */
    tokenHash: text('token_hash').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: instantColumn('created_at').notNull(),
    lastSeenAt: instantColumn('last_seen_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    userAgent: text('user_agent'),
    /** Login that started the session; null in the sandbox. `subject` is the ID of the member at this issuer. */
    issuer: text('issuer'),
    subject: text('subject'),
    /** `sid` of the identity provider. */
    providerSession: text('provider_session'),
    /** ID token hint for the sign-out at the provider, encrypted with SECRETS_KEY. */
    idToken: text('id_token'),
  },
  (table) => [
    index('sessions_by_end').on(table.expiresAt),
    index('sessions_of_member').on(table.memberId),
    // The identity provider ends either one session, identified by its session ID, or all sessions of a subject.
    index('sessions_of_provider').on(table.issuer, table.providerSession),
    index('sessions_of_login').on(table.issuer, table.subject),
  ],
);

/** Logins of members at an identity provider. After the first sign-in, a member is identified by the login, not by the email address. */
export const memberLogins = pgTable(
  'member_logins',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    linkedAt: instantColumn('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    unique('member_logins_one_per_issuer').on(table.issuer, table.memberId),
    index('member_logins_of_member').on(table.memberId),
  ],
);
