/** What one version of the price book says: prices, quotas and the words of the plans. It never changes. */
import type { PlanId } from '#contract/types.ts';
import type { ResourceKind, UsageMetric } from '#server/domain/metrics.ts';

export type PlanFeature = { about: string; text: string; subText?: string };

/** How a plan is offered. Prices and quotas are filled in. */
export type PlanWords = {
  description: string;
  badge?: string;
  /** The plan whose features it has as well. */
  includes?: PlanId;
  /** Of the same `about`, a higher plan's feature replaces the lower one's. */
  features: readonly PlanFeature[];
  footer?: string;
  /** Where it is asked for, when it can't be chosen on the page. */
  contact?: { label: string; address: string };
};

/** What a metric costs. */
export type Rate = {
  priceMicrocents: number;
  /** Base units per price. */
  perUnits: number;
  wholePackages: boolean;
  /** The price of the one project that comes first, where it differs. */
  firstProjectMicrocents?: number;
};

export type BookPlan = {
  /** Per month; null is by contract. */
  priceCents: number | null;
  /** Per cycle, for the hours of primary compute. */
  computeCreditsCents: number;
  /** How many active projects an organization may have; null is no limit. It is announced and not billed. */
  activeProjects: number | null;
  words: PlanWords;
};

export type PriceBook = {
  /** Its key in the database; unlike versions, no two databases share one for different documents. */
  id: string;
  /** What its publisher called it. */
  version: string;
  plans: Readonly<Record<PlanId, BookPlan>>;
  /** Metrics without a rate are measured and never billed, unless their price is by contract. */
  rates: ReadonlyMap<UsageMetric, Rate>;
  byContract: ReadonlySet<UsageMetric>;
  /** Base units per cycle, for the whole organization; null is unlimited. */
  quotas: Readonly<Record<PlanId, ReadonlyMap<UsageMetric, number | null>>>;
  /** Free in every hour of a project, whatever the plan bills otherwise. */
  hourlyAllowances: ReadonlyMap<UsageMetric, { units: number; kinds: readonly ResourceKind[] }>;
  /** Round figures of a month for display, in dollars, by the identifier of an add-on variant; null is by contract. */
  addonMonthlyDollars: ReadonlyMap<string, number | null>;
  /** The same of a unit of a metric, in microcents. */
  monthlyMicrocents: ReadonlyMap<UsageMetric, number>;
  /** Metrics whose overage the spend cap stops. */
  covered: ReadonlySet<UsageMetric>;
};

/** Key of the version that every database begins with; the tables repeat both as defaults. */
export const FIRST_KEY = { id: 'pb_2026', version: '2026' } as const;
