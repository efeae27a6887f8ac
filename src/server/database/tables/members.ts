import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const members = pgTable(
  'members',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Stable handle, for example `owner`, for the sandbox sign-in. */
    handle: text('handle').notNull().unique(),
    username: text('username').notNull(),
    primaryEmail: text('primary_email').notNull(),
    /** Most active Free projects in the organizations that the member manages. */
    freeProjectLimit: integer('free_project_limit').notNull().default(2),
    /** Last sign-out everywhere; earlier bearer tokens are refused. */
    signedOutAt: instantColumn('signed_out_at'),
    /** Platform time of the erasure, after which name and address are placeholders. */
    erasedAt: instantColumn('erased_at'),
  },
  (table) => [
    // For the first sign-in at a provider.
    index('members_by_email').on(sql`lower(${table.primaryEmail})`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, which is not stored. */
    tokenHash: text('token_hash').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: instantColumn('created_at').notNull(),
    lastSeenAt: instantColumn('last_seen_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    /** `User-Agent` of the browser, for the member's list of sessions. */
    userAgent: text('user_agent'),
    /** Login that started the session; null in the sandbox. */
    issuer: text('issuer'),
    subject: text('subject'),
    /** The provider's session ID (`sid`). */
    providerSession: text('provider_session'),
    /** ID token hint for the sign-out at the provider, encrypted with SECRETS_KEY. */
    idToken: text('id_token'),
  },
  (table) => [
    index('sessions_by_end').on(table.expiresAt),
    index('sessions_of_member').on(table.memberId),
    // For logouts by the provider, which name a session or a subject.
    index('sessions_of_provider').on(table.issuer, table.providerSession),
    index('sessions_of_login').on(table.issuer, table.subject),
  ],
);

/** Logins of members at an identity provider. Once linked, the email address no longer matters. */
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
