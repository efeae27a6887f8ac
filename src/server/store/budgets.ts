import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { BudgetThreshold, KnownCrossing } from '#server/domain/budget/budget.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { budgetCrossings, budgetEvents, budgetReviews, budgets } from '#server/database/tables/budgets.ts';

export type BudgetRow = typeof budgets.$inferSelect;
export type NewBudget = Omit<typeof budgets.$inferInsert, 'version'>;
/** Terms of a budget. Without `window`, a limit applies to the billing cycle. */
export type BudgetTerms = Pick<BudgetRow, 'name' | 'scope' | 'basis' | 'amountCents' | 'thresholds' | 'atLimit' | 'recipients'> &
  Partial<Pick<BudgetRow, 'window'>>;

export const budgetsOf = (db: Database, organizationId: number): Promise<BudgetRow[]> =>
  db.select().from(budgets).where(eq(budgets.organizationId, organizationId)).orderBy(asc(budgets.createdAt), asc(budgets.id));

const isBudget = (organizationId: number, id: string) => and(eq(budgets.organizationId, organizationId), eq(budgets.id, id));

export async function findBudget(db: Database, organizationId: number, id: string): Promise<BudgetRow | null> {
  const [row] = await db.select().from(budgets).where(isBudget(organizationId, id));
  return row ?? null;
}

export const newBudgetId = (): string => `bud_${randomBytes(12).toString('hex')}`;

/** Does nothing if the id exists. */
export async function insertBudget(tx: Database, budget: NewBudget): Promise<void> {
  await tx.insert(budgets).values(budget).onConflictDoNothing();
  await tx.insert(budgetReviews).values({ organizationId: budget.organizationId }).onConflictDoNothing();
}

/** Returns false if another request has changed the version of the budget. */
export async function replaceBudget(
  tx: Database,
  { organizationId, id, version }: Pick<BudgetRow, 'organizationId' | 'id' | 'version'>,
  terms: BudgetTerms,
): Promise<boolean> {
  const rows = await tx
    .update(budgets)
    .set({ ...terms, version: version + 1 })
    .where(and(isBudget(organizationId, id), eq(budgets.version, version)))
    .returning({ id: budgets.id });
  return rows.length > 0;
}

export async function removeBudget(tx: Database, organizationId: number, id: string): Promise<boolean> {
  const rows = await tx.delete(budgets).where(isBudget(organizationId, id)).returning({ id: budgets.id });
  return rows.length > 0;
}

/** Latest 200 crossings, in any cycle and version, newest first. */
export const crossingsOf = (db: Database, organizationId: number, budgetId: string) =>
  db
    .select()
    .from(budgetCrossings)
    .where(and(eq(budgetCrossings.organizationId, organizationId), eq(budgetCrossings.budgetId, budgetId)))
    .orderBy(desc(budgetCrossings.crossedAt), desc(budgetCrossings.percent), asc(budgetCrossings.on))
    .limit(200);

type CrossingPlace = Pick<typeof budgetCrossings.$inferSelect, 'organizationId' | 'budgetId' | 'version' | 'periodId'>;

const at = ({ organizationId, budgetId, version, periodId }: CrossingPlace) =>
  and(
    eq(budgetCrossings.organizationId, organizationId),
    eq(budgetCrossings.budgetId, budgetId),
    eq(budgetCrossings.version, version),
    eq(budgetCrossings.periodId, periodId),
  );

export async function knownCrossings(tx: Database, place: CrossingPlace): Promise<KnownCrossing[]> {
  const rows = await tx.select().from(budgetCrossings).where(at(place));
  return rows.map(({ percent, on, resolvedAt }) => ({ percent, on, isResolved: resolvedAt !== null }));
}

/** Returns the ID. The caller must hold the organization lock, so that each threshold counts once. */
export async function recordBudgetEvent(tx: Database, event: Omit<typeof budgetEvents.$inferInsert, 'id'>): Promise<number> {
  const [row] = await tx.insert(budgetEvents).values(event).returning({ id: budgetEvents.id });
  if (!row) throw new Error('A budget event was not written');
  return row.id;
}

export async function insertCrossings(
  tx: Database,
  place: CrossingPlace,
  thresholds: readonly BudgetThreshold[],
  eventId: number,
  crossedAt: Date,
): Promise<void> {
  if (thresholds.length === 0) return;
  await tx.insert(budgetCrossings).values(thresholds.map(({ percent, on }) => ({ ...place, percent, on, eventId, crossedAt })));
}

/** @param resolvedAt null if usage has reached the thresholds again */
export async function resolveCrossings(
  tx: Database,
  place: CrossingPlace,
  thresholds: readonly BudgetThreshold[],
  resolvedAt: Date | null,
): Promise<void> {
  for (const { percent, on } of thresholds)
    await tx
      .update(budgetCrossings)
      .set({ resolvedAt })
      .where(and(at(place), eq(budgetCrossings.percent, percent), eq(budgetCrossings.on, on)));
}

export type BudgetReview = typeof budgetReviews.$inferSelect;

export async function findBudgetReview(db: Database, organizationId: number) {
  const [row] = await db.select().from(budgetReviews).where(eq(budgetReviews.organizationId, organizationId));
  return row ?? null;
}

export async function saveBudgetReview(tx: Database, review: typeof budgetReviews.$inferInsert): Promise<void> {
  const { organizationId, ...set } = review;
  await tx.update(budgetReviews).set(set).where(eq(budgetReviews.organizationId, organizationId));
}

export async function forgetBudgetReview(tx: Database, organizationId: number): Promise<void> {
  await tx.delete(budgetReviews).where(eq(budgetReviews.organizationId, organizationId));
}

/**
 * Maximum number of projects for which a request checks the thresholds. With more projects, a job checks them, because the forecast is
 * slow.
 */
export const projectsAtOnce = 500;

export const budgetReviewsDue = (db: Database, nowSeconds: number, limit: number): Promise<{ organizationId: number }[]> =>
  db
    .select({ organizationId: budgetReviews.organizationId })
    .from(budgetReviews)
    .where(and(isNotNull(budgetReviews.dueAt), lte(budgetReviews.dueAt, instantOf(nowSeconds))))
    .orderBy(asc(budgetReviews.dueAt), asc(budgetReviews.organizationId))
    .limit(limit);

export async function nextBudgetReview(db: Database, afterSeconds: number): Promise<number | null> {
  const later = Number.isFinite(afterSeconds)
    ? sql`${budgetReviews.dueAt} > ${instantOf(afterSeconds).toISOString()}::timestamptz`
    : undefined;
  const [row] = await db
    .select({ dueAt: budgetReviews.dueAt })
    .from(budgetReviews)
    .where(and(isNotNull(budgetReviews.dueAt), later))
    .orderBy(asc(budgetReviews.dueAt))
    .limit(1);
  return row?.dueAt ? Math.ceil(row.dueAt.getTime() / 1000) : null;
}
