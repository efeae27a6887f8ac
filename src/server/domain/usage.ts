/** Usage as the engine reads it, and what is wrong with a record that it must not read. */
import { isPooled, findMetric, metricRules, type UsageMetric, type ResourceKind } from './metrics.ts';
import { withoutPrice, type MissingPrice } from './rates.ts';

export const EGRESS_CATEGORIES = ['rest', 'auth', 'storage', 'realtime', 'functions', 'supavisor', 'logdrain'] as const;
export type EgressCategory = (typeof EGRESS_CATEGORIES)[number];

/**
 * One piece of usage. Stored rows may be merged before they get here in every way that keeps the meaning: counts of a
 * project may be added up and peaks be replaced by their maximum as long as no cycle start, no spend-cap change and no
 * "now" lies between them; adjoining spans of one resource and level may be joined. Order never matters.
 */
export type UsageEntry = {
  /** The record's, where it stands for one: it orders usage of one second under a spending limit. */
  recordId?: string | undefined;
  projectRef: string;
  metric: UsageMetric;
  kind: ResourceKind;
  /** What pays the hour: the project, a replica, a branch, one of several log drains. */
  resourceId: string;
  /** First instant of the span. Counts and peaks happen here. */
  fromSeconds: number;
  /** First instant after the span. Counts and peaks ignore it. */
  untilSeconds: number;
  /** Base units: an amount for counts, a level for peaks, levels and averages; hours ignore it. */
  quantity: number;
  /** What caused egress. It does not matter for the bill. */
  category?: EgressCategory | undefined;
};

/** A resource that runs now, with its level: for the projection, which needs its hours alone, and for estimates. */
export type RunningResource = Pick<UsageEntry, 'projectRef' | 'metric' | 'kind' | 'resourceId' | 'quantity'>;

/** The largest quantity of one record. It keeps every partial sum exact. */
export const MAX_QUANTITY = 1e15;

/**
 * Adds an entry of a count or a peak to the sum of its key, which stays where its first entry was: counts add up, of peaks the highest counts.
 * @returns false where the sum would no longer be exact: nothing is added then
 */
export function addToSum(sums: Map<string, UsageEntry>, key: string, entry: UsageEntry): boolean {
  const sum = sums.get(key);
  const before = sum?.quantity ?? 0;
  const quantity = metricRules(entry.metric).measure === 'peak' ? Math.max(before, entry.quantity) : before + entry.quantity;
  if (sum && quantity > MAX_QUANTITY) return false;
  sums.set(key, { ...(sum ?? entry), quantity });
  return true;
}

export type UsageProblem = { code: string; field: string; message: string };

type Candidate = { projectRef: string; metric: string; fromSeconds: number; untilSeconds: number; quantity: number };
type Context = {
  nowSeconds: number;
  /** Usage before this can no longer be billed. */
  openFromSeconds: number;
  projectRefs: ReadonlySet<string>;
  /** Null if the organization has a price for usage at its time. */
  missingPrice: (usage: { metric: UsageMetric; fromSeconds: number; untilSeconds: number | null }) => MissingPrice | null;
};

/** The first thing wrong with a record, naming the field; undefined when it may be counted. */
export function usageProblem(
  record: Candidate,
  { nowSeconds, openFromSeconds, projectRefs, missingPrice }: Context,
): UsageProblem | undefined {
  const problem = (code: string, field: string, message: string): UsageProblem => ({ code, field, message });
  const rules = findMetric(record.metric);
  if (!rules) return problem('unknown_metric', 'metric', `Unknown metric: ${record.metric}`);
  if (!projectRefs.has(record.projectRef)) {
    return problem('unknown_project', 'project_ref', 'The project does not belong to this organization');
  }
  if (!Number.isSafeInteger(record.quantity)) return problem('invalid_quantity', 'quantity', 'The quantity must be a whole number');
  if (record.quantity < 0) return problem('negative_quantity', 'quantity', 'The quantity must not be negative');
  if (record.quantity > MAX_QUANTITY) return problem('quantity_too_large', 'quantity', `The quantity must be at most ${MAX_QUANTITY}`);
  if (!Number.isSafeInteger(record.fromSeconds)) return problem('invalid_time', 'at', 'The time must be whole unix seconds');
  if (record.fromSeconds < openFromSeconds) return problem('late', 'at', 'Usage of this time is no longer accepted');
  const spans = !isPooled(rules) || rules.measure === 'average';
  const end = spans ? record.untilSeconds : record.fromSeconds;
  if (spans && !(Number.isSafeInteger(end) && end > record.fromSeconds)) {
    return problem('invalid_span', 'until', `${rules.name} is measured over a span of time: "until" must be whole unix seconds after "at"`);
  }
  if (end > nowSeconds) return problem('future', 'at', 'The time lies in the future');
  const missing = missingPrice({ metric: rules.metric, fromSeconds: record.fromSeconds, untilSeconds: spans ? end : null });
  return missing ? problem('price_by_contract', 'metric', withoutPrice(rules.metric, missing.contractFromSeconds)) : undefined;
}
