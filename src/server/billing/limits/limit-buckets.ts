import { type LimitOutcome, limitSteps } from '#server/domain/budget/limit-search.ts';
import { edgesOf, type LimitedPeriod, otherLinesCents } from '#server/domain/budget/spending-limit.ts';
import { isInstantMetric, type UsageMetric } from '#server/domain/metrics.ts';
import { cycleEnd, HOUR_SECONDS, MINUTE_SECONDS, startsWithin } from '#server/domain/periods.ts';
import { addToSum, type UsageEntry } from '#server/domain/usage.ts';
import { type Database, groupedBy } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { loadBuckets, loadFiner } from '#server/store/usage/usage-entries.ts';

/**
 * Counts are added up by the day, where a limit is reached within one by the hour, and that hour by the minute: all from sums that are kept.
 * The minute comes record by record; the database adds it up by the second where its records are many.
 */
const widths = [86_400, HOUR_SECONDS, MINUTE_SECONDS, 1] as const;

const [hourLevel, minuteLevel, secondLevel] = [1, 2, 3];

/** Of single records, which lie below the last width. */
const singleRecords = widths.length;

/** So few records of a stretch are taken one by one at once. */
const fewRecords = 300;

/** Counts between two instants, added up by buckets of a width, or single records. */
interface Stretch {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly level: number;
  readonly entries: readonly UsageEntry[];
}

interface Source {
  readonly db: Database;
  readonly organizationId: number;
  readonly metrics: readonly UsageMetric[];
  readonly edges: readonly number[];
  readonly isTogether: boolean;
}

/** Where the bucket of an instant begins and ends: at a multiple of its width, or at an edge. */
function bucketAt({ edges }: Pick<Source, 'edges'>, widthSeconds: number, atSeconds: number) {
  const start = Math.floor(atSeconds / widthSeconds) * widthSeconds;
  return {
    fromSeconds: Math.max(start, edges.findLast((edge) => edge <= atSeconds) ?? start),
    untilSeconds: Math.min(start + widthSeconds, edges.find((edge) => edge > atSeconds) ?? Number.POSITIVE_INFINITY),
  };
}

/** Each bucket of a width that has usage, by itself: any of them can be read again more finely. */
function stretchesOf(source: Source, level: number, untilSeconds: number, entries: readonly UsageEntry[]): Stretch[] {
  const byStart = groupedBy(entries, (entry) => entry.fromSeconds);
  return [...byStart].map(([start, own]) => {
    const bucket = bucketAt(source, widths[level] ?? 1, start);
    return { fromSeconds: start, untilSeconds: Math.min(bucket.untilSeconds, untilSeconds), level, entries: own };
  });
}

/** Days, hours, or the minutes of an hour. */
async function bucketsOf(source: Source, level: number, fromSeconds: number, untilSeconds: number): Promise<Stretch[]> {
  const { db, ...range } = source;
  const byMinute = level === minuteLevel ? startsWithin({ fromSeconds, untilSeconds }, HOUR_SECONDS) : [];
  const entries = await loadBuckets(db, { ...range, widthSeconds: widths[level] ?? 1, fromSeconds, untilSeconds, byMinute });
  return stretchesOf(source, level, untilSeconds, entries);
}

const byTime = (a: Stretch, b: Stretch): number => a.fromSeconds - b.fromSeconds;

/** Of neighbours that were read in different widths. */
const ofNeighbours = -1;

/** Sums of counts, and the highest of peaks, at the instant of a stretch. */
function sumsAt(atSeconds: number, entries: readonly UsageEntry[]): UsageEntry[] {
  const sums = new Map<string, UsageEntry>();
  const rest: UsageEntry[] = [];
  for (const entry of entries) {
    const placed = { ...entry, fromSeconds: atSeconds, untilSeconds: atSeconds };
    if (!addToSum(sums, `${entry.projectRef} ${entry.metric}`, placed)) rest.push(placed);
  }
  return [...sums.values(), ...rest];
}

/** After so many reads nothing is joined any more, so that the search comes to an end wherever limits move each other. */
const mostJoins = 2 * widths.length;

