import { eq } from 'drizzle-orm';
import { dayStart, stepFrom } from '#lib/dates/calendar.ts';
import {
  type BudgetSpend,
  type BudgetThreshold,
  crossingChanges,
  hasReached,
  metricOfScope,
  projectOfScope,
  reachedThresholds,
} from '#server/domain/budget/budget.ts';
import type { ReachedPart } from '#server/domain/budget/limit-scopes.ts';
import { findMetric } from '#server/domain/metrics.ts';
import { reachedAtSteps } from '#server/domain/budget/forecast.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { projects } from '#server/database/tables/projects.ts';
import {
  type BudgetReview,
  type BudgetRow,
  budgetsOf,
  findBudgetReview,
  forgetBudgetReview,
  insertCrossings,
  knownCrossings,
  projectsAtOnce,
  recordBudgetEvent,
  resolveCrossings,
  saveBudgetReview,
} from '#server/store/budgets.ts';
import { projectNames } from '#server/store/projects.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { loadCountedInputs } from '#server/billing/periods/billing-inputs.ts';
import { recordLimitExcess } from '#server/billing/restrictions/limit-cases.ts';
import { expectSpend, loadSpent, type SpentFacts } from './budget-spend.ts';
import type { BillingInputs } from '#server/billing/periods/loaded-periods.ts';
import { areAllAlerted, isAlertLimitReached } from '#server/store/notices/budget-alerts.ts';
import { addresseesOf, readRecipients } from '#server/store/notices/recipients.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

interface CrossingEvent {
  readonly eventId: number;
  readonly periodId: number;
  readonly nowSeconds: number;
  readonly endSeconds: number;
}

/** Queues one notice for all crossed thresholds. It names the highest threshold of actual spend, or else the highest of forecast spend. */
async function announceCrossing(
  tx: Database,
  budget: BudgetRow,
  { actualCents, projectedCents }: BudgetSpend,
  crossed: readonly BudgetThreshold[],
  { eventId, periodId, nowSeconds, endSeconds }: CrossingEvent,
): Promise<void> {
  const spent = crossed.filter(({ on }) => on === 'actual');
  const isForecast = spent.length === 0;
  const thresholdPercent = Math.max(...(isForecast ? crossed : spent).map(({ percent }) => percent));
  const { organizationId, name: budgetName, amountCents: budgetCents } = budget;
  const spentCents = isForecast ? projectedCents : actualCents;
  const stopsCharges = budget.atLimit === 'stop';
  const { id: budgetId, scope, window, basis, recipients } = budget;
  const alert = [periodId, scope, ...(window === 'day' ? [window] : []), basis, isForecast ? 'projected' : 'actual', thresholdPercent].join(
    ' ',
  );
  const { addresses } = addresseesOf(await readRecipients(tx, organizationId), { recipients: recipients ?? [] });
  if (addresses.length > 0 && (await areAllAlerted(tx, organizationId, { alert, budgetId, budgetCents }, addresses))) return;
  // If too many alerts were sent in the last day, omits only the notice. The page, the history and the event still show the crossing.
  if (await isAlertLimitReached(tx, organizationId, nowSeconds)) return;
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
      seenAt: nowSeconds,
      stopsCharges,
      ...(scope !== 'organization' && { subject: await subjectOf(tx, budget) }),
      ...(window === 'day' && { isDaily: true }),
      alert,
      budgetId,
      ...(recipients && { recipients }),
    },
  });
}

async function subjectOf(tx: Database, { organizationId, scope }: BudgetRow): Promise<string> {
  const [ref, metric] = [projectOfScope(scope), metricOfScope(scope)];
  if (metric !== null) return findMetric(metric)?.name ?? metric;
  return ref === null ? '' : ((await projectNames(tx, organizationId, [ref])).get(ref) ?? ref);
}

const goesByForecast = ({ thresholds }: BudgetRow): boolean => thresholds.some(({ on }) => on === 'projected');

/** `expected` computes the forecast at its first call. */
interface Look extends SpentFacts {
  readonly tx: Database;
  readonly nowSeconds: number;
  readonly expected: () => Promise<(budget: BudgetRow) => BudgetSpend>;
}

async function lookAt(tx: Database, organizationId: number, budgets: readonly BudgetRow[], nowSeconds: number): Promise<Look> {
  const isTogether = budgets.every(({ scope }) => projectOfScope(scope) === null);
  const spent = await loadSpent(tx, organizationId, nowSeconds, isTogether);
  let expected: ReturnType<Look['expected']> | undefined;
  return { ...spent, tx, nowSeconds, expected: () => (expected ??= expectSpend(tx, spent, nowSeconds)) };
}

