import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const members = pgTable(
  'members',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Stable handle, for example `owner`; the sandbox sign-in goes by it. */
    handle: text('handle').notNull().unique(),
    username: text('username').notNull(),
    primaryEmail: text('primary_email').notNull(),
    /** How many active projects on the Free plan the organizations that the member runs may have. */
    freeProjectLimit: integer('free_project_limit').notNull().default(2),
    /** When the member last signed out everywhere: bearer tokens from before are refused. */
    signedOutAt: instantColumn('signed_out_at'),
    /** The platform's time since when this is a tombstone: neither name nor address is a person's. */
    erasedAt: instantColumn('erased_at'),
  },
  (table) => [
    // A first sign-in at a provider looks for the address.
    index('members_by_email').on(sql`lower(${table.primaryEmail})`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token: the token itself is only ever in the member's hands. */
    tokenHash: text('token_hash').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: instantColumn('created_at').notNull(),
    lastSeenAt: instantColumn('last_seen_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    /** `User-Agent` of the browser that signed in, for the member's list of sessions. */
    userAgent: text('user_agent'),
    /** Login by which the session was started; null in the sandbox. */
    issuer: text('issuer'),
    subject: text('subject'),
    /** The provider's name of its session (`sid`). */
    providerSession: text('provider_session'),
    /** Hint for the provider at sign-out, sealed by SECRETS_KEY. */
    idToken: text('id_token'),
  },
  (table) => [
    index('sessions_by_end').on(table.expiresAt),
    index('sessions_of_member').on(table.memberId),
    // The provider names a session or a subject that has signed out there.
    index('sessions_of_provider').on(table.issuer, table.providerSession),
    index('sessions_of_login').on(table.issuer, table.subject),
  ],
);

/** Who a member is at an identity provider. Linked once; from then on the address does not matter. */
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
