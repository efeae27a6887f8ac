import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { type Database, instantOf } from '#server/database/database.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';
import type { BillingInputs } from './loaded-periods.ts';

const { organizationId: ofOrganization, limitCaseAt, limitExceededSince } = restrictionReviews;

export type LimitedCycle = Pick<BillingInputs, 'subscription' | 'running'>;

/** Whether the limit is reached and usage above it was not charged. A limit that is reached exactly restricts nothing. */
export const exceedsLimit = ({ subscription, running: { limit, period } }: LimitedCycle): boolean =>
  subscription.usageBillingEnabled &&
  limit !== undefined &&
  limit.isReached &&
  (period.stops ?? []).length > 0 &&
  limit.unlimitedCents > limit.chargedCents;

/**
 * Updates the limit case at the end of a cycle. If the cycle exceeded a spending limit, the case opens or stays open; otherwise, it closes.
 */
export async function recordLimitAtCycleEnd(tx: Database, organizationId: number, endSeconds: number, inputs: LimitedCycle): Promise<void> {
  const end = instantOf(endSeconds);
  if (!exceedsLimit(inputs)) {
    await tx
      .update(restrictionReviews)
      .set({ limitCaseAt: null, limitExceededSince: null, dueAt: end })
      .where(and(eq(ofOrganization, organizationId), or(isNotNull(limitCaseAt), isNotNull(limitExceededSince))));
    return;
  }
  await tx
    .insert(restrictionReviews)
    .values({ organizationId, dueAt: end, limitCaseAt: end })
    .onConflictDoUpdate({
      target: ofOrganization,
      set: { dueAt: end, limitCaseAt: sql`coalesce(${limitCaseAt}, ${end.toISOString()}::timestamptz)`, limitExceededSince: null },
    });
}
