import { asc, eq, sql } from 'drizzle-orm';
import { currentActor } from '#server/database/acting.ts';
import type { Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';

/** A member's request has found its organization closed: it was admitted before that. */
export class OrganizationClosed extends Error {}

/**
 * The first lock of everything that changes what an organization owes; its transaction's end releases it.
 * @throws {OrganizationClosed} if a member asks and the organization is closed
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

/** The same lock, if it is free: otherwise another process is at work on this organization. */
export async function tryLockOrganization(tx: Database, organizationId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update', { skipLocked: true });
  return rows.length > 0;
}

/** Keeps what an organization owes from being fixed while usage is booked; any number may book at once. */
export async function shareOrganization(tx: Database, organizationId: number): Promise<void> {
  await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, organizationId)).for('share');
}

const ofIds = (ids: readonly number[]) => sql`${organizations.id} = any(${sql.param([...ids])}::int[])`;

/** Locks many organizations, in the order of their ids, so that two who lock the same ones never wait for each other in a circle. */
export async function lockOrganizations(tx: Database, ids: readonly number[]): Promise<void> {
  await tx.select({ id: organizations.id }).from(organizations).where(ofIds(ids)).orderBy(asc(organizations.id)).for('no key update');
}

/**
 * Of many organizations those that no one else is at work on: their locks are held then, for booking usage or for more. It waits for
 * none of them, so that one that is busy holds up no other.
 */
export async function lockFreeOrganizations(
  tx: Database,
  ids: readonly number[],
  strength: 'share' | 'no key update',
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.select({ id: organizations.id }).from(organizations).where(ofIds(ids)).for(strength, { skipLocked: true });
  return new Set(rows.map(({ id }) => id));
}
