import { domainToUnicode } from 'node:url';
import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { emailKey } from '#contract/email-address.ts';
import { perDatabase, type Database } from '#server/database/database.ts';
import { memberLogins, members, sessions } from '#server/database/tables/members.ts';
import { memberships, organizations } from '#server/database/tables/organizations.ts';

/** Who somebody is at an identity provider: a subject means nothing without its issuer. */
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

/** The member behind a login with the role in the organization of that slug, null in the same cases as for a session. */
export async function findLoginIdentity(db: Database, login: Login, slug: string) {
  const [row] = await statements(db).identity.execute({ ...login, slug });
  return row ?? null;
}

export type LoginIdentityRow = NonNullable<Awaited<ReturnType<typeof findLoginIdentity>>>;

async function memberOf(db: Database, { issuer, subject }: Login): Promise<number | null> {
  const [row] = await db
    .select({ id: memberLogins.memberId })
    .from(memberLogins)
    .where(and(eq(memberLogins.issuer, issuer), eq(memberLogins.subject, subject)));
  return row?.id ?? null;
}

/**
 * The member of a login. An unknown login is linked to the member with that verified address, unless several have it or the
 * member has a login at this issuer already: an address can pass to another person, a subject can't.
 * @param verifiedEmail null links no member
 * @returns null when no member matches
 */
export async function memberOfLogin(db: Database, login: Login, verifiedEmail: string | null, now: Date): Promise<number | null> {
  const known = await memberOf(db, login);
  if (known !== null || verifiedEmail === null) return known;
  const found = await db.select({ id: members.id }).from(members).where(isSameEmail(members.primaryEmail, verifiedEmail)).limit(2);
  const [only] = found;
  if (!only || found.length > 1) return null;
  // Of two first sign-ins at once, one links; the other then finds what was linked, or nothing.
  await db
    .insert(memberLogins)
    .values({ ...login, memberId: only.id, linkedAt: now })
    .onConflictDoNothing();
  return memberOf(db, login);
}

/** Ends every session of a member, and every bearer token from before now. */
export async function signOutEverywhere(db: Database, memberId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(members).set({ signedOutAt: now }).where(eq(members.id, memberId));
    await tx.delete(sessions).where(eq(sessions.memberId, memberId));
  });
}

/** Every lower-case spelling in which a mailbox may be stored: as given, and with its domain as punycode and in its own script. */
function spellingsOf(email: string): string[] {
  const key = emailKey(email);
  const at = key.lastIndexOf('@') + 1;
  return [...new Set([email.trim().toLowerCase(), key, key.slice(0, at) + (domainToUnicode(key.slice(at)) || key.slice(at))])];
}

/** Whether a column holds an address of the same mailbox. An index on `lower(column)` serves it. */
export const isSameEmail = (column: SQLWrapper, email: string): SQL =>
  sql`lower(${column}) = any(${sql.param(spellingsOf(email))}::text[])`;
