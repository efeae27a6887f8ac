/** Finds where spending limits stop charges. Usage is charged in order of time, then of record id, until the limit is reached. */
import type { Steps } from '#lib/steps.ts';
import { isInstantMetric, metricRules } from '#server/domain/metrics.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { cycleEnd, type Stretch } from '#server/domain/periods.ts';
import { findStop, withSeparateEntries } from './limit-stop.ts';
import {
  coveredAllowance,
  coveredCostBefore,
  coveredOnly,
  isLimited,
  limitAt,
  type LimitedPeriod,
  limitStretches,
  otherLinesCents,
} from './spending-limit.ts';
import { addToSum, type UsageEntry } from '#server/domain/usage.ts';

export type LimitOutcome = {
  /** The period with its stops. A record within which a limit is reached is split in two. */
  period: BillingPeriod;
  /** Cost of usage covered by the cap: as charged, and without limits. */
  chargedCents: number;
  unlimitedCents: number;
  /** Lines that limits do not cover: now, and at the end of the cycle if running resources keep running. */
  othersCents: number;
  othersAtEndCents: number;
  /** True if the current terms allow no further charges. */
  isReached: boolean;
};

/** Entries processed between two steps. */
const ENTRIES_AT_ONCE = 5000;

/** Whether any limit leaves usage uncharged. Counts may be summed between limit changes. */
export function* exceedsLimits(limited: LimitedPeriod, asOfSeconds: number): Steps<boolean> {
  const { period, limits, earlierCents } = limited;
  const untilSeconds = Math.min(asOfSeconds, cycleEnd(period.cycle));
  const stretches = limitStretches(period.cycle.startSeconds, untilSeconds, limits).filter(({ terms }) => isLimited(terms));
  if (stretches.length === 0) return false;
  const { nowCents } = yield* otherLinesCents(limited, asOfSeconds);
  const covered = coveredOnly(period);
  for (const { untilSeconds: until, terms } of stretches)
    if ((yield* coveredCostBefore(covered, until)) > coveredAllowance(terms, nowCents, earlierCents)) return true;
  return false;
}

const lastAtOrBefore = (instants: readonly number[], atSeconds: number): number => instants.findLastIndex((at) => at <= atSeconds);

/**
 * Merges usage before an instant, because its charge is final. Within each interval between edges, sums counts of all projects and keeps
 * the maximum of peaks per project.
 */
function* settled(entries: readonly UsageEntry[], beforeSeconds: number, edges: readonly number[]): Steps<UsageEntry[]> {
  const sums = new Map<string, UsageEntry>();
  const rest: UsageEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) yield ENTRIES_AT_ONCE;
    if (entry.fromSeconds >= beforeSeconds || !isInstantMetric(entry.metric)) {
      rest.push(entry);
      continue;
    }
    const place = lastAtOrBefore(edges, entry.fromSeconds);
    const isPeak = metricRules(entry.metric).measure === 'peak';
    const projectRef = isPeak ? entry.projectRef : '';
    const key = `${place} ${entry.metric} ${entry.kind} ${projectRef}`;
    if (!addToSum(sums, key, { ...entry, projectRef, recordId: undefined })) rest.push(entry);
  }
  return [...sums.values(), ...rest];
}

/**
 * Adds the stops of its limits to a period: covered usage is charged in order as long as its cost is within the allowance, down to the base
 * unit. See "Spending limits" in the README.
 * @param limited must contain counts and peaks as single records, at least in the stretches in which a limit is exceeded
 */
export function* limitSteps(limited: LimitedPeriod, asOfSeconds: number): Steps<LimitOutcome> {
  const { limits, earlierCents } = limited;
  const { book, cycle } = limited.period;
  const untilSeconds = Math.min(asOfSeconds, cycleEnd(cycle));
  const { nowCents, endCents } = yield* otherLinesCents(limited, asOfSeconds);
  const covered = coveredOnly({ ...limited.period, stops: [] });
  const unlimitedCents = yield* coveredCostBefore(covered, untilSeconds);
  let { entries } = covered;
  // Covered usage up to the end of the current stretch, with earlier usage merged.
  let open: readonly UsageEntry[] = [];
  const stops: Stretch[] = [];
  const capEdges = limited.period.cap.changes.map(({ atSeconds }) => atSeconds);
  const stretches = limitStretches(cycle.startSeconds, untilSeconds, limits);
  const ahead = stretches.length > 1 ? entries.toSorted((a, b) => b.fromSeconds - a.fromSeconds) : [...entries];
  const edges = [...capEdges, ...stretches.map(({ fromSeconds }) => fromSeconds)];
  for (const stretch of stretches) {
    const allowanceCents = coveredAllowance(stretch.terms, nowCents, earlierCents);
    if (allowanceCents === Number.POSITIVE_INFINITY) continue;
    const sortedEdges = [...edges, ...stops.map(({ fromSeconds }) => fromSeconds)].sort((a, b) => a - b);
    const added: UsageEntry[] = [];
    for (let next = ahead.pop(); next; next = ahead.pop()) {
      if (stretches.length > 1 && next.fromSeconds >= stretch.untilSeconds) {
        ahead.push(next);
        break;
      }
      added.push(next);
    }
    open = yield* settled([...open, ...added], stretch.fromSeconds, sortedEdges);
    const stopped = { ...covered, entries: open, stops };
    if ((yield* coveredCostBefore(stopped, stretch.untilSeconds)) <= allowanceCents) continue;
    const stop = yield* findStop(stopped, stretch, allowanceCents);
    entries = withSeparateEntries(entries, stop);
    open = withSeparateEntries(open, stop);
    stops.push({ fromSeconds: stop.fromSeconds, untilSeconds: stretch.untilSeconds });
  }
  const chargedCents = stops.length > 0 ? yield* coveredCostBefore({ ...covered, entries, stops }, untilSeconds) : unlimitedCents;
  const others = limited.period.entries.filter(({ metric }) => !book.covered.has(metric));
  // A limit that changes at this instant has not stopped anything yet.
  const terms = limitAt(limits, Math.min(asOfSeconds, cycleEnd(cycle) - 1));
  const hasJustChanged = limits.some((change) => change.atSeconds === untilSeconds);
  const isStopped = !hasJustChanged && stops.at(-1)?.untilSeconds === untilSeconds;
  const reaches = (limitCents: number | null, sumCents: number): boolean => limitCents !== null && limitCents > 0 && sumCents >= limitCents;
  return {
    period: stops.length > 0 ? { ...limited.period, entries: [...others, ...entries], stops } : limited.period,
    chargedCents,
    unlimitedCents,
    othersCents: nowCents,
    othersAtEndCents: endCents,
    isReached: isStopped || reaches(terms.bill, nowCents + chargedCents) || reaches(terms.overage, earlierCents + chargedCents),
  };
}
