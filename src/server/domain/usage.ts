import { isPooled, findMetric, metricRules, type UsageMetric, type ResourceKind } from './metrics.ts';
import { withoutPrice, type MissingPrice } from './rates.ts';

export const EGRESS_CATEGORIES = ['rest', 'auth', 'storage', 'realtime', 'functions', 'supavisor', 'logdrain'] as const;
export type EgressCategory = (typeof EGRESS_CATEGORIES)[number];

/**
 * An amount or level of usage. Entries have no order. Entries can be merged without changing the bill, but not across a cycle start, a cap
 * change or the current time: counts are summed, peaks reduced to their maximum, and adjacent spans of equal level joined.
 */
export type UsageEntry = {
  /** Id of the source record, if the entry is a single record. The id orders usage of the same second under a spending limit. */
  recordId?: string | undefined;
  projectRef: string;
  metric: UsageMetric;
  kind: ResourceKind;
  /** Id of the resource that is billed per hour: a project, replica, branch or log drain. */
  resourceId: string;
  /** Start of a span, or time of a count or peak. */
  fromSeconds: number;
  /** Exclusive end of a span; ignored for counts and peaks. */
  untilSeconds: number;
  /** Quantity in base units: the amount of a count, or the measured value of another metric; ignored for metrics in hours. */
  quantity: number;
  /** Source of the egress; does not change the bill. */
  category?: EgressCategory | undefined;
  /** Number of resources that have this same span. Used only if the caller needs no more than line totals. */
  times?: number | undefined;
};

/** Running resource with its level. Projections use only its hours; estimates also use its level. */
export type RunningResource = Pick<UsageEntry, 'projectRef' | 'metric' | 'kind' | 'resourceId' | 'quantity' | 'times'>;

/** Maximum quantity of one record, so that partial sums stay exact. */
export const MAX_QUANTITY = 1e15;

/** Adds an entry to a sum; for peaks, keeps the maximum. @returns false, without adding, if the sum would not be exact */
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
  /** Number of seconds by which the sender's clock may be ahead. */
  clockAheadSeconds: number;
  /** Time of the earliest usage that can still be billed. */
  openFromSeconds: number;
  projectRefs: ReadonlySet<string>;
  /** Returns the price that is missing at the time of the usage; null if the organization has a price. */
  missingPrice: (usage: { metric: UsageMetric; fromSeconds: number; untilSeconds: number | null }) => MissingPrice | null;
};

/** Times from this value on are assumed to be milliseconds, because as seconds they are in the year 5138 or later. */
const MILLISECONDS_FROM = 1e11;

const futureMessage = (atSeconds: number): string =>
  atSeconds < MILLISECONDS_FROM
    ? 'The time lies in the future'
    : 'The time lies in the future. It looks like milliseconds: send unix seconds';

export function usageProblem(
  record: Candidate,
  { nowSeconds, clockAheadSeconds, openFromSeconds, projectRefs, missingPrice }: Context,
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
  const latest = nowSeconds + clockAheadSeconds;
  if (record.fromSeconds > latest) return problem('future', 'at', futureMessage(record.fromSeconds));
  const spans = !isPooled(rules) || rules.measure === 'average';
  const end = spans ? record.untilSeconds : record.fromSeconds;
  if (spans && !(Number.isSafeInteger(end) && end > record.fromSeconds)) {
    return problem('invalid_span', 'until', `${rules.name} is measured over a span of time: "until" must be whole unix seconds after "at"`);
  }
  if (end > latest) return problem('future', 'until', futureMessage(end));
  const missing = missingPrice({ metric: rules.metric, fromSeconds: record.fromSeconds, untilSeconds: spans ? end : null });
  return missing ? problem('price_by_contract', 'metric', withoutPrice(rules.metric, missing.contractFromSeconds)) : undefined;
}
