/** One immutable version of the price book: prices, quotas and plan texts. */
import type { PlanId } from '#contract/types.ts';
import type { ResourceKind, UsageMetric } from '#server/domain/metrics.ts';

export type PlanFeature = { about: string; text: string; subText?: string };

export type PlanWords = {
  description: string;
  badge?: string;
  includes?: PlanId;
  /** A feature replaces the feature of the lower plan with the same `about`. */
  features: readonly PlanFeature[];
  footer?: string;
  /** Only for a plan that members cannot choose on the page. */
  contact?: { label: string; address: string };
};

export type Rate = {
  priceMicrocents: number;
  perUnits: number;
  wholePackages: boolean;
  firstProjectMicrocents?: number;
};

export type BookPlan = {
  /** Price per month; null if a contract sets it. */
  priceCents: number | null;
  computeCreditsCents: number;
  /** Shown to users, but not used for billing. Null if unlimited. */
  activeProjects: number | null;
  words: PlanWords;
};

export type PriceBook = {
  /** Key in the database. Unlike version names, keys are unique across databases. */
  id: string;
  version: string;
  plans: Readonly<Record<PlanId, BookPlan>>;
  /** A metric without a price is measured but never billed, unless a contract sets a price. */
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
  covered: ReadonlySet<UsageMetric>;
};

/** Key of the version in every new database. The id and the version are also column defaults in the tables. */
export const FIRST_KEY = { id: 'pb_2026', version: '2026' } as const;
