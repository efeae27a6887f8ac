import { hash } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { perDatabase, type Database } from '#server/database/database.ts';
import { members, sessions } from '#server/database/tables/members.ts';
import { memberships, organizations } from '#server/database/tables/organizations.ts';

export const idleMs = 12 * 60 * 60_000;

type SessionRow = typeof sessions.$inferSelect;

/** Public id, which cannot be used to sign in. */
export const sessionIdOf = (tokenHash: string): string => hash('sha256', `session ${tokenHash}`, 'base64url').slice(0, 22);

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

/** `role` is null if the organization does not exist or does not have the member. */
export async function findIdentity(db: Database, tokenHash: string, slug: string) {
  const [row] = await statements(db).identity.execute({ tokenHash, slug });
  return row ?? null;
}

export type IdentityRow = NonNullable<Awaited<ReturnType<typeof findIdentity>>>;

export async function insertSession(db: Database, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

/** If updates are concurrent, the latest time wins. */
export async function touchSession(db: Database, tokenHash: string, at: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: at })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastSeenAt, at)));
}

export async function deleteSession(db: Database, tokenHash: string): Promise<SessionRow | null> {
  const [row] = await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning();
  return row ?? null;
}

/** By real time, most recently used first. */
export const liveSessions = (db: Database, memberId: number, now: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, new Date(now.getTime() - idleMs))))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt), desc(sessions.tokenHash));

/** The identity provider has ended one session, or all sessions of a subject. @returns number of ended sessions */
export async function endProviderSessions(
  db: Database,
  { issuer, subject, session }: { readonly issuer: string; readonly subject: string | null; readonly session: string | null },
): Promise<number> {
  if (subject === null && session === null) return 0;
  const ended = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.issuer, issuer),
        subject === null ? undefined : eq(sessions.subject, subject),
        session === null ? undefined : eq(sessions.providerSession, session),
      ),
    )
    .returning({ memberId: sessions.memberId });
  return ended.length;
}

export async function findMemberByHandle(db: Database, handle: string): Promise<{ id: number } | null> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.handle, handle), isNull(members.erasedAt)));
  return row ?? null;
}
