import type { Discount, LineAmounts, PriceStep } from '#lib/charge-line.ts';
import type { Ratio } from '#lib/money-ratio.ts';
import { isComputeMetric, type MetricRules, type UsageMetric, type ResourceKind } from './metrics.ts';

/** Usage lines have the key '{metric}:{kind}'. */
export type LineKey =
  | 'plan'
  | 'unused_time'
  | 'compute_credits'
  | 'carried'
  | 'corrected'
  | 'over_limit'
  | `${UsageMetric}:${ResourceKind}`;

export const lineKey = (metric: UsageMetric, kind: ResourceKind): LineKey => `${metric}:${kind}`;

export function keyParts(key: LineKey): { metric: UsageMetric; kind: ResourceKind } | undefined {
  const [metric, kind] = key.split(':') as [UsageMetric, ResourceKind | undefined];
  return kind && { metric, kind };
}

/** `usage` includes lines that fit no other section. `carried` has amounts that a later charge collects. */
export type LineGroup = 'plan' | 'compute' | 'compute_credits' | 'replica' | 'branch' | 'usage' | 'carried';

export const LINE_GROUPS: readonly LineGroup[] = ['plan', 'compute', 'compute_credits', 'replica', 'branch', 'usage', 'carried'];

/** Quantities are exact, in base units. */
export type Derivation = {
  used: Ratio;
  included: Ratio | null;
  /** Usage above the included quantity that the spend cap leaves uncharged. */
  uncharged: Ratio;
  billable: Ratio;
  steps: readonly PriceStep[];
  rounding: 'half_away_from_zero_to_cent';
  discounts: readonly Discount[];
  /** Amounts of this line on earlier invoices of the cycle. The line charges the remainder. */
  invoiced: LineAmounts;
  /** Fraction that prorates quotas and credits; null unless the cycle was shortened. */
  prorated: { lastedSeconds: number; lengthSeconds: number } | null;
};

export type BreakdownEntry = {
  projectRef: string;
  usage: Ratio;
  /** Sum of the clock hours of all `count` resources. Counts and peaks have neither `hours` nor `count`. */
  hours?: number;
  count?: number;
  /** The shares of all projects sum to the invoice line. */
  amountCents: number;
};

export type InvoiceLine = LineAmounts & {
  key: LineKey;
  group: LineGroup;
  description: string;
  metric: UsageMetric | null;
  kind: ResourceKind | null;
  usageBased: boolean;
  /** True if the line is for part of a period: credit for unused time, or usage of a shortened cycle. */
  proration: boolean;
  periodStartSeconds: number;
  periodEndSeconds: number;
  derivation: Derivation | null;
  breakdown: readonly BreakdownEntry[];
};

export type InvoicedLine = LineAmounts & { key: LineKey; breakdown: readonly Pick<BreakdownEntry, 'projectRef' | 'amountCents'>[] };

export type LineDiscount = { key: LineKey; discount: Discount };

export const discountsOf = (key: LineKey, discounts: readonly LineDiscount[]): Discount[] =>
  discounts.filter((entry) => entry.key === key).map(({ discount }) => discount);

export function lineGroup(metric: UsageMetric, kind: ResourceKind): LineGroup {
  if (!isComputeMetric(metric)) return 'usage';
  return kind === 'primary' ? 'compute' : kind;
}

const KIND_SUFFIX: Readonly<Record<ResourceKind, string>> = { primary: '', replica: ' (Read Replicas)', branch: ' (Branches)' };

/** Example: 'Small Compute (Read Replicas)'. */
export function lineDescription({ metric, name }: MetricRules, kind: ResourceKind): string {
  return metric === 'COMPUTE_HOURS_BRANCH' ? name : `${name}${KIND_SUFFIX[kind]}`;
}

export function fixedLine(
  line: Pick<InvoiceLine, 'key' | 'group' | 'description' | 'periodStartSeconds' | 'periodEndSeconds' | 'proration'> & LineAmounts,
): InvoiceLine {
  return { ...line, metric: null, kind: null, usageBased: false, derivation: null, breakdown: [] };
}
