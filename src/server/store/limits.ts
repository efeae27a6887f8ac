import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { captchaTokens, rateWindows } from './tables/requests.ts';

/** Counts one more in a window. @returns how many there are now, this one included */
export async function countInWindow(db: Database, name: string, startedAt: Date): Promise<number> {
  const [row] = await db
    .insert(rateWindows)
    .values({ name, startedAt, count: 1 })
    .onConflictDoUpdate({ target: [rateWindows.name, rateWindows.startedAt], set: { count: sql`${rateWindows.count} + 1` } })
    .returning({ count: rateWindows.count });
  return row?.count ?? 1;
}

/** @returns false when the token was used before */
export async function useCaptchaToken(db: Database, tokenHash: string, now: Date): Promise<boolean> {
  const used = await db
    .insert(captchaTokens)
    .values({ tokenHash, usedAt: now })
    .onConflictDoNothing()
    .returning({ tokenHash: captchaTokens.tokenHash });
  return used.length > 0;
}

/** Lets a token count as unused again. */
export async function giveCaptchaTokenBack(db: Database, tokenHash: string): Promise<void> {
  await db.delete(captchaTokens).where(eq(captchaTokens.tokenHash, tokenHash));
}

export async function deleteOldLimits(db: Database, before: Date): Promise<void> {
  await db.delete(rateWindows).where(lt(rateWindows.startedAt, before));
  await db.delete(captchaTokens).where(lt(captchaTokens.usedAt, before));
}
