import { isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { gatewayInstance } from '#server/database/tables/platform.ts';

/**
 * Maximum number of stored marks. Concurrent increases can reach the gateway out of order, so recent marks are needed. Older marks have
 * already arrived there.
 */
const mostMarks = 500;

export type InstanceRow = typeof gatewayInstance.$inferSelect;

export async function findInstance(db: Database): Promise<InstanceRow | null> {
  const [row] = await db.select().from(gatewayInstance);
  return row ?? null;
}

export async function instanceOf(db: Database, first: Pick<InstanceRow, 'instanceId' | 'raisedAt'>): Promise<InstanceRow> {
  const known = await findInstance(db);
  if (known) return known;
  await db
    .insert(gatewayInstance)
    .values({ ...first, counter: 0, marks: [] })
    .onConflictDoNothing();
  const instance = await findInstance(db);
  if (!instance) throw new Error('The database has no instance');
  return instance;
}

/**
 * Increments the counter and stores a mark.
 * @param raisedBefore if the last increment is later than this time, the counter stays unchanged; null to increment always
 * @returns null if the counter was not incremented
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

export async function recordReservedCustomer(db: Database, customerId: string): Promise<void> {
  await db.update(gatewayInstance).set({ customerId }).where(isNull(gatewayInstance.customerId));
}

/** Gives this database a new instance identity, which no copy of the database has. */
export async function replaceInstance(db: Database, instance: Omit<InstanceRow, 'only'>): Promise<void> {
  await db.insert(gatewayInstance).values(instance).onConflictDoUpdate({ target: gatewayInstance.only, set: instance });
}

/** For an in-memory gateway, which starts without a copy of the row. */
export async function forgetInstance(db: Database): Promise<void> {
  await db.delete(gatewayInstance);
}
