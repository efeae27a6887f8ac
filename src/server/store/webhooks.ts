import { and, asc, count, desc, eq, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { platformEvents, webhookDeliveries, webhookEndpoints } from '#server/database/tables/platform-events.ts';
import { platformEventById, type PlatformEventRow } from './platform-events.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** One message at a time asks whether it may be added: there is a limit to them. */
export async function lockEndpoints(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(43101831)`);
}

export const liveEndpoints = (db: Database): Promise<EndpointRow[]> =>
  db
    .select()
    .from(webhookEndpoints)
    .where(isNull(webhookEndpoints.deletedAt))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));

export async function findEndpoint(db: Database, id: string): Promise<EndpointRow | null> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.deletedAt)));
  return row ?? null;
}

export async function insertEndpoint(tx: Database, row: typeof webhookEndpoints.$inferInsert): Promise<EndpointRow> {
  const [made] = await tx.insert(webhookEndpoints).values(row).returning();
  if (!made) throw new Error('The endpoint was not made');
  return made;
}

/** Its secret goes, and so does what still waits for it. @returns whether there was one */
export async function deleteEndpoint(tx: Database, id: string, by: string, at: Date): Promise<boolean> {
  const deleted = await tx
    .update(webhookEndpoints)
    .set({ deletedAt: at, deletedBy: by, secret: null })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.deletedAt)))
    .returning({ id: webhookEndpoints.id });
  await tx.delete(webhookDeliveries).where(and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.state, 'pending')));
  return deleted.length > 0;
}

/** How many deliveries wait, by endpoint. */
export async function waitingDeliveries(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .select({ endpointId: webhookDeliveries.endpointId, waiting: count() })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.state, 'pending'))
    .groupBy(webhookDeliveries.endpointId);
  return new Map(rows.map(({ endpointId, waiting }) => [endpointId, waiting]));
}

interface DeliveryPage {
  readonly endpointId: string;
  readonly state: DeliveryRow['state'] | null;
  /** Only those that were written before. */
  readonly before: number | null;
  readonly limit: number;
}

const readDeliveries = (db: Database) =>
  db
    .select({ delivery: webhookDeliveries, type: platformEvents.type, organization: organizations.slug })
    .from(webhookDeliveries)
    .innerJoin(platformEvents, eq(platformEvents.id, webhookDeliveries.eventId))
    .innerJoin(organizations, eq(organizations.id, webhookDeliveries.organizationId));

export type DeliveryWithEvent = Awaited<ReturnType<typeof readDeliveries>>[number];

export async function findDelivery(db: Database, id: string): Promise<DeliveryWithEvent | null> {
  const [row] = await readDeliveries(db).where(eq(webhookDeliveries.id, id));
  return row ?? null;
}

/** Deliveries of an endpoint with what they deliver, the newest first. */
export const deliveriesOf = (db: Database, { endpointId, state, before, limit }: DeliveryPage): Promise<DeliveryWithEvent[]> =>
  readDeliveries(db)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        state === null ? undefined : eq(webhookDeliveries.state, state),
        before === null ? undefined : lt(webhookDeliveries.position, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.position))
    .limit(limit);

const fresh = (at: Date) => ({
  state: 'pending' as const,
  attempts: 0,
  firstAttemptAt: null,
  nextAttemptAt: at,
  leasedUntil: null,
  heldBy: null,
});

/** Sends a delivery again, for three days where it must be. @returns false where the endpoint has none of that id */
export async function askAgain(tx: Database, endpointId: string, id: string, at: Date): Promise<boolean> {
  const asked = await tx
    .update(webhookDeliveries)
    .set(fresh(at))
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId)))
    .returning({ id: webhookDeliveries.id });
  return asked.length > 0;
}

/** Sends to a disabled endpoint again, and first what has waited for it. */
export async function enableEndpoint(tx: Database, id: string, at: Date): Promise<void> {
  await tx.update(webhookEndpoints).set({ disabledAt: null, disabledReason: null }).where(eq(webhookEndpoints.id, id));
  await tx
    .update(webhookDeliveries)
    .set(fresh(at))
    .where(and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.state, 'pending')));
}

const isServed = and(isNull(webhookEndpoints.disabledAt), isNull(webhookEndpoints.deletedAt));

/** What comes before a delivery: earlier events of its organization that wait for the same endpoint. */
function comingBefore(db: Database) {
  const earlier = alias(webhookDeliveries, 'earlier');
  return db
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.endpointId, webhookDeliveries.endpointId),
        eq(earlier.organizationId, webhookDeliveries.organizationId),
        lt(earlier.sequence, webhookDeliveries.sequence),
        eq(earlier.state, 'pending'),
      ),
    );
}

/** Pending, due, with no process, and next in its organization. */
const isFree = (db: Database, now: Date, realNow: Date) =>
  and(
    eq(webhookDeliveries.state, 'pending'),
    lte(webhookDeliveries.nextAttemptAt, now),
    or(isNull(webhookDeliveries.leasedUntil), lte(webhookDeliveries.leasedUntil, realNow)),
    sql`not exists ${comingBefore(db)}`,
  );

/** Endpoints that something is due for. */
export async function endpointsWithWork(db: Database, now: Date, realNow: Date): Promise<string[]> {
  const due = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpointId, webhookEndpoints.id), isFree(db, now, realNow)));
  const rows = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(isServed, sql`exists ${due}`));
  return rows.map(({ id }) => id);
}

export interface TakenDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly attempts: number;
  readonly firstAttemptAt: Date;
  readonly url: string;
  readonly secret: string;
  readonly event: PlatformEventRow;
}

interface Taking {
  /** The platform's time. */
  readonly now: Date;
  readonly realNow: Date;
  readonly leasedUntil: Date;
  readonly by: string;
}

/** Takes what is due longest under a lease, but nothing of an organization before what came earlier there; null where there is nothing. */
export async function takeDelivery(
  db: Database,
  endpointId: string,
  { now, realNow, leasedUntil, by }: Taking,
): Promise<TakenDelivery | null> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({ id: webhookDeliveries.id, url: webhookEndpoints.url, secret: webhookEndpoints.secret })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(and(eq(webhookDeliveries.endpointId, endpointId), isServed, isFree(db, now, realNow)))
      .orderBy(asc(webhookDeliveries.nextAttemptAt), asc(webhookDeliveries.sequence))
      .limit(1)
      .for('update', { of: webhookDeliveries, skipLocked: true });
    if (!due || due.secret === null) return null;
    const { id, url, secret } = due;
    const [taken] = await tx
      .update(webhookDeliveries)
      .set({
        leasedUntil,
        heldBy: by,
        attempts: sql`${webhookDeliveries.attempts} + 1`,
        firstAttemptAt: sql`coalesce(${webhookDeliveries.firstAttemptAt}, ${now.toISOString()}::timestamptz)`,
        lastAttemptAt: now,
      })
      .where(eq(webhookDeliveries.id, id))
      .returning();
    if (!taken) return null;
    const event = await platformEventById(tx, taken.eventId);
    return { id, endpointId, url, secret, event, attempts: taken.attempts, firstAttemptAt: taken.firstAttemptAt ?? now };
  });
}

/** What an attempt came to. */
interface AttemptResult {
  readonly at: Date;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastAnswer: string;
}

/** Every taking counts as an attempt, so the count names the lease: a run that has lost it writes nothing. */
const underLease = ({ id, attempts }: TakenDelivery) =>
  and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.attempts, attempts), eq(webhookDeliveries.state, 'pending'));

const over = { leasedUntil: null, heldBy: null };

/** The endpoint has taken it. */
export async function finishDelivery(db: Database, delivery: TakenDelivery, { at, ...result }: AttemptResult): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ ...over, ...result, state: 'delivered', deliveredAt: at })
    .where(underLease(delivery));
}

/** The endpoint has not taken it, and is asked again. */
export async function putOffDelivery(
  db: Database,
  delivery: TakenDelivery,
  { at: _, ...result }: AttemptResult,
  nextAttemptAt: Date,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ ...over, ...result, nextAttemptAt })
    .where(underLease(delivery));
}

/** The endpoint has not taken it for too long: nothing is sent there any more. @returns whether that ended it */
export async function giveUpDelivery(
  db: Database,
  delivery: TakenDelivery,
  { at, ...result }: AttemptResult,
  disabledReason: NonNullable<EndpointRow['disabledReason']>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(webhookDeliveries)
      .set({ ...over, ...result, state: 'failed' })
      .where(underLease(delivery))
      .returning({ id: webhookDeliveries.id });
    if (ended.length === 0) return false;
    const disabled = await tx
      .update(webhookEndpoints)
      .set({ disabledAt: at, disabledReason })
      .where(and(eq(webhookEndpoints.id, delivery.endpointId), isServed))
      .returning({ id: webhookEndpoints.id });
    return disabled.length > 0;
  });
}

/** Deletes deliveries that are over, and events but the last of each organization, from which the sequence goes on. */
export async function deleteOldEvents(
  db: Database,
  { deliveriesBefore, eventsBefore }: Readonly<Record<'deliveriesBefore' | 'eventsBefore', Date>>,
): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(and(ne(webhookDeliveries.state, 'pending'), lt(webhookDeliveries.lastAttemptAt, deliveriesBefore)));
  const later = alias(platformEvents, 'later');
  const followed = db
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.organizationId, platformEvents.organizationId), sql`${later.sequence} > ${platformEvents.sequence}`));
  await db.delete(platformEvents).where(and(lt(platformEvents.at, eventsBefore), sql`exists ${followed}`));
}
