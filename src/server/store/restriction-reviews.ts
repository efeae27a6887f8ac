import { sql } from 'drizzle-orm';
import { type Database, instantOf } from '#server/database/database.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';

/**
 * Replaces the time of an earlier request, so that the review includes all events until now. A second request within one second writes
 * nothing.
 */
export const requestReview = (tx: Database, organizationId: number, nowSeconds: number): Promise<void> =>
  requestReviews(tx, [organizationId], nowSeconds);

/** Writes in order of the IDs, so that concurrent batches do not deadlock. */
export async function requestReviews(tx: Database, organizationIds: readonly number[], nowSeconds: number): Promise<void> {
  if (organizationIds.length === 0) return;
  const now = instantOf(nowSeconds);
  await tx
    .insert(restrictionReviews)
    .values(organizationIds.toSorted((a, b) => a - b).map((organizationId) => ({ organizationId, dueAt: now })))
    .onConflictDoUpdate({
      target: restrictionReviews.organizationId,
      set: { dueAt: now },
      setWhere: sql`${restrictionReviews.dueAt} is distinct from ${now.toISOString()}::timestamptz`,
    });
}
