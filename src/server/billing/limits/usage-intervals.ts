import type { UsageMetric } from '#server/domain/metrics.ts';
import { HOUR_SECONDS, MINUTE_SECONDS, startsWithin } from '#server/domain/periods.ts';
import { addToSum, type UsageEntry } from '#server/domain/usage.ts';
import { type Database, groupedBy } from '#server/database/database.ts';
import { loadBuckets, loadFiner } from '#server/store/usage/usage-entries.ts';

/**
 * Bucket widths in seconds, from coarse to fine. The database stores sums of days, hours and minutes. To split a minute, the platform reads
 * its single records; if it has many records, the platform reads sums of seconds.
 */
const widths = [86_400, HOUR_SECONDS, MINUTE_SECONDS, 1] as const;

const [hourLevel, minuteLevel, secondLevel] = [1, 2, 3];

/** Level of intervals that contain single records: one more than the highest level of `widths`. */
const singleRecords = widths.length;

/** If an interval has at most this number of records, the platform reads single records; otherwise, it reads sums. */
const fewRecords = 300;

export interface UsageInterval {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly level: number;
  readonly entries: readonly UsageEntry[];
}

export interface UsageSource {
  readonly db: Database;
  readonly organizationId: number;
  readonly metrics: readonly UsageMetric[];
  readonly edges: readonly number[];
  readonly isTogether: boolean;
}

/** A bucket starts and ends at a multiple of the width, or at an instant in `edges`. */
function bucketAt({ edges }: Pick<UsageSource, 'edges'>, widthSeconds: number, atSeconds: number) {
  const start = Math.floor(atSeconds / widthSeconds) * widthSeconds;
  return {
    fromSeconds: Math.max(start, edges.findLast((edge) => edge <= atSeconds) ?? start),
    untilSeconds: Math.min(start + widthSeconds, edges.find((edge) => edge > atSeconds) ?? Number.POSITIVE_INFINITY),
  };
}

function intervalsOf(source: UsageSource, level: number, untilSeconds: number, entries: readonly UsageEntry[]): UsageInterval[] {
  const byStart = groupedBy(entries, (entry) => entry.fromSeconds);
  return [...byStart].map(([start, intervalEntries]) => {
    const bucket = bucketAt(source, widths[level] ?? 1, start);
    return { fromSeconds: start, untilSeconds: Math.min(bucket.untilSeconds, untilSeconds), level, entries: intervalEntries };
  });
}

async function readBuckets(source: UsageSource, level: number, fromSeconds: number, untilSeconds: number): Promise<UsageInterval[]> {
  const { db, ...range } = source;
  const byMinute = level === minuteLevel ? startsWithin({ fromSeconds, untilSeconds }, HOUR_SECONDS) : [];
  const entries = await loadBuckets(db, { ...range, widthSeconds: widths[level] ?? 1, fromSeconds, untilSeconds, byMinute });
  return intervalsOf(source, level, untilSeconds, entries);
}

export const readDays = (source: UsageSource, fromSeconds: number, untilSeconds: number): Promise<UsageInterval[]> =>
  readBuckets(source, 0, fromSeconds, untilSeconds);

export const holdsSingleRecords = ({ level }: UsageInterval): boolean => level === singleRecords;

const byTime = (a: UsageInterval, b: UsageInterval): number => a.fromSeconds - b.fromSeconds;

/** Level of an interval that merges several intervals, which may have different widths. */
const ofNeighbours = -1;

function sumsAt(atSeconds: number, entries: readonly UsageEntry[]): UsageEntry[] {
  const sums = new Map<string, UsageEntry>();
  const rest: UsageEntry[] = [];
  for (const entry of entries) {
    const placed = { ...entry, fromSeconds: atSeconds, untilSeconds: atSeconds };
    if (!addToSum(sums, `${entry.projectRef} ${entry.metric}`, placed)) rest.push(placed);
  }
  return [...sums.values(), ...rest];
}

/** Maximum number of reads that merge intervals. After more merges, the search might never end if limits affect each other. */
const mostMerges = 2 * widths.length;

/** Merges adjacent intervals in which no limit is reached, to speed up pricing. Never merges across an instant in `edges`. */
function mergeNeighbours({ edges }: UsageSource, intervals: readonly UsageInterval[], reached: readonly UsageInterval[]): UsageInterval[] {
  const separateIntervals = intervals.filter((interval) => holdsSingleRecords(interval) || reached.includes(interval)).sort(byTime);
  const free = intervals.filter((interval) => !separateIntervals.includes(interval)).sort(byTime);
  const place = ({ fromSeconds }: UsageInterval): string =>
    [edges, separateIntervals.map((interval) => interval.fromSeconds)]
      .map((instants) => instants.findLastIndex((at) => at <= fromSeconds))
      .join(' ');
  return [
    ...separateIntervals,
    ...[...groupedBy(free, place).values()].map((neighbours): UsageInterval => {
      const fromSeconds = Math.min(...neighbours.map((interval) => interval.fromSeconds));
      const untilSeconds = Math.max(...neighbours.map((interval) => interval.untilSeconds));
      const entries = neighbours.flatMap((interval) => interval.entries);
      return { fromSeconds, untilSeconds, level: ofNeighbours, entries: sumsAt(fromSeconds, entries) };
    }),
  ];
}

