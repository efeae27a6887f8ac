/** One immutable version of the price book: prices, quotas and plan texts. */
import type { PlanId } from '#contract/types.ts';
import type { ResourceKind, UsageMetric } from '#server/domain/metrics.ts';

export type PlanFeature = { about: string; text: string; subText?: string };

export type PlanWords = {
  description: string;
  badge?: string;
  /** Plan whose features this plan also has. */
  includes?: PlanId;
  /** Features of this plan. If a feature of the lower plan has the same `about`, the feature of this plan replaces it. */
  features: readonly PlanFeature[];
  footer?: string;
  /** Contact link; only for a plan that members cannot choose on the page. */
  contact?: { label: string; address: string };
};

export type Rate = {
  priceMicrocents: number;
  /** Number of base units that the price covers. */
  perUnits: number;
  wholePackages: boolean;
  firstProjectMicrocents?: number;
};

export type BookPlan = {
  /** Price per month; null if a contract sets it. */
  priceCents: number | null;
  /** Compute Credits per cycle, which pay for hours of primary compute. */
  computeCreditsCents: number;
  /** Maximum number of active projects; null if unlimited. Shown to users, but not used for billing. */
  activeProjects: number | null;
  words: PlanWords;
};

export type PriceBook = {
  /** Key of the version in the database. Unlike version names, keys are unique across databases. */
  id: string;
  version: string;
  plans: Readonly<Record<PlanId, BookPlan>>;
  /** Price of each metric. A metric without a price is measured but never billed, unless a contract sets a price. */
  rates: ReadonlyMap<UsageMetric, Rate>;
  byContract: ReadonlySet<UsageMetric>;
  /** Base units per cycle for the whole organization; null if unlimited. */
  quotas: Readonly<Record<PlanId, ReadonlyMap<UsageMetric, number | null>>>;
  /** Base units per hour that are free for each project on every plan. */
  hourlyAllowances: ReadonlyMap<UsageMetric, { units: number; kinds: readonly ResourceKind[] }>;
  /** Rounded monthly prices for display, in dollars, by identifier of the add-on variant; null if a contract sets the price. */
  addonMonthlyDollars: ReadonlyMap<string, number | null>;
  /** Rounded monthly prices per unit for display, in microcents. */
  monthlyMicrocents: ReadonlyMap<UsageMetric, number>;
  /** Metrics covered by the spend cap. */
  covered: ReadonlySet<UsageMetric>;
};

/** Key of the version that every new database contains. The id and the version are also column defaults in the tables. */
export const FIRST_KEY = { id: 'pb_2026', version: '2026' } as const;
