import { asc, eq, sql } from 'drizzle-orm';
import { currentActor } from '#server/database/acting.ts';
import type { Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';

/** The organization was closed while a member's request was running. */
export class OrganizationClosed extends Error {}

/**
 * Every change of the organization's debt requires this lock.
 * @throws {OrganizationClosed} for a member's request if the organization is closed
 */
export async function lockOrganization(tx: Database, organizationId: number): Promise<void> {
  const [row] = await tx
    .select({ closedAt: organizations.closedAt })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update');
  const isAskedByMember = (currentActor()?.memberId ?? null) !== null;
  if (isAskedByMember && row?.closedAt) throw new OrganizationClosed();
}

/** Takes the lock of `lockOrganization` if it is free. @returns false if another process holds it */
export async function tryLockOrganization(tx: Database, organizationId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update', { skipLocked: true });
  return rows.length > 0;
}

/** Takes a shared lock to book usage. The lock blocks `lockOrganization`, but no other booking. */
export async function shareOrganization(tx: Database, organizationId: number): Promise<void> {
  await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, organizationId)).for('share');
}

const ofIds = (ids: readonly number[]) => sql`${organizations.id} = any(${sql.param([...ids])}::int[])`;

/** Locks in order of the ids to avoid deadlocks. */
export async function lockOrganizations(tx: Database, ids: readonly number[]): Promise<void> {
  await tx.select({ id: organizations.id }).from(organizations).where(ofIds(ids)).orderBy(asc(organizations.id)).for('no key update');
}

/** Skips locked organizations. @returns the IDs of the locked organizations */
export async function lockFreeOrganizations(
  tx: Database,
  ids: readonly number[],
  strength: 'share' | 'no key update',
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.select({ id: organizations.id }).from(organizations).where(ofIds(ids)).for(strength, { skipLocked: true });
  return new Set(rows.map(({ id }) => id));
}
