/** What a metric costs and what a plan includes of it, by a price book and a contract. */
import { formatDayOfYear } from '#lib/dates/format.ts';
import type { PriceBook, Rate } from './book/price-book.ts';
import { DomainError } from './errors.ts';
import { metricRules, type ResourceKind, type UsageMetric } from './metrics.ts';
import type { PlanId } from './plans.ts';

/** Terms agreed with one organization; they replace the list. */
export type ContractTerms = {
  planPriceCents?: number;
  /** Microcents per unit or package of the list; a metric that the list never bills stays free. */
  unitPrices?: Readonly<Partial<Record<UsageMetric, number>>>;
  /** Base units per cycle; null is unlimited. */
  quotas?: Readonly<Partial<Record<UsageMetric, number | null>>>;
};

/** Contracts that no longer hold, each with the first instant at which it did not, in order of time. */
export type EarlierContracts = readonly { untilSeconds: number; contract: ContractTerms | null }[];

/** A contract with those before it. */
export type ContractHistory = { contract: ContractTerms | null; earlierContracts: EarlierContracts };

/** The contract that held at an instant. */
export function contractAt({ contract, earlierContracts }: ContractHistory, atSeconds: number): ContractTerms | null {
  const earlier = earlierContracts.find(({ untilSeconds }) => atSeconds < untilSeconds);
  return earlier ? earlier.contract : contract;
}

/** A history with another contract from an instant on. What ended before `sinceSeconds` is dropped. */
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

/** Whether only a contract can give a metric its price, and this one doesn't. */
export const needsContract = (book: PriceBook, metric: UsageMetric, contract: ContractTerms | null | undefined): boolean =>
  book.byContract.has(metric) && contract?.unitPrices?.[metric] === undefined;

/** A metric has no price at some time. */
export interface MissingPrice {
  /** Start of the first cycle whose contract has the price; null without one. */
  readonly contractFromSeconds: number | null;
}

/**
 * Message for a metric without a price.
 * @param contractFromSeconds start of the first cycle that a contract with its price counts for, if there is one
 */
export const withoutPrice = (metric: UsageMetric, contractFromSeconds: number | null = null): string =>
  contractFromSeconds === null
    ? `${metricRules(metric).name} has contract pricing only, and this organization has none`
    : `${metricRules(metric).name} has contract pricing only, and its contract counts from ${formatDayOfYear(contractFromSeconds)}`;

/** The price of a metric on a plan; undefined where it is not billed. Throws DomainError when only a contract can give it. */
export function rateOf(book: PriceBook, metric: UsageMetric, planId: PlanId, contract: ContractTerms = {}): Rate | undefined {
  if (planId === 'free') return undefined;
  const agreed = contract.unitPrices?.[metric];
  const listed = book.rates.get(metric);
  if (!book.byContract.has(metric))
    return listed && agreed !== undefined
      ? { perUnits: listed.perUnits, wholePackages: listed.wholePackages, priceMicrocents: agreed }
      : listed;
  if (agreed === undefined) throw new DomainError('price_by_contract', metric, withoutPrice(metric));
  return { perUnits: 1, wholePackages: false, priceMicrocents: agreed };
}

/** What a plan includes per cycle, in base units; null is unlimited, undefined means that the metric has no quota. */
export function quotaOf(book: PriceBook, metric: UsageMetric, planId: PlanId, contract: ContractTerms = {}): number | null | undefined {
  const agreed = contract.quotas?.[metric];
  return agreed === undefined ? book.quotas[planId].get(metric) : agreed;
}

/** The level that is free in every hour: GB, IOPS or MB/s; 0 for other metrics. */
export function hourlyAllowance(book: PriceBook, metric: UsageMetric, kind: ResourceKind): number {
  const allowance = book.hourlyAllowances.get(metric);
  return allowance?.kinds.includes(kind) ? allowance.units : 0;
}
