import type { CallResponse } from '#contract/types.ts';
import { cycleAt } from '#lib/dates/cycle.ts';
import { ratioToNumber } from '#lib/money-ratio.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { reachedAtSteps } from '#server/domain/budget/forecast.ts';
import { hasProjectLimits, edgesOf, limitAt, isLimited, type LimitedPeriod } from '#server/domain/budget/spending-limit.ts';
import { DomainError } from '#server/domain/errors.ts';
import { planLine } from '#server/domain/invoice.ts';
import { isInstantMetric, METRIC_RULES } from '#server/domain/metrics.ts';
import { capOnAt, type Cycle, cycleEnd, HOUR_SECONDS, type Stretch } from '#server/domain/periods.ts';
import {
  changedUsage,
  limitedTagSteps,
  type PriceTag,
  priceTagSteps,
  type TagParts,
  type UsageChange,
} from '#server/domain/price-tag/price-tag.ts';
import { unitPriceDescription } from '#server/domain/unit-prices.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { spanOfWholeCycle, usageChange, usageOfLaterCycle } from '#server/domain/price-tag/usage-change.ts';
import { loadCountedInputs, loadSummedInputs } from '#server/billing/periods/billing-inputs.ts';
import { fixedCentsOf } from '#server/billing/periods/limited-periods.ts';
import type { BillingInputs } from '#server/billing/periods/loaded-periods.ts';
import { termsOfRenewal } from '#server/billing/periods/period-terms.ts';
import { renewalAt } from '#server/billing/periods/renewal.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { budgetsOf } from '#server/store/budgets.ts';
import { projectBelongs } from '#server/store/projects.ts';
import { loadBuckets, loadUsage, type LoadedUsage } from '#server/store/usage/usage-entries.ts';
import { type PriceTagRequest, refuseField, resourcesOfItem } from './priced-item.ts';

type PriceTagAnswer = CallResponse<'priceItem'>;

const partsView = ({ listCents, includedCents, notChargedCents, discountCents }: TagParts) => ({
  list_cents: listCents,
  included_cents: includedCents,
  not_charged_cents: notChargedCents,
  discount_cents: discountCents,
});

function tagView(tag: PriceTag, { book, planId, contract, cycle }: BillingPeriod): PriceTagAnswer['this_cycle'] {
  return {
    start: cycle.startSeconds,
    end: cycleEnd(cycle),
    ...partsView(tag.parts),
    credits_cents: tag.creditsCents,
    total_cents: tag.totalCents,
    lines: tag.lines.map(({ description, metric, kind, quantity, amountCents, ...parts }) => ({
      description,
      metric,
      quantity: ratioToNumber(quantity),
      unit_price_desc: unitPriceDescription(book, metric, kind, planId, contract) ?? null,
      ...partsView(parts),
      amount_cents: amountCents,
    })),
  };
}

const tagOf = (limited: LimitedPeriod, change: UsageChange): Promise<PriceTag> =>
  runSteps(limited.limits.length === 0 ? priceTagSteps(limited.period, change) : limitedTagSteps(limited, change));

const countedMetrics = METRIC_RULES.map(({ metric }) => metric).filter(isInstantMetric);

/** Loads hourly usage if there are limits, because limits are reached in order of time. */
async function withHours(db: Database, organizationId: number, limited: LimitedPeriod, nowSeconds: number): Promise<LimitedPeriod> {
  if (limited.limits.length === 0) return limited;
  const { period } = limited;
  const hours = await loadBuckets(db, {
    organizationId,
    fromSeconds: period.cycle.startSeconds,
    untilSeconds: Math.min(nowSeconds, period.cycle.endSeconds),
    metrics: countedMetrics,
    widthSeconds: HOUR_SECONDS,
    edges: edgesOf(limited),
    isTogether: !hasProjectLimits(limited.limits),
  });
  return { ...limited, period: { ...period, entries: [...period.entries.filter(({ metric }) => !isInstantMetric(metric)), ...hours] } };
}

/** Next cycle, with usage at the current rate. If there is no renewal, the plan and prices of the running cycle apply. */
function laterPeriod({ subscription, running }: BillingInputs, nowSeconds: number): LimitedPeriod {
  const { period, row } = running;
  const cycle = cycleAt(secondsOf(subscription.billingCycleAnchor), period.cycle.endSeconds);
  const renewal = renewalAt(subscription, row);
  const renewed = termsOfRenewal(subscription, row);
  const { planId, book, contract, discounts } = renewal ? renewed : period;
  const elapsed = { fromSeconds: period.cycle.startSeconds, untilSeconds: nowSeconds };
  const later = { fromSeconds: cycle.startSeconds, untilSeconds: cycle.endSeconds };
  return {
    limits: renewed.limits,
    fixedCents: renewal ? planLine(renewal).amountCents : 0,
    earlierCents: 0,
    period: {
      ...period,
      planId,
      book,
      contract: contract ?? undefined,
      discounts,
      cycle,
      cap: { initiallyOn: capOnAt(period.cap, nowSeconds), changes: [] },
      stops: [],
      partStops: undefined,
      invoiced: [],
      running: [],
      entries: usageOfLaterCycle(period.entries, period.running ?? [], elapsed, later),
    },
  };
}

