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

/** How a request has its key: until when at most, and in which process, with whose end it ends as well. */
export type Lease = Pick<KeyRow, 'lockedUntil' | 'processId'>;

const isRow = ({ organizationId, key }: Pick<Claim, 'organizationId' | 'key'>) =>
  and(eq(idempotencyKeys.organizationId, organizationId), eq(idempotencyKeys.key, key));

/** Makes the key this request's own. @returns the row that was there already, or null when it is now ours */
export async function claimKey(db: Database, claim: Claim, lease: Lease, now: Date): Promise<KeyRow | null> {
  for (;;) {
    const [made] = await db
      .insert(idempotencyKeys)
      .values({ ...claim, ...lease, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (made) return null;
    const [found] = await db.select().from(idempotencyKeys).where(isRow(claim));
    // The row may have been released in between; then there is one more chance to claim it.
    if (found) return found;
  }
}

/** A key with the end of its lease, which names the holder: a takeover gets another lease. */
export interface Held extends Pick<Claim, 'organizationId' | 'key'> {
  readonly lockedUntil: Date;
}

const isHeld = (held: Held) =>
  and(isRow(held), eq(idempotencyKeys.state, 'in_progress'), eq(idempotencyKeys.lockedUntil, held.lockedUntil));

/** Takes over a key whose lease has ended. @returns the row as it is then; null when another request was faster */
export async function takeOverKey(db: Database, before: KeyRow, lease: Lease): Promise<KeyRow | null> {
  const [taken] = await db.update(idempotencyKeys).set(lease).where(isHeld(before)).returning();
  return taken ?? null;
}

/**
 * Notes, in the transaction that makes it, what the attempt is about.
 * @returns false when another request has taken over the key: the transaction must roll back
 */
export async function recordRequestSubject(tx: Database, held: Held, subject: string): Promise<boolean> {
  const noted = await tx
    .update(idempotencyKeys)
    .set({ subject })
    .where(and(isHeld(held), isNull(idempotencyKeys.subject)))
    .returning({ key: idempotencyKeys.key });
  return noted.length > 0;
}

/** After a takeover nothing is stored: the new holder finds the same answer. */
export async function storeAnswer(db: Database, held: Held, status: number, response: string | null): Promise<void> {
  await db.update(idempotencyKeys).set({ state: 'done', status, response }).where(isHeld(held));
}

/** Lets the next retry go on at once. */
export async function releaseKey(db: Database, held: Held): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ lockedUntil: new Date(0) })
    .where(isHeld(held));
}

/** Deletes the key of an attempt that did nothing, so that it can be used again. */
export async function giveUpKey(db: Database, held: Held): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isHeld(held), isNull(idempotencyKeys.subject)));
}
