import { isPooled, findMetric, metricRules, type UsageMetric, type ResourceKind } from './metrics.ts';
import { withoutPrice, type MissingPrice } from './rates.ts';

export const EGRESS_CATEGORIES = ['rest', 'auth', 'storage', 'realtime', 'functions', 'supavisor', 'logdrain'] as const;
export type EgressCategory = (typeof EGRESS_CATEGORIES)[number];

/**
 * An amount or level of usage. Merging entries does not change the bill: counts are summed, the highest peak is kept, and adjacent spans of
 * equal level are joined. Never merge entries across a cycle start, a cap change or the current time.
 */
export type UsageEntry = {
  /** Set if the entry is a single record. Under a spending limit, the id orders usage of the same second. */
  recordId?: string | undefined;
  projectRef: string;
  metric: UsageMetric;
  kind: ResourceKind;
  /** A project, replica, branch or log drain, which is billed per hour. */
  resourceId: string;
  fromSeconds: number;
  /** Exclusive end of a span; ignored for counts and peaks. */
  untilSeconds: number;
  /** In base units. For a count, the counted amount; otherwise, the measured value. Ignored for metrics in hours. */
  quantity: number;
  /** Does not change the bill. */
  category?: EgressCategory | undefined;
  /** Number of resources with this same span. Used only if the caller needs no more than line totals. */
  times?: number | undefined;
};

/** Projections use only the hours of a running resource; estimates also use its level. */
export type RunningResource = Pick<UsageEntry, 'projectRef' | 'metric' | 'kind' | 'resourceId' | 'quantity' | 'times'>;

/** Maximum quantity of one record. Partial sums then stay exact. */
export const MAX_QUANTITY = 1e15;

/**
 * Adds an entry to a sum; for peaks, keeps the maximum.
 * @returns false, without adding, if the sum would not be exact
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
  /** Seconds by which the sender's clock may be ahead. */
  clockAheadSeconds: number;
  openFromSeconds: number;
  projectRefs: ReadonlySet<string>;
  /** Null if the organization has a price at that time. */
  missingPrice: (usage: { metric: UsageMetric; fromSeconds: number; untilSeconds: number | null }) => MissingPrice | null;
};

/** Later times are assumed to be milliseconds, because as seconds they are in the year 5138 or later. */
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
