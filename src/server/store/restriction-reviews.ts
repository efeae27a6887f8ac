import { sql } from 'drizzle-orm';
import { type Database, instantOf } from '#server/database/database.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';

/**
 * Requests a review as of the latest requested instant, because an earlier one would miss later events. Repeats within one second write
 * nothing.
 */
export const requestReview = (tx: Database, organizationId: number, nowSeconds: number): Promise<void> =>
  requestReviews(tx, [organizationId], nowSeconds);

/** As `requestReview`, for many organizations, in ID order to prevent deadlocks of concurrent batches. */
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
