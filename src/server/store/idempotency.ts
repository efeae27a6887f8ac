import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
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

/** Takes over a key whose holder is taken for dead. @returns false when another request was faster */
export async function takeOverKey(db: Database, row: KeyRow, lockedUntil: Date): Promise<boolean> {
  const taken = await db
    .update(idempotencyKeys)
    .set({ lockedUntil })
    .where(and(isRow(row), eq(idempotencyKeys.state, 'in_progress'), eq(idempotencyKeys.lockedUntil, row.lockedUntil)))
    .returning({ key: idempotencyKeys.key });
  return taken.length > 0;
}

/** Notes, in the transaction that makes it, what the attempt is about. */
export async function noteSubject(tx: Database, claim: Pick<Claim, 'organizationId' | 'key'>, subject: string): Promise<void> {
  await tx.update(idempotencyKeys).set({ subject }).where(isRow(claim));
}

export async function storeAnswer(
  db: Database,
  claim: Pick<Claim, 'organizationId' | 'key'>,
  status: number,
  response: string | null,
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ state: 'done', status, response })
    .where(and(isRow(claim), eq(idempotencyKeys.state, 'in_progress')));
}

/** Lets the next retry go on at once. */
export async function releaseKey(db: Database, claim: Pick<Claim, 'organizationId' | 'key'>): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ lockedUntil: new Date(0) })
    .where(and(isRow(claim), eq(idempotencyKeys.state, 'in_progress')));
}

/** Forgets an attempt that did nothing, so that its key can be used again. */
export async function giveUpKey(db: Database, claim: Pick<Claim, 'organizationId' | 'key'>): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(and(isRow(claim), eq(idempotencyKeys.state, 'in_progress'), sql`${idempotencyKeys.subject} is null`));
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