/** Neighbours between edges in which no limit is reached, each as one: whatever follows is faster with fewer entries. */
function joined({ edges }: Source, stretches: readonly Stretch[], reached: readonly Stretch[]): Stretch[] {
  const separateStretches = stretches.filter((stretch) => stretch.level === singleRecords || reached.includes(stretch)).sort(byTime);
  const free = stretches.filter((stretch) => !separateStretches.includes(stretch)).sort(byTime);
  const place = ({ fromSeconds }: Stretch): string =>
    [edges, separateStretches.map((stretch) => stretch.fromSeconds)]
      .map((instants) => instants.findLastIndex((at) => at <= fromSeconds))
      .join(' ');
  return [
    ...separateStretches,
    ...[...groupedBy(free, place).values()].map((own): Stretch => {
      const fromSeconds = Math.min(...own.map((stretch) => stretch.fromSeconds));
      const untilSeconds = Math.max(...own.map((stretch) => stretch.untilSeconds));
      const entries = own.flatMap((stretch) => stretch.entries);
      return { fromSeconds, untilSeconds, level: ofNeighbours, entries: sumsAt(fromSeconds, entries) };
    }),
  ];
}

const isWithin = ({ fromSeconds, untilSeconds }: Stretch, at: number): boolean => at >= fromSeconds && at < untilSeconds;

/** So short a stretch is read by its records at once: minutes of it would have to be read once more. */
const shortSeconds = 5 * MINUTE_SECONDS;

/** How finely a stretch is read next. */
function levelBelow({ level, fromSeconds, untilSeconds }: Stretch): number {
  if (level >= secondLevel) return singleRecords;
  const length = untilSeconds - fromSeconds;
  return length <= shortSeconds ? secondLevel : widths.findIndex((width, index) => index > level && width < length);
}

/** Stretches of one hour and one level, each a few minutes at most, by the second or as their records. */
async function secondsOf(source: Source, within: readonly Stretch[], level: number): Promise<Stretch[]> {
  const { db, ...range } = source;
  const few = level === secondLevel ? Number.MAX_SAFE_INTEGER : fewRecords;
  const read = await loadFiner(db, { ...range, stretches: within.toSorted(byTime), widthSeconds: 1, few });
  return within.flatMap((stretch) => {
    const entries = read.filter(({ fromSeconds }) => isWithin(stretch, fromSeconds));
    if (entries.every(({ recordId }) => recordId === undefined)) return stretchesOf(source, secondLevel, stretch.untilSeconds, entries);
    return [{ ...stretch, level: singleRecords, entries }];
  });
}

/** The same usage by smaller buckets: what lies within one day or hour is read at once. */
async function readFiner(period: Source, coarse: readonly Stretch[]): Promise<Stretch[]> {
  const finer: Stretch[] = [];
  const atOnce = groupedBy(coarse, (stretch) => {
    const below = levelBelow(stretch);
    return `${stretch.level} ${below} ${Math.floor(stretch.fromSeconds / (below === hourLevel ? widths[0] : HOUR_SECONDS))}`;
  });
  for (const [first, ...rest] of atOnce.values()) {
    if (!first) continue;
    const within = [first, ...rest];
    const below = levelBelow(first);
    const ends = within.flatMap((stretch) => [stretch.fromSeconds, stretch.untilSeconds]);
    const source = { ...period, edges: [...new Set([...period.edges, ...ends])].sort((a, b) => a - b) };
    if (below >= secondLevel) {
      finer.push(...(await secondsOf(source, within, first.level)));
      continue;
    }
    const fromSeconds = Math.min(...within.map((stretch) => stretch.fromSeconds));
    const smaller = await bucketsOf(source, below, fromSeconds, Math.max(...within.map(({ untilSeconds }) => untilSeconds)));
    finer.push(...smaller.filter((bucket) => within.some((stretch) => isWithin(stretch, bucket.fromSeconds))));
  }
  return finer;
}

