import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import type { EventData, PlatformEventType } from '#contract/admin/event-shapes.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { platformEvents } from '#server/database/tables/platform-events.ts';

/** Suppresses platform events in this transaction, for imported data such as the history of demo organizations. */
export async function recordNoEvents(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('platform.events', 'off', true)`);
}

/**
 * Inserts an event that no database trigger inserts. Call this last in a transaction, because it locks the organization's event sequence.
 */
export async function recordEvent<T extends PlatformEventType>(
  tx: Database,
  organizationId: number,
  type: T,
  data: EventData<T>,
): Promise<void> {
  const payload = JSON.stringify(data);
  await tx.execute(sql`select record_event(${organizationId}::integer, ${type}::text, ${payload}::jsonb) where events_are_on()`);
}

const fields = {
  id: platformEvents.id,
  organization: organizations.slug,
  sequence: platformEvents.sequence,
  type: platformEvents.type,
  at: platformEvents.at,
  data: platformEvents.data,
};

const readEvents = (db: Database) =>
  db.select(fields).from(platformEvents).innerJoin(organizations, eq(organizations.id, platformEvents.organizationId));

export type PlatformEventRow = Awaited<ReturnType<typeof readEvents>>[number];

export async function platformEventById(db: Database, organizationId: number, id: string): Promise<PlatformEventRow> {
  const [row] = await readEvents(db).where(and(eq(platformEvents.organizationId, organizationId), eq(platformEvents.id, id)));
  if (!row) throw new Error(`Event ${id} is gone`);
  return row;
}

export const platformEventsAfter = (db: Database, organizationId: number, after: number, limit: number): Promise<PlatformEventRow[]> =>
  readEvents(db)
    .where(and(eq(platformEvents.organizationId, organizationId), gt(platformEvents.sequence, after)))
    .orderBy(asc(platformEvents.sequence))
    .limit(limit);

export const platformEventView = ({ id, type, organization, sequence, at, data }: PlatformEventRow): AdminShape<'PlatformEvent'> => ({
  id,
  type,
  organization,
  sequence,
  at: secondsOf(at),
  data,
});
