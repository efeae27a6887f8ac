import { type LimitOutcome, limitSteps } from '#server/domain/budget/limit-search.ts';
import { edgesOf, hasProjectLimits, type LimitedPeriod, type OtherLines, otherLinesCents } from '#server/domain/budget/spending-limit.ts';
import { isInstantMetric } from '#server/domain/metrics.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import type { Database } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { holdsSingleRecords, readDays, readProjectSums, refineIntervals, type UsageInterval, type UsageSource } from './usage-intervals.ts';

/** Up to this number of projects, the search reads usage per project. With more projects, it first reads sums over all projects. */
const fewProjects = 20;

interface Reading {
  /** If true, excludes usage in the second that begins at `untilSeconds`. If false, counts this usage as if it occurred just before. */
  readonly isExact: boolean;
  /** Maximum width of a bucket in seconds, for sums per project. Absent if the caller needs only the times at which limits stop charges. */
  readonly widthSeconds?: number;
  /** By default `fewProjects`. */
  readonly projectsApart?: number;
}

interface LimitSearch {
  readonly limited: LimitedPeriod & { readonly others: OtherLines };
  readonly untilSeconds: number;
  readonly source: UsageSource;
  readonly range: { readonly fromSeconds: number; readonly untilSeconds: number };
  /** Usage that was loaded before the search: usage that limits do not cover, and usage with a duration. The buckets do not contain it. */
  readonly uncounted: readonly UsageEntry[];
}

/** The search excludes usage at or after `untilSeconds`. Such usage is therefore moved to half a second before `untilSeconds`. */
function placeBefore(entry: UsageEntry, untilSeconds: number): UsageEntry {
  const fromSeconds = Math.min(entry.fromSeconds, untilSeconds - 0.5);
  return { ...entry, fromSeconds, untilSeconds: fromSeconds };
}

async function prepareSearch(
  db: Database,
  organizationId: number,
  limited: LimitedPeriod,
  untilSeconds: number,
  { isExact, projectsApart = fewProjects }: Reading,
): Promise<LimitSearch> {
  const { book, cycle, entries, isTogether: areAllTogether } = limited.period;
  const edges = edgesOf(limited);
  // Usage of the current second is included, unless the cycle ends, the cap changes or a limit changes at the start of this second.
  const endsBefore = isExact || [cycleEnd(cycle), ...edges].includes(untilSeconds);
  const isTogether =
    !hasProjectLimits(limited.limits) &&
    (areAllTogether === true || new Set(entries.map(({ projectRef }) => projectRef)).size > projectsApart);
  return {
    limited: { ...limited, others: limited.others ?? (await runSteps(otherLinesCents(limited, untilSeconds))) },
    untilSeconds,
    source: { db, organizationId, metrics: [...book.covered].filter(isInstantMetric), edges, isTogether },
    range: { fromSeconds: cycle.startSeconds, untilSeconds: endsBefore ? untilSeconds : untilSeconds + 1 },
    uncounted: entries.filter(({ metric }) => !book.covered.has(metric) || !isInstantMetric(metric)),
  };
}

function priceIntervals({ limited, untilSeconds, uncounted }: LimitSearch, intervals: readonly UsageInterval[]): Promise<LimitOutcome> {
  const counted = intervals.flatMap(({ entries }) => entries.map((entry) => placeBefore(entry, untilSeconds)));
  return runSteps(limitSteps({ ...limited, period: { ...limited.period, entries: [...uncounted, ...counted] } }, untilSeconds));
}

function intervalsToRefine(intervals: readonly UsageInterval[], { period }: LimitOutcome, untilSeconds: number): UsageInterval[] {
  const { stops = [], cuts = [] } = period.partStops ?? {};
  const instants = [...[...(period.stops ?? []), ...stops].map(({ fromSeconds }) => fromSeconds), ...cuts];
  const reaches = (interval: UsageInterval): boolean =>
    instants.some((at) => Math.min(interval.fromSeconds, untilSeconds - 0.5) <= at && at < interval.untilSeconds);
  return intervals.filter((interval) => !holdsSingleRecords(interval) && reaches(interval));
}

/** Replaces sums over all projects by sums per project. When a limit stops charges, a new sum begins. */
async function separateProjects(
  { source, range, uncounted, untilSeconds }: LimitSearch,
  intervals: readonly UsageInterval[],
  outcome: LimitOutcome,
  widthSeconds: number,
): Promise<LimitOutcome> {
  const { period } = outcome;
  const records = period.entries.filter(({ recordId }) => recordId !== undefined);
  const stops = [...(period.stops ?? []), ...(period.partStops?.stops ?? [])];
  const sums = await readProjectSums(source, stops, intervals.filter(holdsSingleRecords), { ...range, widthSeconds });
  return { ...outcome, period: { ...period, entries: [...uncounted, ...sums.map((sum) => placeBefore(sum, untilSeconds)), ...records] } };
}

/** Finds the times at which limits are reached. Reads usage in finer steps only for an interval in which a limit is reached. */
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
