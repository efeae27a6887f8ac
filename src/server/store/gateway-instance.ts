import { isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { gatewayInstance } from '#server/database/tables/platform.ts';

/** Of processes that rise at once the gateway may hear in any order: so many rises later nothing is under way any more. */
const mostMarks = 500;

export type InstanceRow = typeof gatewayInstance.$inferSelect;

export async function findInstance(db: Database): Promise<InstanceRow | null> {
  const [row] = await db.select().from(gatewayInstance);
  return row ?? null;
}

/** The instance of this database, made by the first process that asks. */
export async function instanceOf(db: Database, first: Pick<InstanceRow, 'instanceId' | 'raisedAt'>): Promise<InstanceRow> {
  const known = await findInstance(db);
  if (known) return known;
  await db
    .insert(gatewayInstance)
    .values({ ...first, counter: 0, marks: [] })
    .onConflictDoNothing();
  const made = await findInstance(db);
  if (!made) throw new Error('The database has no instance');
  return made;
}

/**
 * Raises the counter.
 * @param raisedBefore only where the last rise is as old as this; null raises in any case
 * @returns the row as it is now, or null where it rose already
 */
export async function raiseInstance(db: Database, mark: string, now: Date, raisedBefore: Date | null): Promise<InstanceRow | null> {
  const [row] = await db
    .update(gatewayInstance)
    .set({
      counter: sql`${gatewayInstance.counter} + 1`,
      marks: sql`(array[${mark}] || ${gatewayInstance.marks})[1:${sql.raw(String(mostMarks))}]`,
      raisedAt: now,
    })
    .where(raisedBefore === null ? undefined : lte(gatewayInstance.raisedAt, raisedBefore))
    .returning();
  return row ?? null;
}

/** Notes the reserved customer of an instance that has none yet. */
export async function recordReservedCustomer(db: Database, customerId: string): Promise<void> {
  await db.update(gatewayInstance).set({ customerId }).where(isNull(gatewayInstance.customerId));
}

/** Makes this database another instance than any copy of it. */
export async function replaceInstance(db: Database, instance: Omit<InstanceRow, 'only'>): Promise<void> {
  await db.insert(gatewayInstance).values(instance).onConflictDoUpdate({ target: gatewayInstance.only, set: instance });
}

/** What a gateway that keeps nothing has forgotten. */
export async function forgetInstance(db: Database): Promise<void> {
  await db.delete(gatewayInstance);
}
