import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';

/** The first lock of everything that changes what an organization owes; its transaction's end releases it. */
export async function lockOrganization(tx: Database, organizationId: number): Promise<void> {
  await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, organizationId)).for('no key update');
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
