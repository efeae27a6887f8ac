import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { perDatabase, type Database } from '#server/database/database.ts';
import { members, sessions } from '#server/database/tables/members.ts';
import { memberships, organizations } from '#server/database/tables/organizations.ts';

const statements = perDatabase((db) => ({
  identity: db
    .select({
      memberId: members.id,
      handle: members.handle,
      username: members.username,
      primaryEmail: members.primaryEmail,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      organizationId: organizations.id,
      slug: organizations.slug,
      role: memberships.role,
      closedAt: organizations.closedAt,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .leftJoin(organizations, eq(organizations.slug, sql.placeholder('slug')))
    .leftJoin(memberships, and(eq(memberships.memberId, members.id), eq(memberships.organizationId, organizations.id)))
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
    .prepare('session_identity'),
}));

/**
 * A session with its member and, in the same round trip, the member's role in the organization of that slug.
 * `role` is null both for an unknown organization and for one that the member doesn't belong to.
 */
export async function findIdentity(db: Database, tokenHash: string, slug: string) {
  const [row] = await statements(db).identity.execute({ tokenHash, slug });
  return row ?? null;
}

export type IdentityRow = NonNullable<Awaited<ReturnType<typeof findIdentity>>>;

export async function insertSession(db: Database, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

/** Notes that a session was used; the later of two concurrent notes stands. */
export async function touchSession(db: Database, tokenHash: string, at: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: at })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastSeenAt, at)));
}

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function findMemberByHandle(db: Database, handle: string): Promise<{ id: number } | null> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.handle, handle), isNull(members.erasedAt)));
  return row ?? null;
}
