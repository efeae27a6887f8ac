/** Finds what a spending limit stops: usage in order of time, then of the records' ids, is charged until the limit is reached. */
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

/** How a period stands under its limits. */
export type LimitOutcome = {
  /** With its stops; the record that reaches a limit is in two parts. */
  period: BillingPeriod;
  /** Of the usage that the cap covers: what is charged, and what would be without a limit. */
  chargedCents: number;
  unlimitedCents: number;
  /** The lines that a limit can't cover: now, and at the end if what runs now keeps running. */
  othersCents: number;
  othersAtEndCents: number;
  /** Nothing more is charged by the terms that hold now. */
  isReached: boolean;
};

/** How many entries are looked at between two steps. */
const ENTRIES_AT_ONCE = 5000;

/** Whether any limit of the period leaves something uncharged. Counts may come added up between the changes of the limit. */
export function* exceedsLimits(limited: LimitedPeriod, asOfSeconds: number): Steps<boolean> {
  const { period, limits } = limited;
  const untilSeconds = Math.min(asOfSeconds, cycleEnd(period.cycle));
  const stretches = limitStretches(period.cycle.startSeconds, untilSeconds, limits).filter(({ terms }) => isLimited(terms));
  if (stretches.length === 0) return false;
  const { nowCents } = yield* otherLinesCents(limited, asOfSeconds);
  const covered = coveredOnly(period);
  for (const { untilSeconds: until, terms } of stretches)
    if ((yield* coveredCostBefore(covered, until)) > coveredAllowance(terms, nowCents)) return true;
  return false;
}

/** The index of the last of instants in order that is at or before another; -1 where all are later. */
const lastAtOrBefore = (instants: readonly number[], atSeconds: number): number => instants.findLastIndex((at) => at <= atSeconds);

/**
 * Merges usage before an instant, whose charge is settled. Of each stretch between edges one sum of counts is left for all projects, and the
 * highest peak of each project.
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
 * A period with the stops of its limits: the longest beginning of the usage that the cap covers, in order, whose charges stay within
 * what the limit leaves to it, is charged, down to the base unit; the rest is not. A raised limit charges what comes after it;
 * what that promises of the bill stands in the domain's README. Entries of counts and peaks are single records, at least in the stretches that a limit exceeds.
 */
export function* limitSteps(limited: LimitedPeriod, asOfSeconds: number): Steps<LimitOutcome> {
  const { limits } = limited;
  const { book, cycle } = limited.period;
  const untilSeconds = Math.min(asOfSeconds, cycleEnd(cycle));
  const { nowCents, endCents } = yield* otherLinesCents(limited, asOfSeconds);
  const covered = coveredOnly({ ...limited.period, stops: [] });
  const unlimitedCents = yield* coveredCostBefore(covered, untilSeconds);
  let { entries } = covered;
  // The same up to the end of a stretch, with what lies before it added up.
  let open: readonly UsageEntry[] = [];
  const stops: Stretch[] = [];
  const capEdges = limited.period.cap.changes.map(({ atSeconds }) => atSeconds);
  const stretches = limitStretches(cycle.startSeconds, untilSeconds, limits);
  const ahead = stretches.length > 1 ? entries.toSorted((a, b) => b.fromSeconds - a.fromSeconds) : [...entries];
  const edges = [...capEdges, ...stretches.map(({ fromSeconds }) => fromSeconds)];
  for (const stretch of stretches) {
    const allowanceCents = coveredAllowance(stretch.terms, nowCents);
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
  // A limit that changes right now has stopped nothing yet.
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
    isReached: isStopped || reaches(terms.bill, nowCents + chargedCents) || reaches(terms.overage, chargedCents),
  };
}
