import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from './database.ts';
import { idempotencyKeys } from './tables/requests.ts';

export type KeyRow = typeof idempotencyKeys.$inferSelect;

export interface Claim {
  readonly organizationId: number;
  readonly key: string;
  readonly call: string;
  readonly bodyHash: string;
}

const isRow = ({ organizationId, key }: Pick<Claim, 'organizationId' | 'key'>) =>
  and(eq(idempotencyKeys.organizationId, organizationId), eq(idempotencyKeys.key, key));

/** Makes the key this request's own. @returns the row that was there already, or null when it is now ours */
export async function claimKey(db: Database, claim: Claim, lockedUntil: Date, now: Date): Promise<KeyRow | null> {
  for (;;) {
    const [made] = await db
      .insert(idempotencyKeys)
      .values({ ...claim, lockedUntil, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (made) return null;
    const [found] = await db.select().from(idempotencyKeys).where(isRow(claim));
    // The row may have been given up in between; then there is one more chance to claim it.
    if (found) return found;
  }
}

/** A key with the end of the lease by which its holder has it: whoever takes it over has another. */
export interface Held extends Pick<Claim, 'organizationId' | 'key'> {
  readonly lockedUntil: Date;
}

const isHeld = (held: Held) =>
  and(isRow(held), eq(idempotencyKeys.state, 'in_progress'), eq(idempotencyKeys.lockedUntil, held.lockedUntil));

/** Takes over a key whose holder is taken for dead. @returns the row as it is then; null when another request was faster */
export async function takeOverKey(db: Database, before: KeyRow, lockedUntil: Date): Promise<KeyRow | null> {
  const [taken] = await db.update(idempotencyKeys).set({ lockedUntil }).where(isHeld(before)).returning();
  return taken ?? null;
}

/**
 * Notes, in the transaction that makes it, what the attempt is about.
 * @returns false when somebody else has the key by now: what was made has to be rolled back
 */
export async function noteSubject(tx: Database, held: Held, subject: string): Promise<boolean> {
  const noted = await tx
    .update(idempotencyKeys)
    .set({ subject })
    .where(and(isHeld(held), isNull(idempotencyKeys.subject)))
    .returning({ key: idempotencyKeys.key });
  return noted.length > 0;
}

/** Of one whose lease another has now, nothing is kept: the other finds out the same. */
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

/** Forgets an attempt that did nothing, so that its key can be used again. */
export async function giveUpKey(db: Database, held: Held): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isHeld(held), isNull(idempotencyKeys.subject)));
}

/** At the start of the only process: whoever held a key is gone. */
export async function releaseAllKeys(db: Database): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ lockedUntil: new Date(0) })
    .where(eq(idempotencyKeys.state, 'in_progress'));
}

/**
 * Forgets old keys. One under which something was begun is remembered much longer: whoever asks again with it, however late, must
 * find what became of it and not begin anew.
 */
export async function deleteOldKeys(db: Database, before: Date, begunBefore: Date): Promise<void> {
  const { createdAt, subject } = idempotencyKeys;
  await db.delete(idempotencyKeys).where(or(and(lt(createdAt, before), isNull(subject)), lt(createdAt, begunBefore)));
}