async function reachedLimits(
  db: Database,
  organizationId: number,
  limited: LimitedPeriod,
  change: UsageChange,
  nowSeconds: number,
): Promise<PriceTagAnswer['limits']> {
  if (!isLimited(limitAt(limited.limits, nowSeconds + 1))) return [];
  const { period } = limited;
  const withItem = { ...limited, period: { ...period, entries: changedUsage(period.entries, change) } };
  const reached: PriceTagAnswer['limits'] = [];
  for (const budget of await budgetsOf(db, organizationId)) {
    if (budget.atLimit !== 'stop' || budget.window === 'day') continue;
    const { id, name, amountCents } = budget;
    const at = await runSteps(reachedAtSteps(withItem, budget, amountCents, nowSeconds));
    if (at === null) continue;
    const without = await runSteps(reachedAtSteps(limited, budget, amountCents, nowSeconds));
    reached.push({ budget_id: id, name, amount_cents: amountCents, reached_at: at, reached_at_without: without });
  }
  return reached;
}

/** Returns the spans of one project in a cycle; empty without a project. */
async function usageOfProject(
  db: Database,
  organizationId: number,
  projectRef: string | undefined,
  { startSeconds: fromSeconds }: Cycle,
  untilSeconds: number,
): Promise<Pick<LoadedUsage, 'entries' | 'running'>> {
  return projectRef === undefined ? { entries: [], running: [] } : loadUsage(db, { organizationId, projectRef, fromSeconds, untilSeconds });
}

/** @throws {DomainError} naming the invalid field */
function timeOf({ from, until }: PriceTagRequest, nowSeconds: number): Stretch {
  if (from !== undefined && from < nowSeconds) refuseField('from', 'must not be in the past');
  const fromSeconds = from ?? nowSeconds;
  if (until !== undefined && until <= fromSeconds) refuseField('until', 'must be after from');
  return { fromSeconds, untilSeconds: until ?? Number.MAX_SAFE_INTEGER };
}

const refusePrice = (request: PriceTagRequest, error: unknown): never => {
  if (!(error instanceof DomainError) || error.code !== 'price_by_contract') throw error;
  const field = (['compute_size', 'add_on', 'metric'] as const).find((name) => request[name] !== undefined) ?? 'item';
  return refuseField(field, error.message);
};

/** @throws {DomainError} naming the field that cannot be priced */
export async function readPriceTag(
  db: Database,
  organizationId: number,
  request: PriceTagRequest,
  nowSeconds: number,
): Promise<PriceTagAnswer> {
  const { project_ref: ref } = request;
  const time = timeOf(request, nowSeconds);
  if (ref !== undefined && !(await projectBelongs(db, organizationId, ref)))
    refuseField('project_ref', 'is not a project of this organization');
  const counted = await loadCountedInputs(db, organizationId, nowSeconds);
  const {
    period: { cycle },
    row: { limitChanges },
  } = counted.running;
  const own = await usageOfProject(db, organizationId, ref, cycle, nowSeconds);
  const resources = resourcesOfItem(request, own.running);
  const change = usageChange(own.entries, resources, time);
  // Under a limit, a replaced resource is removed from the list of usage, so equal resources must not be merged.
  const isEachNeeded = limitChanges.length > 0 && change.removed.length > 0;
  const inputs = isEachNeeded ? await loadSummedInputs(db, organizationId, nowSeconds) : counted;
  const { period, row, limit } = inputs.running;
  const fixedCents = row.limitChanges.length === 0 ? 0 : await runSteps(fixedCentsOf(inputs));
  const limited = await withHours(
    db,
    organizationId,
    { period, limits: row.limitChanges, fixedCents, earlierCents: limit?.earlierCents ?? 0, earlierParts: limit?.earlierParts },
    nowSeconds,
  );
  const later = laterPeriod(inputs, nowSeconds);
  const { startSeconds: fromSeconds, endSeconds: untilSeconds } = later.period.cycle;
  const wholeSpan = spanOfWholeCycle({ fromSeconds, untilSeconds });
  const ownLater = own.running.map((resource): UsageEntry => ({ ...resource, ...wholeSpan }));
  const wholeChange = usageChange(ownLater, resources, wholeSpan, fromSeconds);
  try {
    return {
      this_cycle: tagView(await tagOf(limited, change), period),
      full_month: tagView(await tagOf(later, wholeChange), later.period),
      limits: await reachedLimits(db, organizationId, limited, change, nowSeconds),
    };
  } catch (error) {
    return refusePrice(request, error);
  }
}
