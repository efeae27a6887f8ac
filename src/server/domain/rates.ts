import { formatDayOfYear } from '#lib/dates/format.ts';
import type { PriceBook, Rate } from './book/price-book.ts';
import { DomainError } from './errors.ts';
import { metricRules, type ResourceKind, type UsageMetric } from './metrics.ts';
import type { PlanId } from './plans.ts';

export type ContractTerms = {
  planPriceCents?: number;
  /** Microcents per unit or package of the price book. Ignored if the price book never bills the metric. */
  unitPrices?: Readonly<Partial<Record<UsageMetric, number>>>;
  /** Base units per cycle; null if unlimited. */
  quotas?: Readonly<Partial<Record<UsageMetric, number | null>>>;
};

/** Former contracts, sorted by time. `untilSeconds` is exclusive. */
export type EarlierContracts = readonly { untilSeconds: number; contract: ContractTerms | null }[];

export type ContractHistory = { contract: ContractTerms | null; earlierContracts: EarlierContracts };

export function contractAt({ contract, earlierContracts }: ContractHistory, atSeconds: number): ContractTerms | null {
  const earlier = earlierContracts.find(({ untilSeconds }) => atSeconds < untilSeconds);
  return earlier ? earlier.contract : contract;
}

/** Replaces the contract from an instant on. Drops contracts that ended before `sinceSeconds`. */
export function withContract(
  { contract: before, earlierContracts }: ContractHistory,
  contract: ContractTerms | null,
  atSeconds: number,
  sinceSeconds: number,
): ContractHistory {
  const kept = earlierContracts.filter(({ untilSeconds }) => untilSeconds >= sinceSeconds);
  const isReplacedAtOnce = kept.at(-1)?.untilSeconds === atSeconds;
  return { contract, earlierContracts: isReplacedAtOnce ? kept : [...kept, { untilSeconds: atSeconds, contract: before }] };
}

export const needsContract = (book: PriceBook, metric: UsageMetric, contract: ContractTerms | null | undefined): boolean =>
  book.byContract.has(metric) && contract?.unitPrices?.[metric] === undefined;

export interface MissingPrice {
  /** Start of the first cycle with a contract price; null if no contract sets the price. */
  readonly contractFromSeconds: number | null;
}

export const withoutPrice = (metric: UsageMetric, contractFromSeconds: number | null = null): string =>
  contractFromSeconds === null
    ? `${metricRules(metric).name} has contract pricing only, and this organization has none`
    : `${metricRules(metric).name} has contract pricing only, and its contract counts from ${formatDayOfYear(contractFromSeconds)}`;

const contractRate = (priceMicrocents: number): Rate => ({ perUnits: 1, wholePackages: false, priceMicrocents });

/** List price on any plan, or the contract's price if only a contract can set it. Undefined without a price. */
export function listRateOf(book: PriceBook, metric: UsageMetric, contract: ContractTerms | null): Rate | undefined {
  if (!book.byContract.has(metric)) return book.rates.get(metric);
  const agreed = contract?.unitPrices?.[metric];
  return agreed === undefined ? undefined : contractRate(agreed);
}

/**
 * Undefined if the plan does not bill the metric.
 * @throws {DomainError} if a contract must set the price but has none
 */
export function rateOf(book: PriceBook, metric: UsageMetric, planId: PlanId, contract: ContractTerms = {}): Rate | undefined {
  if (planId === 'free') return undefined;
  const agreed = contract.unitPrices?.[metric];
  const listed = book.rates.get(metric);
  if (!book.byContract.has(metric))
    return listed && agreed !== undefined
      ? { perUnits: listed.perUnits, wholePackages: listed.wholePackages, priceMicrocents: agreed }
      : listed;
  if (agreed === undefined) throw new DomainError('price_by_contract', metric, withoutPrice(metric));
  return contractRate(agreed);
}

/** Base units per cycle; null if unlimited, undefined if the metric has no quota. */
export function quotaOf(book: PriceBook, metric: UsageMetric, planId: PlanId, contract: ContractTerms = {}): number | null | undefined {
  const agreed = contract.quotas?.[metric];
  return agreed === undefined ? book.quotas[planId].get(metric) : agreed;
}

/** Returns the usage that is free in every hour, in GB, IOPS or MB/s; 0 for metrics without an allowance. */
export function hourlyAllowance(book: PriceBook, metric: UsageMetric, kind: ResourceKind): number {
  const allowance = book.hourlyAllowances.get(metric);
  return allowance?.kinds.includes(kind) ? allowance.units : 0;
}
