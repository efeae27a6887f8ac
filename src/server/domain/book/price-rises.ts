import { METRIC_RULES, RESOURCE_KINDS, type UsageMetric } from '#server/domain/metrics.ts';
import { PLAN_IDS, type PlanId } from '#server/domain/plans.ts';
import { hourlyAllowance } from '#server/domain/rates.ts';
import type { BookPlan, PriceBook, Rate } from './price-book.ts';

/** Default notice period for a version with price increases, in days. */
export const PRICE_NOTICE_DAYS = 30;

/** Minimum seconds between the publication of a version and its effective date. */
export const LEAST_BOOK_LEAD_SECONDS = 60;

const isAbove = (aPrice: number, aUnits: number, bPrice: number, bUnits: number): boolean =>
  BigInt(aPrice) * BigInt(bUnits) > BigInt(bPrice) * BigInt(aUnits);

/** Returns true if any quantity costs more at the later rate. For prices of whole packages, a result of true can be wrong. */
function isDearer(before: Rate, after: Rate): boolean {
  const firstOf = (rate: Rate): number => rate.firstProjectMicrocents ?? rate.priceMicrocents;
  if (isAbove(firstOf(after), after.perUnits, firstOf(before), before.perUnits)) return true;
  if (isAbove(after.priceMicrocents, after.perUnits, before.priceMicrocents, before.perUnits)) return true;
  if (!after.wholePackages || after.priceMicrocents === 0) return false;
  if (!before.wholePackages) return after.perUnits > 1;
  return before.perUnits % after.perUnits !== 0 && after.priceMicrocents > before.priceMicrocents;
}

function isRateRise(before: PriceBook, after: PriceBook, metric: UsageMetric): boolean {
  if (before.byContract.has(metric)) return false;
  if (after.byContract.has(metric)) return true;
  const [was, becomes] = [before.rates.get(metric), after.rates.get(metric)];
  if (!becomes) return false;
  return was ? isDearer(was, becomes) : becomes.priceMicrocents > 0;
}

/** Infinity if the plan neither limits nor bills the metric. */
function included(book: PriceBook, planId: PlanId, metric: UsageMetric): number {
  const quota = book.quotas[planId].get(metric);
  if (quota !== undefined) return quota ?? Number.POSITIVE_INFINITY;
  return planId !== 'free' && book.rates.has(metric) ? 0 : Number.POSITIVE_INFINITY;
}

const mostProjects = ({ activeProjects }: BookPlan): number => activeProjects ?? Number.POSITIVE_INFINITY;

/** Returns the path of each change that is worse for customers, such as a higher price or a lower quota. */
export function priceRises(before: PriceBook, after: PriceBook): string[] {
  const plans = PLAN_IDS.flatMap((planId) => {
    const [was, becomes] = [before.plans[planId], after.plans[planId]];
    const isFeeRise = was.priceCents !== null && (becomes.priceCents === null || becomes.priceCents > was.priceCents);
    return [
      ...(isFeeRise ? [`plans.${planId}.price`] : []),
      ...(becomes.computeCreditsCents < was.computeCreditsCents ? [`plans.${planId}.compute_credits`] : []),
      ...(mostProjects(becomes) < mostProjects(was) ? [`plans.${planId}.active_projects`] : []),
    ];
  });
  const metrics = METRIC_RULES.flatMap(({ metric }) => [
    ...(isRateRise(before, after, metric) ? [`${metric}.price`] : []),
    ...PLAN_IDS.flatMap((planId) =>
      included(after, planId, metric) < included(before, planId, metric) ? [`${metric}.quotas.${planId}`] : [],
    ),
    ...(RESOURCE_KINDS.some((kind) => hourlyAllowance(after, metric, kind) < hourlyAllowance(before, metric, kind))
      ? [`${metric}.hourly_allowance`]
      : []),
    ...(before.covered.has(metric) && !after.covered.has(metric) ? [`spend_cap.covers (${metric})`] : []),
  ]);
  return [...plans, ...metrics];
}