/** The counts of each project, added up by a width and between the stops of limits, but for the stretches of single records. */
async function sumsOfProjects(
  { db, edges, ...range }: Source,
  stops: readonly { fromSeconds: number }[],
  single: readonly Stretch[],
  times: { readonly fromSeconds: number; readonly untilSeconds: number; readonly widthSeconds: number },
): Promise<UsageEntry[]> {
  const cuts = [...stops, ...single].map(({ fromSeconds }) => Math.ceil(fromSeconds));
  const between = new Set([...edges, ...cuts, ...single.map(({ untilSeconds }) => untilSeconds)]);
  const sums = await loadBuckets(db, { ...range, ...times, edges: [...between].sort((a, b) => a - b), isTogether: false });
  return sums.filter(({ fromSeconds }) => !single.some((stretch) => isWithin(stretch, fromSeconds)));
}

/** With more projects than this, it takes less to read what each of them had when it is known where the limits stop. */
const fewProjects = 20;

interface Reading {
  /** What was used in the second of the end is left out; otherwise it comes just before it. */
  readonly isExact: boolean;
  /** Counts of projects come added up by this at most; absent where only the stops matter. */
  readonly widthSeconds?: number;
  /** So many projects are kept apart from the beginning. */
  readonly projectsApart?: number;
}

/**
 * How a period stands under its limits. The outcome is the same as with every record by itself: what a limit is reached by lies in one
 * bucket, which is read again more finely until it is one record; all others are before it or after it as a whole. Until then the counts of
 * many projects are those of all of them together, whatever is asked for.
 */
export async function limitOutcome(
  db: Database,
  organizationId: number,
  limited: LimitedPeriod,
  untilSeconds: number,
  { isExact, widthSeconds = Number.MAX_SAFE_INTEGER, projectsApart = fewProjects }: Reading,
): Promise<LimitOutcome> {
  const { period } = limited;
  const { book, cycle, entries } = period;
  const edges = edgesOf(limited);
  // What is used in this very second belongs to it, unless something begins with it.
  const endsBefore = isExact || [cycleEnd(cycle), ...edges].includes(untilSeconds);
  const isTogether = period.isTogether === true || new Set(entries.map(({ projectRef }) => projectRef)).size > projectsApart;
  const source = { db, organizationId, metrics: [...book.covered].filter(isInstantMetric), edges, isTogether };
  const uncounted = entries.filter(({ metric }) => !book.covered.has(metric) || !isInstantMetric(metric));
  const placed = (entry: UsageEntry): UsageEntry => {
    const fromSeconds = Math.min(entry.fromSeconds, untilSeconds - 0.5);
    return { ...entry, fromSeconds, untilSeconds: fromSeconds };
  };
  const others = limited.others ?? (await runSteps(otherLinesCents(limited, untilSeconds)));
  const times = { fromSeconds: cycle.startSeconds, untilSeconds: endsBefore ? untilSeconds : untilSeconds + 1 };
  let stretches = await bucketsOf(source, 0, times.fromSeconds, times.untilSeconds);
  for (let reads = 0; ; reads += 1) {
    const counted = stretches.flatMap((stretch) => stretch.entries.map(placed));
    const outcome = await runSteps(
      limitSteps({ ...limited, others, period: { ...period, entries: [...uncounted, ...counted] } }, untilSeconds),
    );
    const stops = outcome.period.stops ?? [];
    const isReached = ({ level, fromSeconds, untilSeconds: until }: Stretch): boolean =>
      level < singleRecords &&
      stops.some((stop) => Math.min(fromSeconds, untilSeconds - 0.5) <= stop.fromSeconds && stop.fromSeconds < until);
    const coarse = stretches.filter(isReached);
    if (coarse.length === 0) {
      if (period.isTogether || !isTogether) return outcome;
      const single = stretches.filter(({ level }) => level === singleRecords);
      const records = outcome.period.entries.filter(({ recordId }) => recordId !== undefined);
      const sums = await sumsOfProjects(source, stops, single, { ...times, widthSeconds });
      return { ...outcome, period: { ...outcome.period, entries: [...uncounted, ...sums.map(placed), ...records] } };
    }
    const finer = await readFiner(source, coarse);
    const joins = widthSeconds === Number.MAX_SAFE_INTEGER && reads < mostJoins;
    const rest = joins ? joined(source, stretches, coarse) : stretches;
    stretches = [...rest.filter((stretch) => !coarse.includes(stretch)), ...finer];
  }
}
