import { formatUnitPrice, groupThousands } from '#lib/money.ts';
import type { PriceBook, Rate } from './book/price-book.ts';
import { metricRules, type Unit, type UsageMetric, type ResourceKind } from './metrics.ts';
import type { PlanId } from './plans.ts';
import { type ContractTerms, hourlyAllowance, quotaOf, rateOf } from './rates.ts';

export type PricingStrategy = 'UNIT' | 'PACKAGE' | 'TIERED' | 'NONE';

export function pricingStrategy(rate: Rate | undefined): PricingStrategy {
  if (!rate) return 'NONE';
  if (rate.firstProjectMicrocents !== undefined) return 'TIERED';
  return rate.wholePackages ? 'PACKAGE' : 'UNIT';
}

const NOUNS: Readonly<Partial<Record<UsageMetric, string>>> = {
  MONTHLY_ACTIVE_USERS: 'MAU',
  MONTHLY_ACTIVE_SSO_USERS: 'SSO MAU',
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: 'third-party MAU',
  FUNCTION_INVOCATIONS: 'invocations',
  STORAGE_IMAGES_TRANSFORMED: 'transformations',
  REALTIME_MESSAGE_COUNT: 'messages',
  REALTIME_PEAK_CONNECTIONS: 'connections',
  LOG_DRAIN_EVENTS: 'events',
};
const PRICED_UNITS: Readonly<Record<Unit, string>> = {
  bytes: 'GB',
  hours: 'hour',
  gb_hours: 'GB-hour',
  iops_hours: 'IOPS-hour',
  mbps_hours: 'MB/s-hour',
  count: 'unit',
};
const LEVEL_UNITS: Readonly<Partial<Record<Unit, string>>> = { gb_hours: 'GB', iops_hours: 'IOPS', mbps_hours: 'MB/s' };

const grouped = (value: number): string => groupThousands(String(value));

/** Formats base units: '250 GB', '2,000,000 invocations'. */
export function quantityText(metric: UsageMetric, quantity: number): string {
  if (metricRules(metric).unit === 'bytes') return `${grouped(quantity / 1e9)} GB`;
  return `${grouped(quantity)} ${NOUNS[metric] ?? 'units'}`;
}

function pricedUnitText(metric: UsageMetric, rate: Rate): string {
  return rate.wholePackages ? quantityText(metric, rate.perUnits) : (NOUNS[metric] ?? PRICED_UNITS[metricRules(metric).unit]);
}

/**
 * Example: '$0.09 per GB after 250 GB'. Undefined if not billed.
 * @throws {DomainError} if only a contract can set the price
 */
export function unitPriceDescription(
  book: PriceBook,
  metric: UsageMetric,
  kind: ResourceKind,
  planId: PlanId,
  contract?: ContractTerms,
): string | undefined {
  const rate = rateOf(book, metric, planId, contract);
  if (!rate) return undefined;
  const price = `${formatUnitPrice(rate.priceMicrocents)} per ${pricedUnitText(metric, rate)}`;
  if (rate.firstProjectMicrocents !== undefined) {
    return `${formatUnitPrice(rate.firstProjectMicrocents)} per hour for the first project, ${price} for each further`;
  }
  const allowance = hourlyAllowance(book, metric, kind);
  if (allowance > 0) return `${price} after ${grouped(allowance)} ${LEVEL_UNITS[metricRules(metric).unit]} per project`;
  const quota = quotaOf(book, metric, planId, contract);
  if (quota === null) return 'unlimited';
  return quota ? `${price} after ${quantityText(metric, quota)}` : price;
}
