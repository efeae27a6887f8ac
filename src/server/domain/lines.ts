/** Invoice lines: what they carry, their keys, names and places. */
import type { Discount, LineAmounts, PriceStep } from '#lib/charge-line.ts';
import type { Ratio } from '#lib/money-ratio.ts';
import { isComputeMetric, type MetricRules, type UsageMetric, type ResourceKind } from './metrics.ts';

/** Identifies a line within a period: 'plan', 'unused_time', 'compute_credits', 'carried', 'corrected', 'over_limit' or '{metric}:{kind}'. */
export type LineKey =
  | 'plan'
  | 'unused_time'
  | 'compute_credits'
  | 'carried'
  | 'corrected'
  | 'over_limit'
  | `${UsageMetric}:${ResourceKind}`;

/** The key of a line of usage. */
export const lineKey = (metric: UsageMetric, kind: ResourceKind): LineKey => `${metric}:${kind}`;

/** What the key of a line of usage is made of; undefined for any other line. */
export function keyParts(key: LineKey): { metric: UsageMetric; kind: ResourceKind } | undefined {
  const [metric, kind] = key.split(':') as [UsageMetric, ResourceKind | undefined];
  return kind && { metric, kind };
}

/** Where a line stands: the project compute group, its credits, compute of replicas and of branches, everything else, what is not collected. */
export type LineGroup = 'plan' | 'compute' | 'compute_credits' | 'replica' | 'branch' | 'usage' | 'carried';

export const LINE_GROUPS: readonly LineGroup[] = ['plan', 'compute', 'compute_credits', 'replica', 'branch', 'usage', 'carried'];

/** How an amount came about. Quantities are in base units and exact. */
export type Derivation = {
  used: Ratio;
  /** null is unlimited. */
  included: Ratio | null;
  /** Above what is included, but not charged: it came about while the spend cap was on. */
  uncharged: Ratio;
  billable: Ratio;
  /** The billable quantity by price. */
  steps: readonly PriceStep[];
  rounding: 'half_away_from_zero_to_cent';
  discounts: readonly Discount[];
  /** What earlier invoices of the same cycle hold of this line; the line's amount is what is left. */
  invoiced: LineAmounts;
  /** Set when the cycle was shortened: quotas and credits count for this part of it. */
  prorated: { lastedSeconds: number; lengthSeconds: number } | null;
};

export type BreakdownEntry = {
  projectRef: string;
  /** In base units. */
  usage: Ratio;
  /** Clock hours, added up over `count` resources; both absent for counts and peaks. */
  hours?: number;
  count?: number;
  /** The project's part of the line; the parts sum to the line. */
  amountCents: number;
};

export type InvoiceLine = LineAmounts & {
  key: LineKey;
  group: LineGroup;
  description: string;
  metric: UsageMetric | null;
  kind: ResourceKind | null;
  usageBased: boolean;
  /** Part of a period only: credit for unused time, or usage of a shortened cycle. */
  proration: boolean;
  periodStartSeconds: number;
  periodEndSeconds: number;
  derivation: Derivation | null;
  breakdown: readonly BreakdownEntry[];
};

/** What an invoice has already taken of a line of the cycle, in all and by project. */
export type InvoicedLine = LineAmounts & { key: LineKey; breakdown: readonly Pick<BreakdownEntry, 'projectRef' | 'amountCents'>[] };

export type LineDiscount = { key: LineKey; discount: Discount };

/** The discounts of one line, in the order in which they apply. */
export const discountsOf = (key: LineKey, discounts: readonly LineDiscount[]): Discount[] =>
  discounts.filter((entry) => entry.key === key).map(({ discount }) => discount);

/** Where a line of usage stands on an invoice. */
export function lineGroup(metric: UsageMetric, kind: ResourceKind): LineGroup {
  if (!isComputeMetric(metric)) return 'usage';
  return kind === 'primary' ? 'compute' : kind;
}

const KIND_SUFFIX: Readonly<Record<ResourceKind, string>> = { primary: '', replica: ' (Read Replicas)', branch: ' (Branches)' };

/** What people read for a line of usage: 'Small Compute (Read Replicas)'. */
export function lineDescription({ metric, name }: MetricRules, kind: ResourceKind): string {
  return metric === 'COMPUTE_HOURS_BRANCH' ? name : `${name}${KIND_SUFFIX[kind]}`;
}

/** A line of a fixed price, without usage. */
export function fixedLine(
  line: Pick<InvoiceLine, 'key' | 'group' | 'description' | 'periodStartSeconds' | 'periodEndSeconds' | 'proration'> & LineAmounts,
): InvoiceLine {
  return { ...line, metric: null, kind: null, usageBased: false, derivation: null, breakdown: [] };
}