const isWithin = ({ fromSeconds, untilSeconds }: UsageInterval, at: number): boolean => at >= fromSeconds && at < untilSeconds;

/** Intervals up to this length in seconds are read as records; their sums per minute are not read first. */
const shortSeconds = 5 * MINUTE_SECONDS;

function levelBelow({ level, fromSeconds, untilSeconds }: UsageInterval): number {
  if (level >= secondLevel) return singleRecords;
  const length = untilSeconds - fromSeconds;
  return length <= shortSeconds ? secondLevel : widths.findIndex((width, index) => index > level && width < length);
}

async function readSeconds(source: UsageSource, within: readonly UsageInterval[], level: number): Promise<UsageInterval[]> {
  const { db, ...range } = source;
  const few = level === secondLevel ? Number.MAX_SAFE_INTEGER : fewRecords;
  const read = await loadFiner(db, { ...range, stretches: within.toSorted(byTime), widthSeconds: 1, few });
  return within.flatMap((interval) => {
    const entries = read.filter(({ fromSeconds }) => isWithin(interval, fromSeconds));
    if (entries.every(({ recordId }) => recordId === undefined)) return intervalsOf(source, secondLevel, interval.untilSeconds, entries);
    return [{ ...interval, level: singleRecords, entries }];
  });
}

async function readFinerIntervals(period: UsageSource, coarse: readonly UsageInterval[]): Promise<UsageInterval[]> {
  const finer: UsageInterval[] = [];
  const atOnce = groupedBy(coarse, (interval) => {
    const below = levelBelow(interval);
    return `${interval.level} ${below} ${Math.floor(interval.fromSeconds / (below === hourLevel ? widths[0] : HOUR_SECONDS))}`;
  });
  for (const [first, ...rest] of atOnce.values()) {
    if (!first) continue;
    const within = [first, ...rest];
    const below = levelBelow(first);
    const ends = within.flatMap((interval) => [interval.fromSeconds, interval.untilSeconds]);
    const source = { ...period, edges: [...new Set([...period.edges, ...ends])].sort((a, b) => a - b) };
    if (below >= secondLevel) {
      finer.push(...(await readSeconds(source, within, first.level)));
      continue;
    }
    const fromSeconds = Math.min(...within.map((interval) => interval.fromSeconds));
    const smaller = await readBuckets(source, below, fromSeconds, Math.max(...within.map(({ untilSeconds }) => untilSeconds)));
    finer.push(...smaller.filter((bucket) => within.some((interval) => isWithin(interval, bucket.fromSeconds))));
  }
  return finer;
}

/** Replaces the intervals in which a limit is reached by finer intervals, and merges the other intervals if `mayMerge` is true. */
export async function refineIntervals(
  source: UsageSource,
  intervals: readonly UsageInterval[],
  reached: readonly UsageInterval[],
  { mayMerge, reads }: { readonly mayMerge: boolean; readonly reads: number },
): Promise<UsageInterval[]> {
  const finer = await readFinerIntervals(source, reached);
  const rest = mayMerge && reads < mostMerges ? mergeNeighbours(source, intervals, reached) : intervals;
  return [...rest.filter((interval) => !reached.includes(interval)), ...finer];
}

/** Reads sums per project and bucket. A bucket also ends when a limit stops charges. Omits the intervals in `single`. */
export async function readProjectSums(
  { db, edges, ...range }: UsageSource,
  stops: readonly { fromSeconds: number }[],
  single: readonly UsageInterval[],
  times: { readonly fromSeconds: number; readonly untilSeconds: number; readonly widthSeconds: number },
): Promise<UsageEntry[]> {
  const cuts = [...stops, ...single].map(({ fromSeconds }) => Math.ceil(fromSeconds));
  const between = new Set([...edges, ...cuts, ...single.map(({ untilSeconds }) => untilSeconds)]);
  const sums = await loadBuckets(db, { ...range, ...times, edges: [...between].sort((a, b) => a - b), isTogether: false });
  return sums.filter(({ fromSeconds }) => !single.some((interval) => isWithin(interval, fromSeconds)));
}
