/** One immutable version of the price book: prices, quotas and plan texts. */
import type { PlanId } from '#contract/types.ts';
import type { ResourceKind, UsageMetric } from '#server/domain/metrics.ts';

export type PlanFeature = { about: string; text: string; subText?: string };

export type PlanWords = {
  description: string;
  badge?: string;
  /** Plan whose features this plan also has. */
  includes?: PlanId;
  /** A feature replaces the lower plan's feature with the same `about`. */
  features: readonly PlanFeature[];
  footer?: string;
  /** Contact link for a plan that cannot be chosen on the page. */
  contact?: { label: string; address: string };
};

/** Price of a metric. */
export type Rate = {
  priceMicrocents: number;
  /** Number of base units that the price covers. */
  perUnits: number;
  wholePackages: boolean;
  firstProjectMicrocents?: number;
};

export type BookPlan = {
  /** Per month; null if set by contract. */
  priceCents: number | null;
  /** Per cycle, for hours of primary compute. */
  computeCreditsCents: number;
  /** Maximum number of active projects; null if unlimited. Shown to users but never billed. */
  activeProjects: number | null;
  words: PlanWords;
};

export type PriceBook = {
  /** Database key. Unlike versions, ids are unique across databases. */
  id: string;
  version: string;
  plans: Readonly<Record<PlanId, BookPlan>>;
  /** Metrics without a rate are measured but never billed, unless a contract sets their price. */
  rates: ReadonlyMap<UsageMetric, Rate>;
  byContract: ReadonlySet<UsageMetric>;
  /** Base units per cycle for the whole organization; null is unlimited. */
  quotas: Readonly<Record<PlanId, ReadonlyMap<UsageMetric, number | null>>>;
  /** Free amount per project in every hour, on every plan. */
  hourlyAllowances: ReadonlyMap<UsageMetric, { units: number; kinds: readonly ResourceKind[] }>;
  /** Rounded monthly prices for display, in dollars, by add-on variant identifier; null if set by contract. */
  addonMonthlyDollars: ReadonlyMap<string, number | null>;
  /** Rounded monthly prices per unit for display, in microcents. */
  monthlyMicrocents: ReadonlyMap<UsageMetric, number>;
  /** Metrics covered by the spend cap. */
  covered: ReadonlySet<UsageMetric>;
};

/** Key of the version that every database starts with. Both values are also column defaults in the tables. */
export const FIRST_KEY = { id: 'pb_2026', version: '2026' } as const;
