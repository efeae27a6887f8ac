import type { Rate } from './book/price-book.ts';
import { sumCents } from '#lib/money.ts';
import { compareRatios, ratio, type Ratio } from '#lib/money-ratio.ts';
import type { Steps } from '#lib/steps.ts';
import { averageHours } from './average-hours.ts';
import { billMetered, type BillingPeriod, meterPeriod } from './bill.ts';
import type { InvoiceLine } from './lines.ts';
import type { MeteredGroup } from './meter.ts';
import { isPooled, METRIC_RULES, type MetricRules, type UsageMetric } from './metrics.ts';
import { capOnAt } from './periods.ts';
import { includedQuota } from './quantities.ts';
import { needsContract, quotaOf, rateOf } from './rates.ts';
import { type PricingStrategy, pricingStrategy, unitPriceDescription } from './unit-prices.ts';

export type ProjectAllocation = { projectRef: string; usage: Ratio; hours?: number };

export type UsageSummary = {
  metric: UsageMetric;
  /** In base units. For averages, the average over the elapsed part of the cycle. */
  usage: Ratio;
  /** In base units; for hourly allowances, the free units of the hours used. Null if unlimited. */
  freeUnits: Ratio | null;
  /** Null if only a contract can set the price and the contract has none. */
  costCents: number | null;
  availableInPlan: boolean;
  capped: boolean;
  unlimited: boolean;
  pricingStrategy: PricingStrategy;
  rate: Rate | null;
  unitPriceDescription: string | null;
  /** True if a capped metric is above the free units; never true for gp3 disk. */
  exceeded: boolean;
  projectAllocations: ProjectAllocation[];
};

const add = (amounts: Iterable<bigint>): bigint => {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
};

function allocations(groups: readonly MeteredGroup[], divisor: bigint): ProjectAllocation[] {
  const byProject = new Map<string, { units: bigint; hours: number }>();
  for (const { projects } of groups) {
    for (const { projectRef, used, hours } of projects) {
      const entry = byProject.get(projectRef) ?? { units: 0n, hours: 0 };
      byProject.set(projectRef, { units: entry.units + used, hours: entry.hours + hours });
    }
  }
  return [...byProject].flatMap(([projectRef, { units, hours }]) => {
    if (units === 0n) return [];
    const allocation = { projectRef, usage: ratio(units, divisor) };
    return [hours > 0 ? { ...allocation, hours } : allocation];
  });
}

function freeUnitsOf(rules: MetricRules, groups: readonly MeteredGroup[], period: BillingPeriod): Ratio | null {
  if (isPooled(rules)) return includedQuota(rules, period);
  return ratio(add(groups.flatMap(({ projects }) => projects.map(({ used, over }) => used - over))));
}

/** Includes amounts on earlier invoices. */
function costOf(lines: readonly InvoiceLine[], metric: UsageMetric): number {
  return sumCents(lines.map((line) => (line.metric === metric ? line.amountCents + (line.derivation?.invoiced.amountCents ?? 0) : 0)));
}

/** In invoice order, without unused compute sizes. `asOfSeconds` is limited to the cycle. Throws as `billSteps` does. */
export function* summarySteps(period: BillingPeriod, asOfSeconds: number): Steps<UsageSummary[]> {
  const { cycle, planId, book, contract } = period;
  const metered = yield* meterPeriod({ ...period, running: [] }, asOfSeconds);
  const { groups, untilSeconds } = metered;
  const isUnpriced = (metric: UsageMetric): boolean => planId !== 'free' && needsContract(book, metric, contract);
  const { lines } = yield* billMetered(period, { ...metered, groups: groups.filter(({ rules }) => !isUnpriced(rules.metric)) });
  const elapsedHours = (metric: UsageMetric): bigint =>
    BigInt(
      averageHours(
        period.entries.filter((entry) => entry.metric === metric),
        cycle.startSeconds,
        untilSeconds,
      ),
    );
  const isFree = planId === 'free';
  const capOn = capOnAt(period.cap, untilSeconds);

  return METRIC_RULES.flatMap((rules) => {
    const { metric, measure } = rules;
    const metricGroups = groups.filter((group) => group.rules.metric === metric);
    const used = add(metricGroups.flatMap(({ projects }) => projects.map((project) => project.used)));
    if (used === 0n && metric.startsWith('COMPUTE_HOURS_')) return [];
    const divisor = measure === 'average' ? elapsedHours(metric) : 1n;
    const usage = ratio(used, divisor);
    const quota = quotaOf(book, metric, planId, contract);
    const unpriced = isUnpriced(metric);
    const rate = unpriced ? undefined : rateOf(book, metric, planId, contract);
    const unlimited = quota === null || (!isFree && quota === undefined && !rate);
    const capped = !unlimited && (isFree ? isPooled(rules) : capOn && book.covered.has(metric));
    const freeUnits = unlimited ? null : freeUnitsOf(rules, metricGroups, period);
    return [
      {
        metric,
        usage,
        freeUnits,
        costCents: unpriced ? null : costOf(lines, metric),
        availableInPlan: !isFree || quota !== undefined,
        capped,
        unlimited,
        pricingStrategy: pricingStrategy(rate),
        rate: rate ?? null,
        unitPriceDescription: unpriced ? null : (unitPriceDescription(book, metric, 'primary', planId, contract) ?? null),
        exceeded: capped && metric !== 'DISK_SIZE_GB_HOURS_GP3' && freeUnits !== null && compareRatios(usage, freeUnits) > 0,
        projectAllocations: allocations(metricGroups, divisor),
      },
    ];
  });
}
