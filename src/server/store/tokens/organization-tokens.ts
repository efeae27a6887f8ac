import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { tokenLimits } from '#contract/limits.ts';
import { stepFromDate } from '#lib/dates/calendar.ts';
import { perDatabase, type Database } from '#server/database/database.ts';
import { members } from '#server/database/tables/members.ts';
import { organizationTokens } from '#server/database/tables/organization-tokens.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { projects } from '#server/database/tables/projects.ts';
import { endProposals } from '#server/store/proposals.ts';

export type TokenRow = typeof organizationTokens.$inferSelect;

const { organizationId, tokenHash, requestHash, endsAt, lastUsedAt } = organizationTokens;

const isToken = (place: Pick<TokenRow, 'organizationId' | 'id'>) =>
  and(eq(organizationId, place.organizationId), eq(organizationTokens.id, place.id));

const statements = perDatabase((db) => ({
  byHash: db
    .select({ token: organizationTokens, slug: organizations.slug, closedAt: organizations.closedAt })
    .from(organizationTokens)
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .where(and(eq(organizationId, sql.placeholder('organizationId')), eq(tokenHash, sql.placeholder('tokenHash'))))
    .prepare('organization_token_by_hash'),
  ofOrganization: db
    .select({ token: organizationTokens, madeBy: members.username, projectName: projects.name })
    .from(organizationTokens)
    .innerJoin(members, eq(members.id, organizationTokens.createdBy))
    .leftJoin(projects, and(eq(projects.organizationId, organizationId), eq(projects.ref, organizationTokens.projectRef)))
    .where(eq(organizationId, sql.placeholder('organizationId')))
    .orderBy(desc(endsAt), desc(organizationTokens.createdAt), desc(organizationTokens.id))
    .limit(sql.placeholder('limit'))
    .prepare('tokens_of_organization'),
}));

/** Also finds tokens that have ended. */
export async function findTokenByHash(db: Database, place: Pick<TokenRow, 'organizationId' | 'tokenHash'>) {
  const [row] = await statements(db).byHash.execute(place);
  return row ?? null;
}

/** Latest end first. Retention deletes tokens 90 days after their end. */
export const tokensOf = (db: Database, id: number, limit: number) => statements(db).ofOrganization.execute({ organizationId: id, limit });

export type ListedToken = Awaited<ReturnType<typeof tokensOf>>[number];

export async function countTokens(db: Database, id: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ live: count() })
    .from(organizationTokens)
    .where(and(eq(organizationId, id), gt(endsAt, now)));
  return row?.live ?? 0;
}

/** The caller must hold the organization lock. */
export async function insertToken(tx: Database, token: typeof organizationTokens.$inferInsert): Promise<TokenRow> {
  const [inserted] = await tx.insert(organizationTokens).values(token).returning();
  if (!inserted) throw new Error('The token was not created');
  return inserted;
}

export async function findTokenOfRequest(db: Database, place: { readonly organizationId: number; readonly requestHash: string }) {
  const [row] = await db
    .select()
    .from(organizationTokens)
    .where(and(eq(organizationId, place.organizationId), eq(requestHash, place.requestHash)));
  return row ?? null;
}

export async function findTokenById(db: Database, place: Pick<TokenRow, 'organizationId' | 'id'>): Promise<TokenRow | null> {
  const [row] = await db.select().from(organizationTokens).where(isToken(place));
  return row ?? null;
}

/** Also ends the token's proposals. A token that has ended stays unchanged. @returns false if there is no such token */
export async function revokeToken(tx: Database, place: Pick<TokenRow, 'organizationId' | 'id'>, now: Date): Promise<boolean> {
  if (!(await findTokenById(tx, place))) return false;
  await tx
    .update(organizationTokens)
    .set({ revokedAt: now, endsAt: now })
    .where(and(isToken(place), gt(endsAt, now)));
  await endProposals(tx, place.organizationId, { tokenId: place.id }, now);
  return true;
}

export async function endTokens(tx: Database, id: number, now: Date): Promise<void> {
  await tx
    .update(organizationTokens)
    .set({ endsAt: now })
    .where(and(eq(organizationId, id), gt(endsAt, now)));
}

/** Writes nothing if a use since `usedBefore` is already recorded. */
export async function touchToken(db: Database, place: Pick<TokenRow, 'organizationId' | 'id'>, now: Date, usedBefore: Date): Promise<void> {
  await db
    .update(organizationTokens)
    .set({ lastUsedAt: now })
    .where(and(isToken(place), or(isNull(lastUsedAt), lt(lastUsedAt, usedBefore))));
}

export const endAfterCreatorLeft = (now: Date): Date => stepFromDate(now, { days: tokenLimits.daysAfterCreatorLeft });

/** Marks the live tokens of a member who leaves an organization, and ends them within 30 days. */
export async function recordCreatorLeft(tx: Database, id: number, memberId: number, now: Date): Promise<void> {
  await tx
    .update(organizationTokens)
    .set({ creatorLeftAt: now, endsAt: sql`least(${endsAt}, ${endAfterCreatorLeft(now).toISOString()}::timestamptz)` })
    .where(
      and(eq(organizationId, id), eq(organizationTokens.createdBy, memberId), isNull(organizationTokens.creatorLeftAt), gt(endsAt, now)),
    );
}
