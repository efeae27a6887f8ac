import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { idempotencyKeys } from '#server/database/tables/requests.ts';

export type KeyRow = typeof idempotencyKeys.$inferSelect;

export interface Claim {
  readonly organizationId: number;
  readonly key: string;
  readonly call: string;
  readonly bodyHash: string;
}

/** Lease of a key by a request. The lease ends at `lockedUntil`, or earlier when the process ends. */
export type Lease = Pick<KeyRow, 'lockedUntil' | 'processId'>;

const isRow = ({ organizationId, key }: Pick<Claim, 'organizationId' | 'key'>) =>
  and(eq(idempotencyKeys.organizationId, organizationId), eq(idempotencyKeys.key, key));

/** Claims the key for this request. @returns null if the claim succeeded; the existing row if another request has the key */
export async function claimKey(db: Database, claim: Claim, lease: Lease, now: Date): Promise<KeyRow | null> {
  for (;;) {
    const [inserted] = await db
      .insert(idempotencyKeys)
      .values({ ...claim, ...lease, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (inserted) return null;
    const [found] = await db.select().from(idempotencyKeys).where(isRow(claim));
    // If the row was deleted between the two statements, the claim is repeated.
    if (found) return found;
  }
}

/** A claimed key. `lockedUntil` identifies the request that holds the key, because each takeover sets another time. */
export interface ClaimedKey extends Pick<Claim, 'organizationId' | 'key'> {
  readonly lockedUntil: Date;
}

const isHeld = (held: ClaimedKey) =>
  and(isRow(held), eq(idempotencyKeys.state, 'in_progress'), eq(idempotencyKeys.lockedUntil, held.lockedUntil));

/** Takes over a key whose lease has ended. @returns the updated row; null if another request took over the key first */
export async function takeOverKey(db: Database, before: KeyRow, lease: Lease): Promise<KeyRow | null> {
  const [takenOver] = await db.update(idempotencyKeys).set(lease).where(isHeld(before)).returning();
  return takenOver ?? null;
}

/** Stores the subject that a request created. @returns false if another request took over the key; the transaction must then roll back */
export async function recordRequestSubject(tx: Database, held: ClaimedKey, subject: string): Promise<boolean> {
  const noted = await tx
    .update(idempotencyKeys)
    .set({ subject })
    .where(and(isHeld(held), isNull(idempotencyKeys.subject)))
    .returning({ key: idempotencyKeys.key });
  return noted.length > 0;
}

/** Does nothing if another request has taken over the key, because that request stores the same response. */
export async function storeAnswer(db: Database, held: ClaimedKey, status: number, response: string | null): Promise<void> {
  await db.update(idempotencyKeys).set({ state: 'done', status, response }).where(isHeld(held));
}

/** Ends the lease, so that a retry can continue immediately. */
export async function releaseKey(db: Database, held: ClaimedKey): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ lockedUntil: new Date(0) })
    .where(isHeld(held));
}

/** Deletes an idempotency key if its attempt had no effect. A new request can then use the key. */
export async function giveUpKey(db: Database, held: ClaimedKey): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isHeld(held), isNull(idempotencyKeys.subject)));
}
