import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/database.ts';
import { clocksDifferMs } from '#server/store/background-jobs.ts';
import { webhookDeliveries, webhookEndpoints } from '#server/database/tables/platform-events.ts';
import { platformEventById, type PlatformEventRow } from './platform-events.ts';
import { signingSecrets, type EndpointRow } from './webhooks.ts';

/** `held_by` value of a delivery while a job run is sending the delivery. */
const laneHold = 'lane';

const isServed = and(isNull(webhookEndpoints.disabledAt), isNull(webhookEndpoints.deletedAt));

/** Pending deliveries that must be sent before a delivery: same organization and endpoint, lower sequence number. */
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

/** SQL condition: the delivery is pending, due and not leased, and no earlier delivery of its organization is pending. */
const isFree = (db: Database, now: Date, realNow: Date) =>
  and(
    eq(webhookDeliveries.state, 'pending'),
    lte(webhookDeliveries.nextAttemptAt, new Date(now.getTime() + clocksDifferMs)),
    or(isNull(webhookDeliveries.leasedUntil), lte(webhookDeliveries.leasedUntil, realNow)),
    sql`not exists ${comingBefore(db)}`,
  );

/**
 * Releases the deliveries that an earlier run of the lane left unfinished. That run has ended, because a lane has only one run at a time.
 */
export async function freeDeliveries(db: Database, endpointId: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ leasedUntil: null, heldBy: null })
    .where(
      and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, 'pending'), eq(webhookDeliveries.heldBy, laneHold)),
    );
}

export interface TakenDelivery {
  readonly organizationId: number;
  readonly id: string;
  readonly endpointId: string;
  readonly attempts: number;
  readonly firstAttemptAt: Date;
  readonly url: string;
  /** Encrypted, as stored. */
  readonly secrets: readonly string[];
  readonly event: PlatformEventRow;
}

const at = ({ organizationId, id }: Pick<TakenDelivery, 'organizationId' | 'id'>) =>
  and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.id, id));

interface Taking {
  /** Platform time. */
  readonly now: Date;
  readonly realNow: Date;
  readonly leasedUntil: Date;
}

/** Leases the delivery that has been due longest; null if none. Skips deliveries with an earlier pending delivery of their organization. */
export async function takeDelivery(db: Database, endpointId: string, { now, realNow, leasedUntil }: Taking): Promise<TakenDelivery | null> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({
        organizationId: webhookDeliveries.organizationId,
        id: webhookDeliveries.id,
        url: webhookEndpoints.url,
        secret: webhookEndpoints.secret,
        replacedSecrets: webhookEndpoints.replacedSecrets,
      })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(and(eq(webhookDeliveries.endpointId, endpointId), isServed, isFree(db, now, realNow)))
      .orderBy(asc(webhookDeliveries.nextAttemptAt), asc(webhookDeliveries.sequence))
      .limit(1)
      .for('update', { of: webhookDeliveries, skipLocked: true });
    if (!due || due.secret === null) return null;
    const { organizationId, id, url } = due;
    const secrets = signingSecrets(due, now);
    const [delivery] = await tx
      .update(webhookDeliveries)
      .set({
        leasedUntil,
        heldBy: laneHold,
        attempts: sql`${webhookDeliveries.attempts} + 1`,
        firstAttemptAt: sql`coalesce(${webhookDeliveries.firstAttemptAt}, ${now.toISOString()}::timestamptz)`,
        lastAttemptAt: now,
      })
      .where(at(due))
      .returning();
    if (!delivery) return null;
    const event = await platformEventById(tx, organizationId, delivery.eventId);
    return {
      organizationId,
      id,
      endpointId,
      url,
      secrets,
      event,
      attempts: delivery.attempts,
      firstAttemptAt: delivery.firstAttemptAt ?? now,
    };
  });
}

interface AttemptResult {
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastAnswer: string;
}

/** SQL condition: the run still has the lease. Each lease increments `attempts`, so a run without the lease updates nothing. */
const underLease = (delivery: TakenDelivery) =>
  and(at(delivery), eq(webhookDeliveries.attempts, delivery.attempts), eq(webhookDeliveries.state, 'pending'));

const over = { leasedUntil: null, heldBy: null };

export async function finishDelivery(db: Database, delivery: TakenDelivery, result: AttemptResult, at: Date): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ ...over, ...result, state: 'delivered', deliveredAt: at })
    .where(underLease(delivery));
}

export async function putOffDelivery(db: Database, delivery: TakenDelivery, result: AttemptResult, nextAttemptAt: Date): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ ...over, ...result, nextAttemptAt })
    .where(underLease(delivery));
}

/** Marks a delivery as failed, after three days or a 410, and disables its endpoint. @returns whether this call disabled the endpoint */
export async function giveUpDelivery(
  db: Database,
  delivery: TakenDelivery,
  result: AttemptResult,
  disabled: { readonly disabledAt: Date; readonly disabledReason: NonNullable<EndpointRow['disabledReason']> },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(webhookDeliveries)
      .set({ ...over, ...result, state: 'failed' })
      .where(underLease(delivery))
      .returning({ id: webhookDeliveries.id });
    if (ended.length === 0) return false;
    const changed = await tx
      .update(webhookEndpoints)
      .set(disabled)
      .where(and(eq(webhookEndpoints.id, delivery.endpointId), isServed))
      .returning({ id: webhookEndpoints.id });
    return changed.length > 0;
  });
}
