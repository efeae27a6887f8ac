import { type LimitOutcome, limitSteps } from '#server/domain/budget/limit-search.ts';
import { edgesOf, type LimitedPeriod, type OtherLines, otherLinesCents } from '#server/domain/budget/spending-limit.ts';
import { isInstantMetric } from '#server/domain/metrics.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import type { Database } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { holdsSingleRecords, readDays, readProjectSums, refineIntervals, type UsageInterval, type UsageSource } from './usage-intervals.ts';

/** With more projects than this, reading the usage of each project takes less once the stops are known. */
const fewProjects = 20;

interface Reading {
  /** Usage in the second of the end is left out; otherwise it is placed just before the end. */
  readonly isExact: boolean;
  /** Counts of projects come added up by this at most; absent if only the stops matter. */
  readonly widthSeconds?: number;
  /** Number of projects that are kept apart from the beginning. */
  readonly projectsApart?: number;
}

/** A period, its limits, and how its usage is read. */
interface LimitSearch {
  readonly limited: LimitedPeriod & { readonly others: OtherLines };
  readonly untilSeconds: number;
  readonly source: UsageSource;
  readonly range: { readonly fromSeconds: number; readonly untilSeconds: number };
  /** Entries that no limit stops, or that are not counts. */
  readonly uncounted: readonly UsageEntry[];
}

/** Places an entry before the end of the search, because a limit is searched up to it. */
function placeBefore(entry: UsageEntry, untilSeconds: number): UsageEntry {
  const fromSeconds = Math.min(entry.fromSeconds, untilSeconds - 0.5);
  return { ...entry, fromSeconds, untilSeconds: fromSeconds };
}

/** Decides what is read of a period, and prices the lines that no limit covers. */
async function prepareSearch(
  db: Database,
  organizationId: number,
  limited: LimitedPeriod,
  untilSeconds: number,
  { isExact, projectsApart = fewProjects }: Reading,
): Promise<LimitSearch> {
  const { book, cycle, entries, isTogether: areAllTogether } = limited.period;
  const edges = edgesOf(limited);
  // Usage of this very second belongs to the period, unless something begins with it.
  const endsBefore = isExact || [cycleEnd(cycle), ...edges].includes(untilSeconds);
  const isTogether = areAllTogether === true || new Set(entries.map(({ projectRef }) => projectRef)).size > projectsApart;
  return {
    limited: { ...limited, others: limited.others ?? (await runSteps(otherLinesCents(limited, untilSeconds))) },
    untilSeconds,
    source: { db, organizationId, metrics: [...book.covered].filter(isInstantMetric), edges, isTogether },
    range: { fromSeconds: cycle.startSeconds, untilSeconds: endsBefore ? untilSeconds : untilSeconds + 1 },
    uncounted: entries.filter(({ metric }) => !book.covered.has(metric) || !isInstantMetric(metric)),
  };
}

/** Prices a period under its limits, with its counts as the intervals hold them. */
function priceIntervals({ limited, untilSeconds, uncounted }: LimitSearch, intervals: readonly UsageInterval[]): Promise<LimitOutcome> {
  const counted = intervals.flatMap(({ entries }) => entries.map((entry) => placeBefore(entry, untilSeconds)));
  return runSteps(limitSteps({ ...limited, period: { ...limited.period, entries: [...uncounted, ...counted] } }, untilSeconds));
}

/** The intervals in which a limit is reached and that can be read more finely. None is left at the end of a search. */
function intervalsToRefine(intervals: readonly UsageInterval[], { period }: LimitOutcome, untilSeconds: number): UsageInterval[] {
  const reaches = (interval: UsageInterval): boolean =>
    (period.stops ?? []).some(
      (stop) => Math.min(interval.fromSeconds, untilSeconds - 0.5) <= stop.fromSeconds && stop.fromSeconds < interval.untilSeconds,
    );
  return intervals.filter((interval) => !holdsSingleRecords(interval) && reaches(interval));
}

/** Replaces the counts of all projects together by those of each project, between the stops that were found. */
async function separateProjects(
  { source, range, uncounted, untilSeconds }: LimitSearch,
  intervals: readonly UsageInterval[],
  outcome: LimitOutcome,
  widthSeconds: number,
): Promise<LimitOutcome> {
  const { period } = outcome;
  const records = period.entries.filter(({ recordId }) => recordId !== undefined);
  const sums = await readProjectSums(source, period.stops ?? [], intervals.filter(holdsSingleRecords), { ...range, widthSeconds });
  return { ...outcome, period: { ...period, entries: [...uncounted, ...sums.map((sum) => placeBefore(sum, untilSeconds)), ...records] } };
}

/**
 * How a period stands under its limits. The outcome is the same as with every record by itself: the record that reaches a limit lies in one
 * bucket, which is read again more finely until it is one record; all others are before it or after it as a whole. Until then the counts of
 * many projects are those of all of them together. The README of the domain has a drawing.
 */
export async function limitOutcome(
  db: Database,
  organizationId: number,
  limited: LimitedPeriod,
  untilSeconds: number,
  reading: Reading,
): Promise<LimitOutcome> {
  const { widthSeconds = Number.MAX_SAFE_INTEGER } = reading;
  const search = await prepareSearch(db, organizationId, limited, untilSeconds, reading);
  const { source, range } = search;
  const mayMerge = widthSeconds === Number.MAX_SAFE_INTEGER;
  let intervals = await readDays(source, range.fromSeconds, range.untilSeconds);
  for (let reads = 0; ; reads += 1) {
    const outcome = await priceIntervals(search, intervals);
    const reached = intervalsToRefine(intervals, outcome, untilSeconds);
    if (reached.length > 0) intervals = await refineIntervals(source, intervals, reached, { mayMerge, reads });
    else if (limited.period.isTogether || !source.isTogether) return outcome;
    else return separateProjects(search, intervals, outcome, widthSeconds);
  }
}
