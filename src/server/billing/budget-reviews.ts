import { dayStart, stepFrom } from '#lib/dates/calendar.ts';
import { type BudgetThreshold, crossingChanges, hasReached, reachedThresholds } from '#server/domain/budget/budget.ts';
import { DomainError } from '#server/domain/errors.ts';
import { reachedAtSteps } from '#server/domain/budget/forecast.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { inTurns } from '#server/database/in-pages.ts';
import {
  type BudgetRow,
  budgetsOf,
  findBudgetReview,
  forgetBudgetReview,
  insertCrossings,
  knownCrossings,
  noteBudgetEvent,
  resolveCrossings,
  saveBudgetReview,
} from '#server/store/budgets.ts';
import { writeNotice } from '#server/store/notices/notices.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { loadSpend, type SpendFacts } from './budget-spend.ts';

/** One notice for all thresholds that one look has found: it names the highest, of what is spent where there is one. */
async function announceCrossing(
  tx: Database,
  budget: BudgetRow,
  { inputs, spendOf }: SpendFacts,
  crossed: readonly BudgetThreshold[],
  { eventId, nowSeconds }: { readonly eventId: number; readonly nowSeconds: number },
): Promise<void> {
  const spent = crossed.filter(({ on }) => on === 'actual');
  const isForecast = spent.length === 0;
  const thresholdPercent = Math.max(...(isForecast ? crossed : spent).map(({ percent }) => percent));
  const { actualCents, projectedCents } = spendOf(budget);
  const { organizationId, name: budgetName, amountCents: budgetCents } = budget;
  const { endSeconds } = inputs.running.period.cycle;
  const spentCents = isForecast ? projectedCents : actualCents;
  const stopsCharges = budget.atLimit === 'stop';
  await writeNotice(tx, {
    organizationId,
    kind: 'budget_crossed',
    key: String(eventId),
    atSeconds: nowSeconds,
    facts: {
      budgetName,
      thresholdPercent,
      budgetCents,
      spentCents,
      periodEndsAt: endSeconds,
      isForecast,
      stopsCharges,
      ...(budget.recipients && { recipients: budget.recipients }),
    },
  });
}

/** Writes down which thresholds a budget has reached, one event for all that are new. */
async function noteCrossings(tx: Database, budget: BudgetRow, spendFacts: SpendFacts, nowSeconds: number): Promise<void> {
  const { inputs, spendOf } = spendFacts;
  const { id: budgetId, version, organizationId, amountCents } = budget;
  const place = { budgetId, version, periodId: inputs.running.id };
  const spend = spendOf(budget);
  const { crossed, resolved, reopened } = crossingChanges(reachedThresholds(budget, spend), await knownCrossings(tx, place));
  const at = instantOf(nowSeconds);
  const about = { organizationId, ...place, budgetName: budget.name, at, amountCents, ...spend };
  if (crossed.length > 0) {
    const eventId = await noteBudgetEvent(tx, { ...about, kind: 'crossed', thresholds: crossed });
    await insertCrossings(tx, place, crossed, eventId, at);
    await announceCrossing(tx, budget, spendFacts, crossed, { eventId, nowSeconds });
  }
  if (resolved.length > 0) {
    await resolveCrossings(tx, place, resolved, at);
    const thresholds = resolved.map(({ percent, on }) => ({ percent, on }));
    await noteBudgetEvent(tx, { ...about, kind: 'resolved', thresholds });
  }
  await resolveCrossings(tx, place, reopened, null);
}

/** When something may change without new usage: what runs reaches a threshold or the limit, or a day of the forecast is over. */
async function nextLook(budgets: readonly BudgetRow[], { limited, spendOf }: SpendFacts, nowSeconds: number): Promise<number> {
  const looks = [limited.period.cycle.endSeconds];
  for (const budget of budgets) {
    const { actualCents } = spendOf(budget);
    const shares = [
      ...budget.thresholds.filter(({ on }) => on === 'actual').map(({ percent }) => percent),
      ...(budget.atLimit === 'stop' ? [100] : []),
    ];
    const open = shares.filter((percent) => !hasReached(actualCents, budget.amountCents, percent));
    if (open.length > 0) {
      const sumToReach = Math.max(actualCents + 1, Math.ceil((budget.amountCents * Math.min(...open)) / 100));
      looks.push((await inTurns(reachedAtSteps(limited, budget, sumToReach, nowSeconds))) ?? Number.POSITIVE_INFINITY);
    }
    if (budget.thresholds.some(({ on }) => on === 'projected')) looks.push(stepFrom(dayStart(nowSeconds), { days: 1 }));
  }
  return Math.max(nowSeconds + 1, Math.min(...looks));
}

/**
 * Looks at the budgets of an organization: which thresholds are reached, whether its limit is, and when to look again. The
 * organization's lock is taken.
 */
export async function reviewBudgets(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  await lockOrganization(tx, organizationId);
  const review = await findBudgetReview(tx, organizationId);
  if (!review?.dueAt || review.dueAt > instantOf(nowSeconds)) return;
  const budgets = await budgetsOf(tx, organizationId);
  if (budgets.length === 0) return forgetBudgetReview(tx, organizationId);
  const spend = await loadSpend(tx, organizationId, nowSeconds);
  for (const budget of budgets) await noteCrossings(tx, budget, spend, nowSeconds);
  const { running, subscription } = spend.inputs;
  await saveBudgetReview(tx, {
    organizationId,
    dueAt: instantOf(await nextLook(budgets, spend, nowSeconds)),
    isLimitReached: subscription.usageBillingEnabled && (running.limit?.isReached ?? false),
  });
}

/** The same right after usage was booked. What can't be priced now is left to the job, which says so to operators. */
export async function reviewBudgetsNow(db: Database, organizationId: number, nowSeconds: number): Promise<void> {
  try {
    await db.transaction((tx) => reviewBudgets(tx, organizationId, nowSeconds));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}
