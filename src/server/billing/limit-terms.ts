import { and, eq, sql } from 'drizzle-orm';
import { lowestLimits, type LimitTerms } from '#server/domain/budget/spending-limit.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { budgetReviews, budgets } from '#server/database/tables/budgets.ts';

/** The limits that an organization's budgets set now. */
export async function lowestStops(tx: Database, organizationId: number): Promise<LimitTerms> {
  const rows = await tx
    .select({ basis: budgets.basis, amountCents: budgets.amountCents })
    .from(budgets)
    .where(and(eq(budgets.organizationId, organizationId), eq(budgets.atLimit, 'stop')));
  return lowestLimits(rows);
}

/** Has the budgets of an organization looked at as of an instant. @returns whether it has any */
export async function requestBudgetReview(tx: Database, organizationId: number, nowSeconds: number): Promise<boolean> {
  const rows = await tx
    .update(budgetReviews)
    .set({ dueAt: sql`least(${budgetReviews.dueAt}, ${instantOf(nowSeconds).toISOString()}::timestamptz)` })
    .where(eq(budgetReviews.organizationId, organizationId))
    .returning({ organizationId: budgetReviews.organizationId });
  return rows.length > 0;
}
