import { and, asc, eq, gt, inArray, isNull, lt, min, or, sql } from 'drizzle-orm';
import { instantOf, perDatabase, secondsOf, type Database } from '#server/database/database.ts';
import { adminRequests, apiKeys } from '#server/database/tables/api-keys.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

const statements = perDatabase((db) => ({
  byHash: db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.tokenHash, sql.placeholder('tokenHash')))
    .prepare('api_key_by_hash'),
}));

/** Also returns revoked and expired keys; null if there is none. */
export async function findApiKey(db: Database, tokenHash: string): Promise<ApiKeyRow | null> {
  const [row] = await statements(db).byHash.execute({ tokenHash });
  return row ?? null;
}

export async function insertApiKey(db: Database, row: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> {
  const [inserted] = await db.insert(apiKeys).values(row).returning();
  if (!inserted) throw new Error('The key was not made');
  return inserted;
}

export const allApiKeys = (db: Database): Promise<ApiKeyRow[]> =>
  db.select().from(apiKeys).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));

/** Keys that were revoked before are unchanged. */
export async function revokeApiKeys(db: Database, ids: readonly string[], by: string, now: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt: now, revokedBy: by })
    .where(and(inArray(apiKeys.id, [...ids]), isNull(apiKeys.revokedAt)));
}

/** Records that the key was used. Writes nothing if the recorded last use is not earlier than `notedBefore`. */
export async function touchApiKey(db: Database, id: string, now: Date, notedBefore: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, notedBefore))));
}

/** Reported if no key is usable. The value is so high that no alert about an expiring key fires. */
const longestDays = 400;

/** Days until the first usable key expires, rounded to a tenth. */
export async function daysOfKeys(db: Database, nowSeconds: number): Promise<number> {
  const now = instantOf(nowSeconds);
  const [row] = await db
    .select({ end: min(apiKeys.expiresAt) })
    .from(apiKeys)
    .where(and(isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now)));
  return row?.end ? Math.round((secondsOf(row.end) - nowSeconds) / 8640) / 10 : longestDays;
}

export type AdminRequestRow = typeof adminRequests.$inferSelect;

type RequestName = Pick<AdminRequestRow, 'keyId' | 'requestHash'>;

const isRequest = ({ keyId, requestHash }: RequestName) => and(eq(adminRequests.keyId, keyId), eq(adminRequests.requestHash, requestHash));

/** Waits while the same request is in progress. @returns false if the request was recorded before */
export async function recordAdminRequest(tx: Database, row: typeof adminRequests.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(adminRequests).values(row).onConflictDoNothing().returning({ call: adminRequests.call });
  return inserted.length > 0;
}

export async function findAdminRequest(db: Database, name: RequestName): Promise<AdminRequestRow | null> {
  const [row] = await db.select().from(adminRequests).where(isRequest(name));
  return row ?? null;
}

export async function keepAdminAnswer(tx: Database, name: RequestName, status: number, answer: string): Promise<void> {
  await tx.update(adminRequests).set({ status, answer }).where(isRequest(name));
}
