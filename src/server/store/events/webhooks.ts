import { and, asc, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { secondsOf, type Database } from '#server/database/database.ts';
import type { SecretBox } from '#server/database/secret-box.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { platformEvents, webhookDeliveries, webhookEndpoints } from '#server/database/tables/platform-events.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** Only one transaction at a time adds endpoints, so that their maximum number is not exceeded. */
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

export async function lockEndpoint(tx: Database, id: string): Promise<EndpointRow | null> {
  const [row] = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.deletedAt)))
    .for('update');
  return row ?? null;
}

type EndpointChange = Partial<Pick<EndpointRow, 'url' | 'events' | 'description' | 'secret' | 'replacedSecrets'>>;

export async function updateEndpoint(tx: Database, id: string, change: EndpointChange): Promise<EndpointRow | null> {
  const [row] = await tx
    .update(webhookEndpoints)
    .set(change)
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.deletedAt)))
    .returning();
  return row ?? null;
}

/** Name under which the secrets of an endpoint are encrypted, so that they cannot be decrypted for another endpoint. */
export const secretOwner = (endpointId: string): string => `webhook endpoint ${endpointId}`;

type Secrets = Pick<EndpointRow, 'secret' | 'replacedSecrets'>;

/** @throws {UnreadableSecret} if no key decrypts a secret */
export const openSecrets = (secrets: SecretBox, endpointId: string, stored: readonly string[]): string[] =>
  stored.map((text) => secrets.open(text, secretOwner(endpointId)));

export const lastingSecrets = ({ replacedSecrets }: Secrets, now: Date): Secrets['replacedSecrets'] =>
  replacedSecrets.filter(({ endsAtSeconds }) => endsAtSeconds > secondsOf(now));

/** Secrets that sign a message at `now` (platform time), encrypted as stored. */
export const signingSecrets = (row: Secrets, now: Date): string[] => [
  ...(row.secret === null ? [] : [row.secret]),
  ...lastingSecrets(row, now).map(({ secret }) => secret),
];

export async function insertEndpoint(tx: Database, row: typeof webhookEndpoints.$inferInsert): Promise<EndpointRow> {
  const [endpoint] = await tx.insert(webhookEndpoints).values(row).returning();
  if (!endpoint) throw new Error('The endpoint was not inserted');
  return endpoint;
}

/** Also deletes secrets and pending deliveries. @returns whether the endpoint existed */
export async function deleteEndpoint(tx: Database, id: string, by: string, at: Date): Promise<boolean> {
  const deleted = await tx
    .update(webhookEndpoints)
    .set({ deletedAt: at, deletedBy: by, secret: null, replacedSecrets: [] })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.deletedAt)))
    .returning({ id: webhookEndpoints.id });
  await tx.delete(webhookDeliveries).where(and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.state, 'pending')));
  return deleted.length > 0;
}

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
  readonly before: number | null;
  readonly limit: number;
}

const readDeliveries = (db: Database) =>
  db
    .select({ delivery: webhookDeliveries, type: platformEvents.type, organization: organizations.slug })
    .from(webhookDeliveries)
    .innerJoin(
      platformEvents,
      and(eq(platformEvents.organizationId, webhookDeliveries.organizationId), eq(platformEvents.id, webhookDeliveries.eventId)),
    )
    .innerJoin(organizations, eq(organizations.id, webhookDeliveries.organizationId));

export type DeliveryWithEvent = Awaited<ReturnType<typeof readDeliveries>>[number];

export async function findDelivery(db: Database, id: string): Promise<DeliveryWithEvent | null> {
  const [row] = await readDeliveries(db).where(eq(webhookDeliveries.id, id));
  return row ?? null;
}

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
  deliveredAt: null,
  nextAttemptAt: at,
  leasedUntil: null,
  heldBy: null,
});

/** Sends a delivery again, with a new three-day retry period. @returns false if the endpoint has no such delivery */
export async function askAgain(tx: Database, endpointId: string, id: string, at: Date): Promise<boolean> {
  const matchingEndpoints = await tx
    .update(webhookDeliveries)
    .set(fresh(at))
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId)))
    .returning({ id: webhookDeliveries.id });
  return matchingEndpoints.length > 0;
}

/** Also retries pending and failed deliveries. All failed deliveries belong to this outage, because the first one disabled the endpoint. */
export async function enableEndpoint(tx: Database, id: string, at: Date): Promise<void> {
  await tx.update(webhookEndpoints).set({ disabledAt: null, disabledReason: null }).where(eq(webhookEndpoints.id, id));
  await tx
    .update(webhookDeliveries)
    .set(fresh(at))
    .where(and(eq(webhookDeliveries.endpointId, id), inArray(webhookDeliveries.state, ['pending', 'failed'])));
}
