import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { gatewayEvents } from '#server/database/tables/gateway-work.ts';
import type { Hold } from './outbox.ts';

export type EventRow = typeof gatewayEvents.$inferSelect;

export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly createdAt: Date;
}

/** Stores events that are not stored yet. @returns number of new events */
export async function storeEvents(db: Database, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const stored = await db
    .insert(gatewayEvents)
    .values(events.map((event) => ({ ...event, runAfter: new Date(0) })))
    .onConflictDoNothing()
    .returning({ id: gatewayEvents.id });
  return stored.length;
}

/** Leases the oldest pending events. An event can be handled twice. @param objectId if absent, the function takes events of all objects */
export async function takeEvents(db: Database, now: Date, { until, by }: Hold, limit: number, objectId?: string): Promise<EventRow[]> {
  const isOf = objectId === undefined ? undefined : eq(gatewayEvents.objectId, objectId);
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: gatewayEvents.id })
      .from(gatewayEvents)
      .where(and(isNull(gatewayEvents.processedAt), lte(gatewayEvents.runAfter, now), isOf))
      .orderBy(asc(gatewayEvents.createdAt), asc(gatewayEvents.id))
      .limit(limit)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    const inserted = await tx
      .update(gatewayEvents)
      .set({ runAfter: until, heldBy: by, attempts: sql`${gatewayEvents.attempts} + 1` })
      .where(inArray(gatewayEvents.id, ids))
      .returning();
    return inserted.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  });
}

export async function finishEvent(db: Database, id: string, now: Date): Promise<void> {
  await db.update(gatewayEvents).set({ processedAt: now, lastError: null }).where(eq(gatewayEvents.id, id));
}

export async function putOffEvent(db: Database, id: string, runAfter: Date, lastError: string): Promise<void> {
  await db.update(gatewayEvents).set({ runAfter, lastError, heldBy: null }).where(eq(gatewayEvents.id, id));
}
