import { and, eq, isNotNull, or } from 'drizzle-orm';
import { reviewOrganization } from './restriction-reviews.ts';
import { exceedsLimit, type LimitedCycle } from '#server/billing/periods/limit-case.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';

const { organizationId: ofOrganization, limitCaseAt, limitExceededSince } = restrictionReviews;

/** If the excess has begun or ended, reviews the restrictions. @param inputs null if the organization has no budgets */
export async function recordLimitExcess(
  tx: Database,
  organizationId: number,
  inputs: LimitedCycle | null,
  nowSeconds: number,
): Promise<void> {
  const isExceeded = inputs !== null && exceedsLimit(inputs);
  const [known] = await tx.select({ since: limitExceededSince }).from(restrictionReviews).where(eq(ofOrganization, organizationId));
  if (((known?.since ?? null) !== null) === isExceeded) return;
  const since = isExceeded ? instantOf(nowSeconds) : null;
  await tx
    .insert(restrictionReviews)
    .values({ organizationId, limitExceededSince: since })
    .onConflictDoUpdate({ target: ofOrganization, set: { limitExceededSince: since } });
  await reviewOrganization(tx, organizationId, nowSeconds);
}

export async function endLimitCase(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  const ended = await tx
    .update(restrictionReviews)
    .set({ limitCaseAt: null, limitExceededSince: null })
    .where(and(eq(ofOrganization, organizationId), or(isNotNull(limitCaseAt), isNotNull(limitExceededSince))))
    .returning({ id: ofOrganization });
  if (ended.length > 0) await reviewOrganization(tx, organizationId, nowSeconds);
}
