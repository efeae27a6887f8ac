import { domainToUnicode } from 'node:url';
import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { emailKey } from '#contract/email-address.ts';
import { perDatabase, type Database } from '#server/database/database.ts';
import { memberLogins, members, sessions } from '#server/database/tables/members.ts';
import { memberships, organizations } from '#server/database/tables/organizations.ts';

/** Identity at an identity provider. Subjects are unique per issuer only. */
export interface Login {
  readonly issuer: string;
  readonly subject: string;
}

const statements = perDatabase((db) => ({
  identity: db
    .select({
      memberId: members.id,
      handle: members.handle,
      username: members.username,
      primaryEmail: members.primaryEmail,
      signedOutAt: members.signedOutAt,
      organizationId: organizations.id,
      role: memberships.role,
      closedAt: organizations.closedAt,
    })
    .from(memberLogins)
    .innerJoin(members, eq(members.id, memberLogins.memberId))
    .leftJoin(organizations, eq(organizations.slug, sql.placeholder('slug')))
    .leftJoin(memberships, and(eq(memberships.memberId, members.id), eq(memberships.organizationId, organizations.id)))
    .where(and(eq(memberLogins.issuer, sql.placeholder('issuer')), eq(memberLogins.subject, sql.placeholder('subject'))))
    .prepare('login_identity'),
}));

/** Null if the login is unknown. `role` is null if the member is not in the organization. */
export async function findLoginIdentity(db: Database, login: Login, slug: string) {
  const [row] = await statements(db).identity.execute({ ...login, slug });
  return row ?? null;
}

async function memberOf(db: Database, { issuer, subject }: Login): Promise<number | null> {
  const [row] = await db
    .select({ id: memberLogins.memberId })
    .from(memberLogins)
    .where(and(eq(memberLogins.issuer, issuer), eq(memberLogins.subject, subject)));
  return row?.id ?? null;
}

/**
 * Finds the member. Links an unknown login to the only member with the verified address, unless this member has a login at the issuer. An
 * issuer can give an address, but not a subject, to another person.
 */
export async function memberOfLogin(db: Database, login: Login, verifiedEmail: string | null, now: Date): Promise<number | null> {
  const known = await memberOf(db, login);
  if (known !== null || verifiedEmail === null) return known;
  const found = await db.select({ id: members.id }).from(members).where(isSameEmail(members.primaryEmail, verifiedEmail)).limit(2);
  const [only] = found;
  if (!only || found.length > 1) return null;
  // Only one of two concurrent first sign-ins creates a link. `memberOf` returns null if the link belongs to another login.
  await db
    .insert(memberLogins)
    .values({ ...login, memberId: only.id, linkedAt: now })
    .onConflictDoNothing();
  return memberOf(db, login);
}

/** Also ends all bearer tokens issued before now. */
export async function signOutEverywhere(db: Database, memberId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(members).set({ signedOutAt: now }).where(eq(members.id, memberId));
    await tx.delete(sessions).where(eq(sessions.memberId, memberId));
  });
}

/** Lowercase spellings of one mailbox in the database: as typed, and with its domain in punycode and in Unicode. */
function spellingsOf(email: string): string[] {
  const key = emailKey(email);
  const at = key.lastIndexOf('@') + 1;
  return [...new Set([email.trim().toLowerCase(), key, key.slice(0, at) + (domainToUnicode(key.slice(at)) || key.slice(at))])];
}

/** SQL condition: a column contains an address of the same mailbox. Can use an index on `lower(column)`. */
export const isSameEmail = (column: SQLWrapper, email: string): SQL =>
  sql`lower(${column}) = any(${sql.param(spellingsOf(email))}::text[])`;
