import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { lowestLimits, type LimitTerms } from '#server/domain/budget/spending-limit.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { budgetReviews, budgets } from '#server/database/tables/budgets.ts';

export async function lowestStops(tx: Database, organizationId: number): Promise<LimitTerms> {
  const rows = await tx
    .select({ scope: budgets.scope, window: budgets.window, basis: budgets.basis, amountCents: budgets.amountCents })
    .from(budgets)
    .where(and(eq(budgets.organizationId, organizationId), eq(budgets.atLimit, 'stop')));
  return lowestLimits(rows);
}

/** Requests budget reviews in ID order, to prevent deadlocks of concurrent batches. @returns the organizations that have budgets */
export async function requestBudgetReviews(tx: Database, organizationIds: readonly number[], nowSeconds: number): Promise<number[]> {
  if (organizationIds.length === 0) return [];
  const lockedReviews = tx
    .select({ id: budgetReviews.organizationId })
    .from(budgetReviews)
    .where(sql`${budgetReviews.organizationId} = any(${sql.param([...organizationIds])}::int[])`)
    .orderBy(asc(budgetReviews.organizationId))
    .for('update');
  const rows = await tx
    .update(budgetReviews)
    .set({ dueAt: sql`least(${budgetReviews.dueAt}, ${instantOf(nowSeconds).toISOString()}::timestamptz)` })
    .where(inArray(budgetReviews.organizationId, lockedReviews))
    .returning({ organizationId: budgetReviews.organizationId });
  return rows.map(({ organizationId }) => organizationId).sort((a, b) => a - b);
}
