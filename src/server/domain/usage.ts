import { isPooled, findMetric, metricRules, type UsageMetric, type ResourceKind } from './metrics.ts';
import { withoutPrice, type MissingPrice } from './rates.ts';

export const EGRESS_CATEGORIES = ['rest', 'auth', 'storage', 'realtime', 'functions', 'supavisor', 'logdrain'] as const;
export type EgressCategory = (typeof EGRESS_CATEGORIES)[number];

/**
 * An amount or level of usage, in any order. Between cycle starts, cap changes and "now", counts may be summed and peaks replaced by their
 * maximum; adjacent spans of equal level may be joined. The bill stays the same.
 */
export type UsageEntry = {
  /** Id of the source record, if the entry is a single record. Orders usage of one second under a spending limit. */
  recordId?: string | undefined;
  projectRef: string;
  metric: UsageMetric;
  kind: ResourceKind;
  /** Resource that is billed for the hour: a project, replica, branch or log drain. */
  resourceId: string;
  /** Start of a span; time of a count or peak. */
  fromSeconds: number;
  /** Exclusive end of a span; ignored for counts and peaks. */
  untilSeconds: number;
  /** Base units: an amount for counts, a level for peaks, levels and averages; ignored for hours. */
  quantity: number;
  /** Source of egress; does not affect the bill. */
  category?: EgressCategory | undefined;
  /** Number of resources with this one span, for callers that need only line totals. */
  times?: number | undefined;
};

/** Running resource with its level. Projections use only its hours; estimates also use the level. */
export type RunningResource = Pick<UsageEntry, 'projectRef' | 'metric' | 'kind' | 'resourceId' | 'quantity' | 'times'>;

/** Maximum quantity of one record, so that partial sums stay exact. */
export const MAX_QUANTITY = 1e15;

/** Peaks keep their maximum, and the sum the time of its first entry. @returns false if it would not be exact; nothing is added then */
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
  /** Earliest usage that can still be billed. */
  openFromSeconds: number;
  projectRefs: ReadonlySet<string>;
  /** Returns null if the organization has a price at the time of the usage. */
  missingPrice: (usage: { metric: UsageMetric; fromSeconds: number; untilSeconds: number | null }) => MissingPrice | null;
};

/** Times from here on are in the year 5138 or later, so they are milliseconds. */
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
