/** Finds the usage that spending limits leave uncharged. Usage is charged in order of time and record id until a limit is reached. */
import type { Steps } from '#lib/steps.ts';
import { isInstantMetric, metricRules } from '#server/domain/metrics.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { cycleEnd, type Stretch } from '#server/domain/periods.ts';
import { metricOfPart, partKey } from '#server/domain/budget/limit-scopes.ts';
import { findStop, withSeparateEntries } from './limit-stop.ts';
import { type PartState, type Walk, walkLimits } from './limit-walk.ts';
import {
  coveredAllowance,
  coveredCents,
  coveredCostBefore,
  coveredOnly,
  hasPartLimits,
  hasProjectLimits,
  isLimited,
  limitAt,
  type LimitedPeriod,
  limitStretches,
  meterCovered,
  otherLinesCents,
} from './spending-limit.ts';
import { addToSum, type UsageEntry } from '#server/domain/usage.ts';

export type LimitOutcome = {
  /** `stops` contains the time ranges in which a limit is reached. If a limit is reached during a record, the record is split in two. */
  period: BillingPeriod;
  /** Cost of usage covered by the cap, in cents: `chargedCents` under the limits, `unlimitedCents` without limits. */
  chargedCents: number;
  unlimitedCents: number;
  /** Cost of lines that limits do not cover: now, and at the end of the cycle if running resources keep running. */
  othersCents: number;
  othersAtEndCents: number;
  isReached: boolean;
  parts: readonly PartState[];
  /**
   * Cents charged per counted metric on the UTC day in which the period ends. Includes charges of earlier periods on that day. Empty if
   * there is no daily limit, or if the period ends at midnight.
   */
  lastDay: ReadonlyMap<string, number>;
};

const ENTRIES_AT_ONCE = 5000;

/** Returns whether limits on projects or metrics may be exceeded. With a project limit or daily limit, any charged usage is enough. */
function* mayExceedParts({ limits, earlierParts }: LimitedPeriod, covered: BillingPeriod, untilSeconds: number): Steps<boolean> {
  if (!hasPartLimits(limits)) return false;
  const { groups, segments } = yield* meterCovered(covered, untilSeconds, []);
  const charged = segments.map(({ capOn }) => !capOn);
  const chargedCents = coveredCents(covered, groups, charged);
  if (chargedCents > 0 && hasProjectLimits(limits)) return true;
  return limits.some(({ parts = [] }) =>
    parts.some((part) => {
      const metric = metricOfPart(part.scope);
      const ofPart = metric === null ? groups : groups.filter(({ rules }) => rules.metric === metric);
      const cents = coveredCents(covered, ofPart, charged);
      return part.window === 'day' ? cents > 0 : cents + (earlierParts?.get(partKey(part)) ?? 0) > part.amountCents;
    }),
  );
}

/** Returns whether usage may exceed a limit. Counts may be single records, or sums for each interval between two limit changes. */
export function* exceedsLimits(limited: LimitedPeriod, asOfSeconds: number): Steps<boolean> {
  const { period, limits, earlierCents } = limited;
  const untilSeconds = Math.min(asOfSeconds, cycleEnd(period.cycle));
  const stretches = limitStretches(period.cycle.startSeconds, untilSeconds, limits).filter(({ terms }) => isLimited(terms));
  if (stretches.length === 0) return false;
  const { nowCents } = yield* otherLinesCents(limited, asOfSeconds);
  const covered = coveredOnly(period);
  if (yield* mayExceedParts(limited, covered, untilSeconds)) return true;
  for (const { untilSeconds: until, terms } of stretches)
    if ((yield* coveredCostBefore(covered, until)) > coveredAllowance(terms, nowCents, earlierCents)) return true;
  return false;
}

/** Index of the last instant in a sorted list that is not after `atSeconds`; -1 if all instants are later. */
function lastAtOrBefore(instants: readonly number[], atSeconds: number): number {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[middle] ?? 0) <= atSeconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Merges usage before `beforeSeconds`, because its charge is final. For each interval between two `edges`, keeps the sum of the counts of
 * all projects, and the highest peak of each project.
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
 * Charges covered usage in order until a limit is reached, exact to the base unit.
 * @param limited must contain single records for count and peak metrics, at least while a limit is exceeded
 */
export function* limitSteps(limited: LimitedPeriod, asOfSeconds: number): Steps<LimitOutcome> {
  const { limits, earlierCents } = limited;
  const { book, cycle } = limited.period;
  const untilSeconds = Math.min(asOfSeconds, cycleEnd(cycle));
  const { nowCents, endCents } = yield* otherLinesCents(limited, asOfSeconds);
  const covered = coveredOnly({ ...limited.period, stops: [], partStops: undefined });
  const unlimitedCents = yield* coveredCostBefore(covered, untilSeconds);
  const search = hasPartLimits(limits)
    ? yield* walkLimits(limited, covered, nowCents, untilSeconds)
    : yield* searchStops(limited, covered, { untilSeconds, nowCents, unlimitedCents });
  const { stops, entries, chargedCents, isStopped, partStops, parts = [], lastDay = new Map<string, number>() } = search;
  const others = limited.period.entries.filter(({ metric }) => !book.covered.has(metric));
  const isChanged = stops.length > 0 || (partStops && partStops.stops.length + partStops.cuts.length > 0);
  // If a limit changes exactly at `untilSeconds`, `isStopped` still follows the old limits, so `isReached` ignores `isStopped`.
  const terms = limitAt(limits, Math.min(asOfSeconds, cycleEnd(cycle) - 1));
  const hasJustChanged = limits.some((change) => change.atSeconds === untilSeconds);
  const reaches = (limitCents: number | null, sumCents: number): boolean => limitCents !== null && limitCents > 0 && sumCents >= limitCents;
  return {
    period: isChanged ? { ...limited.period, entries: [...others, ...entries], stops, partStops } : limited.period,
    chargedCents,
    unlimitedCents,
    othersCents: nowCents,
    othersAtEndCents: endCents,
    isReached:
      (isStopped && !hasJustChanged) || reaches(terms.bill, nowCents + chargedCents) || reaches(terms.overage, earlierCents + chargedCents),
    parts,
    lastDay,
  };
}

type Found = Pick<Walk, 'stops' | 'entries' | 'chargedCents' | 'isStopped'> & Partial<Walk>;

/** Finds the time ranges in which a limit on the whole organization is reached, without checking each record. */
function* searchStops(
  { period, limits, earlierCents }: LimitedPeriod,
  covered: BillingPeriod,
  { untilSeconds, nowCents, unlimitedCents }: { untilSeconds: number; nowCents: number; unlimitedCents: number },
): Steps<Found> {
  const { cycle } = period;
  let entries: UsageEntry[] = [...covered.entries];
  // Usage to which limits apply, up to the end of the current stretch. Entries before this stretch are merged.
  let open: readonly UsageEntry[] = [];
  const stops: Stretch[] = [];
  const capEdges = period.cap.changes.map(({ atSeconds }) => atSeconds);
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
    entries = [...withSeparateEntries(entries, stop)];
    open = withSeparateEntries(open, stop);
    stops.push({ fromSeconds: stop.fromSeconds, untilSeconds: stretch.untilSeconds });
  }
  const chargedCents = stops.length > 0 ? yield* coveredCostBefore({ ...covered, entries, stops }, untilSeconds) : unlimitedCents;
  return { stops, entries, chargedCents, isStopped: stops.at(-1)?.untilSeconds === untilSeconds };
}
