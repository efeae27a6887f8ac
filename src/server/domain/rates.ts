/** What a metric costs and what a plan includes of it. */
import { microcentsFromDollars } from '#lib/money.ts';
import { BILLED_COMPUTE } from './compute.ts';
import { DomainError } from './errors.ts';
import { metricRules, type UsageMetric } from './metrics.ts';
import type { PlanId } from './plans.ts';

/** Whose hours a resource runs; each kind has lines of its own. */
export const RESOURCE_KINDS = ['primary', 'replica', 'branch'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** Terms agreed with one organization; they replace the list. */
export type ContractTerms = {
  planPriceCents?: number;
  /** Microcents per unit or package of the list; a metric that the list never bills stays free. */
  unitPrices?: Readonly<Partial<Record<UsageMetric, number>>>;
  /** Base units per cycle; null is unlimited. */
  quotas?: Readonly<Partial<Record<UsageMetric, number | null>>>;
};

export type Rate = {
  priceMicrocents: number;
  /** Base units per price. */
  perUnits: number;
  wholePackages: boolean;
  /** The price of the one project that comes first, where it differs. */
  firstProjectMicrocents?: number;
};

const GB = 1_000_000_000;
const THOUSAND = 1_000;
const MILLION = 1_000_000;

const unit = (dollars: string, perUnits = 1): Rate => ({ priceMicrocents: microcentsFromDollars(dollars), perUnits, wholePackages: false });
const packages = (dollars: string, perUnits: number): Rate => ({ ...unit(dollars, perUnits), wholePackages: true });

/** List prices. Metrics without an entry are measured and never billed; compute of the largest family is by contract. */
const LIST: Readonly<Partial<Record<UsageMetric, Rate>>> = {
  ...Object.fromEntries(
    BILLED_COMPUTE.flatMap(({ metric, microcentsPerHour }) =>
      microcentsPerHour === null ? [] : [[metric, { priceMicrocents: microcentsPerHour, perUnits: 1, wholePackages: false }]],
    ),
  ),
  COMPUTE_HOURS_BRANCH: unit('0.01344'),
  DISK_SIZE_GB_HOURS_GP3: unit('0.000171'),
  DISK_SIZE_GB_HOURS_IO2: unit('0.000267'),
  DISK_IOPS_GP3: unit('0.00003288'),
  DISK_IOPS_IO2: unit('0.000163'),
  DISK_THROUGHPUT_GP3: unit('0.00013'),
  EGRESS: unit('0.09', GB),
  CACHED_EGRESS: unit('0.03', GB),
  STORAGE_SIZE: unit('0.021', GB),
  STORAGE_IMAGES_TRANSFORMED: packages('5', THOUSAND),
  MONTHLY_ACTIVE_USERS: unit('0.00325'),
  MONTHLY_ACTIVE_SSO_USERS: unit('0.015'),
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: unit('0.00325'),
  FUNCTION_INVOCATIONS: packages('2', MILLION),
  REALTIME_MESSAGE_COUNT: packages('2.50', MILLION),
  REALTIME_PEAK_CONNECTIONS: packages('10', THOUSAND),
  CUSTOM_DOMAIN: unit('0.0137'),
  IPV4: unit('0.0055'),
  PITR_7: unit('0.137'),
  PITR_14: unit('0.274'),
  PITR_28: unit('0.55'),
  LOG_DRAIN: unit('0.0822'),
  LOG_DRAIN_EVENTS: packages('0.20', MILLION),
  AUTH_MFA_PHONE: { ...unit('0.0137'), firstProjectMicrocents: microcentsFromDollars('0.1027') },
  AUTH_MFA_WEB_AUTHN: unit('0'),
};

const BY_CONTRACT = new Set<UsageMetric>(
  BILLED_COMPUTE.filter(({ microcentsPerHour }) => microcentsPerHour === null).map(({ metric }) => metric),
);

/** Per cycle, in base units, for the whole organization. */
const FREE_QUOTAS: Readonly<Partial<Record<UsageMetric, number>>> = {
  DATABASE_SIZE: GB / 2,
  EGRESS: 5 * GB,
  CACHED_EGRESS: 5 * GB,
  STORAGE_SIZE: GB,
  MONTHLY_ACTIVE_USERS: 50_000,
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: 50_000,
  FUNCTION_INVOCATIONS: 500_000,
  REALTIME_MESSAGE_COUNT: 2 * MILLION,
  REALTIME_PEAK_CONNECTIONS: 200,
};
const PAID_QUOTAS: Readonly<Partial<Record<UsageMetric, number>>> = {
  EGRESS: 250 * GB,
  CACHED_EGRESS: 250 * GB,
  STORAGE_SIZE: 100 * GB,
  STORAGE_IMAGES_TRANSFORMED: 100,
  MONTHLY_ACTIVE_USERS: 100_000,
  MONTHLY_ACTIVE_SSO_USERS: 50,
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: 100_000,
  FUNCTION_INVOCATIONS: 2 * MILLION,
  REALTIME_MESSAGE_COUNT: 5 * MILLION,
  REALTIME_PEAK_CONNECTIONS: 500,
};

/** Free in every hour of a project, whatever the plan bills otherwise. */
const HOURLY_ALLOWANCES: Readonly<Partial<Record<UsageMetric, number>>> = {
  DISK_SIZE_GB_HOURS_GP3: 8,
  DISK_IOPS_GP3: 3000,
  DISK_THROUGHPUT_GP3: 125,
};

/** Whether only a contract can give a metric its price, and this one doesn't. */
export const needsContract = (metric: UsageMetric, contract: ContractTerms | null | undefined): boolean =>
  BY_CONTRACT.has(metric) && contract?.unitPrices?.[metric] === undefined;

/** What to say of a metric without a price. */
export const withoutPrice = (metric: UsageMetric): string =>
  `${metricRules(metric).name} has a price by contract only, and this organization has none`;

/** The price of a metric on a plan; undefined where it is not billed. Throws DomainError when only a contract can give it. */
export function rateOf(metric: UsageMetric, planId: PlanId, contract: ContractTerms = {}): Rate | undefined {
  if (planId === 'free') return undefined;
  const agreed = contract.unitPrices?.[metric];
  const listed = LIST[metric];
  if (!BY_CONTRACT.has(metric))
    return listed && agreed !== undefined
      ? { perUnits: listed.perUnits, wholePackages: listed.wholePackages, priceMicrocents: agreed }
      : listed;
  if (agreed === undefined) throw new DomainError('price_by_contract', metric, withoutPrice(metric));
  return { perUnits: 1, wholePackages: false, priceMicrocents: agreed };
}

/** What a plan includes per cycle, in base units; null is unlimited, undefined means that the metric has no quota. */
export function quotaOf(metric: UsageMetric, planId: PlanId, contract: ContractTerms = {}): number | null | undefined {
  const agreed = contract.quotas?.[metric];
  return agreed === undefined ? (planId === 'free' ? FREE_QUOTAS : PAID_QUOTAS)[metric] : agreed;
}

/** The level that is free in every hour: GB, IOPS or MB/s; 0 for other metrics. A replica's disk is billed from its first GB. */
export function hourlyAllowance(metric: UsageMetric, kind: ResourceKind): number {
  if (kind === 'replica' && metric === 'DISK_SIZE_GB_HOURS_GP3') return 0;
  return HOURLY_ALLOWANCES[metric] ?? 0;
}
