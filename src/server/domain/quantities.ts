/** From metered usage to what is charged for: quotas, allowances, the spend cap and the first project's price. */
import type { PriceStep } from '#lib/charge-line.ts';
import { addRatios, positivePart, ratio, type Ratio, subtractRatios, ZERO } from '#lib/money-ratio.ts';
import type { MeteredGroup, ProjectUsage } from './meter.ts';
import { isPooled, type MetricRules } from './metrics.ts';
import { type Cycle, cycleHours, cycleShare, type Segment } from './periods.ts';
import type { PlanId } from './plans.ts';
import { type ContractTerms, quotaOf, type Rate } from './rates.ts';

export type QuantityInput = {
  planId: PlanId;
  contract?: ContractTerms | undefined;
  cycle: Cycle;
  segments: readonly Segment[];
  /** Usage before this is on an earlier invoice of the cycle; the breakdown shares out the rest. */
  invoicedUntilSeconds: number;
  /** When each project first enabled phone MFA. */
  mfaPhoneEnabledAt: ReadonlyMap<string, number>;
};

export type Quantities = {
  used: Ratio;
  included: Ratio | null;
  uncharged: Ratio;
  billable: Ratio;
  steps: PriceStep[];
  /** Per project, in the group's order: what its part of the line is proportional to. */
  weights: bigint[];
};

const sum = (values: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const value of values) total += value;
  return total;
};

/** What the unit-hours of an average are divided by: the hours of its cycle. 1 for every other measure. */
export const divisorOf = ({ measure }: MetricRules, cycle: Cycle): bigint => (measure === 'average' ? BigInt(cycleHours(cycle)) : 1n);

/**
 * The quota of a cycle in base units: prorated, and never rounded, when the cycle was shortened. Peaks are not prorated. 0 where
 * the plan has none, null for unlimited. Throws RangeError for a cycle without length.
 */
export function includedQuota(
  { metric, measure }: MetricRules,
  { planId, contract, cycle }: Pick<QuantityInput, 'planId' | 'contract' | 'cycle'>,
): Ratio | null {
  const quota = quotaOf(metric, planId, contract);
  if (quota === null) return null;
  const share = measure === 'peak' ? ratio(1n) : cycleShare(cycle);
  return ratio(BigInt(quota ?? 0) * share.numerator, share.denominator);
}

/** Usage so far at the end of each segment. */
function totalsBySegment(projects: readonly ProjectUsage[], segments: readonly Segment[]): bigint[] {
  let total = 0n;
  return segments.map((_, index) => (total += sum(projects.map(({ used }) => used[index] ?? 0n))));
}

/** Growth above the quota of the whole cycle, per segment. */
function growthOverQuota(totals: readonly bigint[], included: Ratio | null, divisor: bigint): Ratio[] {
  if (included === null) return totals.map(() => ZERO);
  let before = ZERO;
  return totals.map((total) => {
    const over = positivePart(subtractRatios(ratio(total, divisor), included));
    const growth = subtractRatios(over, before);
    before = over;
    return growth;
  });
}

function unitsIn(projects: readonly ProjectUsage[], parts: 'used' | 'over', counts: (segment: number) => boolean): bigint[] {
  return projects.map((project) => sum(project[parts].filter((_, index) => counts(index))));
}

/** Units of the segments that no invoice has yet; of all charged ones where those are empty (a quota shrank afterwards). */
function weightsOf(
  projects: readonly ProjectUsage[],
  parts: 'used' | 'over',
  counts: (segment: number) => boolean,
  fresh: (segment: number) => boolean,
): bigint[] {
  const recent = unitsIn(projects, parts, (index) => counts(index) && fresh(index));
  return recent.some((weight) => weight > 0n) ? recent : unitsIn(projects, parts, counts);
}

/** The project that enabled phone MFA earliest, of those that used it in this cycle. */
function firstProject(projects: readonly ProjectUsage[], enabledAt: ReadonlyMap<string, number>): ProjectUsage | undefined {
  const time = ({ projectRef }: ProjectUsage): number => enabledAt.get(projectRef) ?? Number.POSITIVE_INFINITY;
  return projects
    .filter(({ used }) => sum(used) > 0n)
    .reduce<ProjectUsage | undefined>((first, next) => (first && time(first) <= time(next) ? first : next), undefined);
}

function priceSteps(billable: Ratio, rate: Rate, first: ProjectUsage | undefined): PriceStep[] {
  const { perUnits, wholePackages, priceMicrocents } = rate;
  if (rate.firstProjectMicrocents === undefined || !first) return [{ billable, priceMicrocents, perUnits, wholePackages }];
  const firstHours = ratio(sum(first.used));
  return [
    { billable: firstHours, priceMicrocents: rate.firstProjectMicrocents, perUnits, wholePackages },
    { billable: subtractRatios(billable, firstHours), priceMicrocents, perUnits, wholePackages },
  ];
}

/**
 * What a line charges for, of one metric and kind: quantities in base units, for an average held over the whole cycle, and steps
 * with prices in microcents. `used` is `included` + `uncharged` + `billable` where use reaches beyond what is included. Throws
 * RangeError for a cycle without length.
 */
export function quantitiesOf({ rules, projects }: MeteredGroup, rate: Rate, input: QuantityInput): Quantities {
  const { segments } = input;
  const charged = (index: number): boolean => !(rules.capped && (segments[index]?.capOn ?? false));
  const fresh = (index: number): boolean => !rules.capped || (segments[index]?.fromSeconds ?? 0) >= input.invoicedUntilSeconds;
  const divisor = divisorOf(rules, input.cycle);
  const totals = totalsBySegment(projects, segments);
  const used = ratio(totals.at(-1) ?? 0n, divisor);

  if (isPooled(rules)) {
    const included = includedQuota(rules, input);
    const growth = growthOverQuota(totals, included, divisor);
    const grew = (index: number): boolean => charged(index) && (growth[index]?.numerator ?? 0n) > 0n;
    const billable = growth.filter((_, index) => charged(index)).reduce(addRatios, ZERO);
    const uncharged = growth.filter((_, index) => !charged(index)).reduce(addRatios, ZERO);
    const weights = weightsOf(projects, 'used', grew, fresh);
    return { used, included, uncharged, billable, steps: priceSteps(billable, rate, undefined), weights };
  }

  const over = sum(projects.flatMap((project) => project.over));
  const billableUnits = sum(unitsIn(projects, 'over', charged));
  const billable = ratio(billableUnits);
  const first = rate.firstProjectMicrocents === undefined ? undefined : firstProject(projects, input.mfaPhoneEnabledAt);
  const steps = priceSteps(billable, rate, first);
  const weights = weightsOf(projects, 'over', charged, fresh).map((units, index) =>
    first ? units * BigInt((projects[index] === first ? rate.firstProjectMicrocents : undefined) ?? rate.priceMicrocents) : units,
  );
  return { used, included: ratio(used.numerator - over), uncharged: ratio(over - billableUnits), billable, steps, weights };
}
