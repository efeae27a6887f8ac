import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '#server/domain/access.ts';
import type { Database } from '#server/database/database.ts';
import { memberLogins, members } from '#server/database/tables/members.ts';
import { isSameEmail } from '#server/store/logins.ts';
import { endProposals } from '#server/store/proposals.ts';
import { recordCreatorLeft } from '#server/store/tokens/organization-tokens.ts';
import { memberships, organizations } from '#server/database/tables/organizations.ts';

const fields = {
  id: members.id,
  email: members.primaryEmail,
  username: members.username,
  role: memberships.role,
  signedIn: sql<boolean>`exists (select 1 from ${memberLogins} where ${memberLogins.memberId} = ${members.id})`,
};

const ofOrganization = (db: Database) => db.select(fields).from(memberships).innerJoin(members, eq(members.id, memberships.memberId));

export type ProvisionedMember = Awaited<ReturnType<typeof ofOrganization>>[number];

const hasAddress = (email: string) => isSameEmail(members.primaryEmail, email);

export const provisionedMembers = (db: Database, organizationId: number): Promise<ProvisionedMember[]> =>
  ofOrganization(db).where(eq(memberships.organizationId, organizationId)).orderBy(asc(members.primaryEmail), asc(members.id));

export async function provisionedMember(db: Database, organizationId: number, email: string): Promise<ProvisionedMember | null> {
  const [row] = await ofOrganization(db)
    .where(and(eq(memberships.organizationId, organizationId), hasAddress(email)))
    .orderBy(asc(members.id))
    .limit(1);
  return row ?? null;
}

/** Only one transaction at a time changes addresses and names. Two concurrent first invitations then create only one member. */
export async function lockMemberNames(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(43101829)`);
}

export async function memberByEmail(tx: Database, email: string): Promise<{ id: number; username: string } | null> {
  const [row] = await tx
    .select({ id: members.id, username: members.username })
    .from(members)
    .where(hasAddress(email))
    .orderBy(asc(members.id))
    .limit(1);
  return row ?? null;
}

export async function memberByHandle(tx: Database, handle: string): Promise<{ id: number } | null> {
  const [row] = await tx.select({ id: members.id }).from(members).where(eq(members.handle, handle));
  return row ?? null;
}

export async function insertMember(tx: Database, username: string, email: string): Promise<number> {
  const [inserted] = await tx.insert(members).values({ handle: username, username, primaryEmail: email }).returning({ id: members.id });
  if (!inserted) throw new Error('The member was not made');
  return inserted.id;
}

export async function renameMember(tx: Database, id: number, username: string): Promise<void> {
  await tx.update(members).set({ handle: username, username }).where(eq(members.id, id));
}

/** Also changes the role of a member. @returns whether the member is new to the organization */
export async function putMembership(tx: Database, organizationId: number, memberId: number, role: Role): Promise<boolean> {
  const isMember = and(eq(memberships.organizationId, organizationId), eq(memberships.memberId, memberId));
  const before = await tx.select({ role: memberships.role }).from(memberships).where(isMember);
  if (before.length === 0) {
    await tx.insert(memberships).values({ organizationId, memberId, role });
    return true;
  }
  await tx.update(memberships).set({ role }).where(isMember);
  return false;
}

/** Ends the member's proposals now, and the member's tokens within 30 days. */
export async function deleteMembership(tx: Database, organizationId: number, memberId: number, now: Date): Promise<void> {
  await recordCreatorLeft(tx, organizationId, memberId, now);
  await endProposals(tx, organizationId, { memberId }, now);
  await tx.delete(memberships).where(and(eq(memberships.organizationId, organizationId), eq(memberships.memberId, memberId)));
}

export const signInNames = (db: Database, limit: number) =>
  db
    .select({
      handle: members.handle,
      username: members.username,
      role: sql<Role | null>`min(${memberships.role})`,
      organization: sql<string | null>`min(${organizations.name})`,
    })
    .from(members)
    .leftJoin(memberships, eq(memberships.memberId, members.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(isNull(members.erasedAt))
    .groupBy(members.id)
    .orderBy(asc(members.id))
    .limit(limit);
