import { eq } from 'drizzle-orm';
import { isLooser, limitAt, limitCountsFrom, withLimitChange } from '#server/domain/budget/spending-limit.ts';
import type { Database } from '#server/database/database.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { partKey } from '#server/domain/budget/limit-scopes.ts';
import {
  type BudgetReview,
  type BudgetRow,
  type BudgetTerms,
  findBudgetReview,
  insertBudget,
  type NewBudget,
  removeBudget,
  replaceBudget,
} from '#server/store/budgets.ts';
import { periodsToBill } from '#server/store/billing-periods.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { splitTotals } from '#server/store/usage/usage-totals.ts';
import { reviewBudgets } from './budget-reviews.ts';
import { endLimitCase } from '#server/billing/restrictions/limit-cases.ts';
import { lowestStops, requestBudgetReviews } from '#server/billing/limits/limit-terms.ts';

const reachedIn = (review: BudgetReview | null): string[] => [
  ...(review?.isLimitReached ? ['organization'] : []),
  ...(review?.reachedParts ?? []).map(partKey),
];

/** @returns whether the change lifted a reached limit */
async function applyBudgets(tx: Database, organizationId: number, nowSeconds: number): Promise<boolean> {
  const running = (await periodsToBill(tx, organizationId)).open.at(-1);
  if (!running) throw new Error(`Organization ${organizationId} has no billing period`);
  const fromSeconds = limitCountsFrom(nowSeconds);
  const terms = await lowestStops(tx, organizationId);
  const isRaised = isLooser(limitAt(running.limitChanges, fromSeconds), terms);
  const limitChanges = withLimitChange(running.limitChanges, fromSeconds, terms);
  if (JSON.stringify(limitChanges) !== JSON.stringify(running.limitChanges)) {
    await splitTotals(tx, organizationId, fromSeconds);
    await tx.update(billingPeriods).set({ limitChanges }).where(eq(billingPeriods.id, running.id));
  }
  if (isRaised) await endLimitCase(tx, organizationId, nowSeconds);
  await requestBudgetReviews(tx, [organizationId], nowSeconds);
  const reached = reachedIn(await findBudgetReview(tx, organizationId));
  await reviewBudgets(tx, organizationId, nowSeconds);
  const stillReached = reachedIn(await findBudgetReview(tx, organizationId));
  return reached.some((limit) => !stillReached.includes(limit));
}

export async function addBudget(tx: Database, budget: NewBudget, nowSeconds: number): Promise<void> {
  await lockOrganization(tx, budget.organizationId);
  await insertBudget(tx, budget);
  await applyBudgets(tx, budget.organizationId, nowSeconds);
}

/**
 * Creates a new version of the budget, in which no threshold is crossed yet.
 * @returns whether a reached limit was lifted; null if the request names an outdated version of the budget
 */
export async function changeBudget(
  tx: Database,
  place: Pick<BudgetRow, 'organizationId' | 'id' | 'version'>,
  terms: BudgetTerms,
  nowSeconds: number,
): Promise<boolean | null> {
  await lockOrganization(tx, place.organizationId);
  return (await replaceBudget(tx, place, terms)) ? applyBudgets(tx, place.organizationId, nowSeconds) : null;
}

/** @returns whether a reached limit was lifted; null if the budget does not exist */
export async function deleteBudget(tx: Database, organizationId: number, id: string, nowSeconds: number): Promise<boolean | null> {
  await lockOrganization(tx, organizationId);
  return (await removeBudget(tx, organizationId, id)) ? applyBudgets(tx, organizationId, nowSeconds) : null;
}