/** Creates one event for newly crossed thresholds, and another event for thresholds that are no longer reached. */
async function recordCrossings(budget: BudgetRow, { tx, nowSeconds, inputs, spentOf, expected }: Look): Promise<void> {
  const { id: budgetId, version, organizationId, amountCents } = budget;
  const { endSeconds } = inputs.running.period.cycle;
  const place = { organizationId, budgetId, version, periodId: inputs.running.id };
  const actualCents = spentOf(budget);
  const reachedBy = goesByForecast(budget) ? (await expected())(budget) : { actualCents, projectedCents: actualCents };
  const { crossed, resolved, reopened } = crossingChanges(reachedThresholds(budget, reachedBy), await knownCrossings(tx, place));
  const at = instantOf(nowSeconds);
  if (crossed.length > 0 || resolved.length > 0) {
    const spend = (await expected())(budget);
    const about = { ...place, budgetName: budget.name, at, amountCents, ...spend };
    if (crossed.length > 0) {
      const eventId = await recordBudgetEvent(tx, { ...about, kind: 'crossed', thresholds: crossed });
      await insertCrossings(tx, place, crossed, eventId, at);
      await announceCrossing(tx, budget, spend, crossed, { eventId, periodId: place.periodId, nowSeconds, endSeconds });
    }
    if (resolved.length > 0) {
      await resolveCrossings(tx, place, resolved, at);
      const thresholds = resolved.map(({ percent, on }) => ({ percent, on }));
      await recordBudgetEvent(tx, { ...about, kind: 'resolved', thresholds });
    }
  }
  await resolveCrossings(tx, place, reopened, null);
}

/** Next review: when resources reach a threshold or limit, or when a day or the cycle ends. New usage causes an earlier review. */
async function nextLook(budgets: readonly BudgetRow[], { limited, spentOf, nowSeconds }: Look): Promise<number> {
  const looks = [limited.period.cycle.endSeconds];
  for (const budget of budgets) {
    const actualCents = spentOf(budget);
    const shares = [
      ...budget.thresholds.filter(({ on }) => on === 'actual').map(({ percent }) => percent),
      ...(budget.atLimit === 'stop' ? [100] : []),
    ];
    const open = shares.filter((percent) => !hasReached(actualCents, budget.amountCents, percent));
    if (open.length > 0) {
      const sumToReach = Math.max(actualCents + 1, Math.ceil((budget.amountCents * Math.min(...open)) / 100));
      looks.push((await runSteps(reachedAtSteps(limited, budget, sumToReach, nowSeconds))) ?? Number.POSITIVE_INFINITY);
    }
    if (goesByForecast(budget) || budget.window === 'day') looks.push(stepFrom(dayStart(nowSeconds), { days: 1 }));
  }
  return Math.max(nowSeconds + 1, Math.min(...looks));
}

const isReached = ({ subscription, running }: BillingInputs): boolean =>
  subscription.usageBillingEnabled && (running.limit?.isReached ?? false);

/**
 * Returns the reached limits on projects and metrics, each with the time from which usage is not charged. If usage is exactly at a limit,
 * the function uses the time of the review that first found the limit reached.
 */
function reachedParts({ subscription, running }: BillingInputs, known: readonly ReachedPart[], nowSeconds: number): ReachedPart[] {
  if (!subscription.usageBillingEnabled) return [];
  return (running.limit?.parts ?? []).flatMap(({ scope, window, isReached: isNow, sinceSeconds }) => {
    const before = known.find((part) => part.scope === scope && part.window === window);
    return isNow ? [{ scope, window, sinceSeconds: sinceSeconds ?? before?.sinceSeconds ?? nowSeconds }] : [];
  });
}

/**
 * Reviews the budgets under the organization lock.
 * @returns whether usage has newly reached a spending limit
 * @param isHurried true to check only the spending limits of an organization with many projects; a job then makes the full review
 */
export async function reviewBudgets(tx: Database, organizationId: number, nowSeconds: number, isHurried = false): Promise<boolean> {
  await lockOrganization(tx, organizationId);
  const review = await findBudgetReview(tx, organizationId);
  if (!review?.dueAt || review.dueAt > instantOf(nowSeconds)) return false;
  if (isHurried && (await tx.$count(projects, eq(projects.organizationId, organizationId))) > projectsAtOnce) {
    // Adds one second to include usage of the current second.
    const inputs = await loadCountedInputs(tx, organizationId, nowSeconds + 1);
    return saveLimit(tx, review, inputs, review.dueAt, nowSeconds);
  }
  const budgets = await budgetsOf(tx, organizationId);
  if (budgets.length === 0) {
    await forgetBudgetReview(tx, organizationId);
    await recordLimitExcess(tx, organizationId, null, nowSeconds);
    return false;
  }
  const look = await lookAt(tx, organizationId, budgets, nowSeconds);
  for (const budget of budgets) await recordCrossings(budget, look);
  const dueAt = instantOf(await nextLook(budgets, look));
  return saveLimit(tx, review, look.inputs, dueAt, nowSeconds);
}

/** Only a limit on the whole organization can restrict services. @returns whether usage has newly reached a limit */
async function saveLimit(tx: Database, before: BudgetReview, inputs: BillingInputs, dueAt: Date, nowSeconds: number): Promise<boolean> {
  const { organizationId, reachedParts: known } = before;
  const isLimitReached = isReached(inputs);
  const reached = reachedParts(inputs, known, nowSeconds);
  await saveBudgetReview(tx, { organizationId, dueAt, isLimitReached, reachedParts: reached });
  await recordLimitExcess(tx, organizationId, inputs, nowSeconds);
  const isNew = reached.some(({ scope, window }) => !known.some((part) => part.scope === scope && part.window === window));
  return isNew || (isLimitReached && !before.isLimitReached);
}
