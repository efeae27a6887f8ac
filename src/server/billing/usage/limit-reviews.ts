import { DomainError } from '#server/domain/errors.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { isReviewDue } from '#server/store/due-work.ts';
import { reviewBudgets } from '#server/billing/budgets/budget-reviews.ts';
import { requestBudgetReviews } from '#server/billing/limits/limit-terms.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';

async function attempt(db: Database, review: (tx: Database) => Promise<boolean>): Promise<boolean> {
  try {
    return await db.transaction(review);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return false;
  }
}

/** Reviews limits if the booking has requested a review. @returns whether usage has newly reached the cap or a limit */
export async function reviewLimitsNow(db: Database, organizationId: number, nowSeconds: number): Promise<boolean> {
  const isAtCap = await attempt(db, async (tx) => {
    await lockOrganization(tx, organizationId);
    return (await isReviewDue(tx, organizationId, instantOf(nowSeconds))) && reviewOrganization(tx, organizationId, nowSeconds);
  });
  const isAtLimit = await attempt(db, (tx) => reviewBudgets(tx, organizationId, nowSeconds, true));
  return isAtCap || isAtLimit;
}

/** Reviews spend cap and budgets in the transaction of a plan or cap change, because the change determines whether cap or budgets apply. */
export async function reviewLimitsOfChange(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  await reviewOrganization(tx, organizationId, nowSeconds);
  await requestBudgetReviews(tx, [organizationId], nowSeconds);
  await attempt(tx, (savepoint) => reviewBudgets(savepoint, organizationId, nowSeconds, true));
}
