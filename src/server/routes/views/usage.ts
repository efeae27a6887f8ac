import type { UsageRecord } from '#contract/types.ts';
import { dollarsFromCents, dollarsFromMicrocents } from '#lib/money.ts';
import { ratio, ratioToNumber, type Ratio } from '#lib/money-ratio.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import type { UsageSummary } from '#server/domain/usage-summary.ts';
import type { ProjectLabels } from '#server/store/usage/usage-entries.ts';

const bytesPerGb = 1_000_000_000n;

/** Converts a quantity to units of the price: bytes to GB; other quantities stay unchanged. */
export function inPricedUnits(metric: UsageMetric, quantity: Ratio): number {
  const isBytes = metricRules(metric).unit === 'bytes';
  return ratioToNumber(isBytes ? ratio(quantity.numerator, quantity.denominator * bytesPerGb) : quantity);
}

type Prices = Pick<UsageRecord, 'pricing_package_price' | 'pricing_package_size' | 'pricing_per_unit_price'>;

function prices({ rate, pricingStrategy }: UsageSummary): Prices {
  if (!rate) return {};
  const dollars = dollarsFromMicrocents(rate.priceMicrocents);
  return pricingStrategy === 'PACKAGE'
    ? { pricing_package_price: dollars, pricing_package_size: rate.perUnits }
    : { pricing_per_unit_price: dollars };
}

/** @param withCost true to include costs, for readers of billing */
export function usageView(summary: UsageSummary, labels: ProjectLabels, withCost: boolean): UsageRecord {
  const { metric, usage, freeUnits } = summary;
  return {
    metric,
    usage: inPricedUnits(metric, usage),
    usage_original: ratioToNumber(usage),
    ...(withCost && summary.costCents !== null ? { cost: dollarsFromCents(summary.costCents) } : {}),
    available_in_plan: summary.availableInPlan,
    capped: summary.capped,
    unlimited: summary.unlimited,
    pricing_strategy: summary.pricingStrategy,
    ...(freeUnits ? { pricing_free_units: inPricedUnits(metric, freeUnits) } : {}),
    ...prices(summary),
    unit_price_desc: summary.unitPriceDescription ?? '',
    project_allocations: summary.projectAllocations.map(({ projectRef, usage: projectUsage, hours }) => ({
      ref: projectRef,
      name: labels.get(projectRef)?.name ?? projectRef,
      usage: inPricedUnits(metric, projectUsage),
      ...(hours === undefined ? {} : { hours }),
    })),
  };
}
