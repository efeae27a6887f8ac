import { type LimitOutcome, limitSteps } from '#server/domain/budget/limit-search.ts';
import { edgesOf, type LimitedPeriod, otherLinesCents } from '#server/domain/budget/spending-limit.ts';
import { isInstantMetric, type UsageMetric } from '#server/domain/metrics.ts';
import { cycleEnd, HOUR_SECONDS } from '#server/domain/periods.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { type Database, groupedBy } from '#server/database/database.ts';
import { inTurns } from '#server/database/in-pages.ts';
import { loadBuckets, loadFiner } from '#server/store/usage/usage-entries.ts';

/**
 * Counts are added up by the day, and where a limit is reached within one, by the hour, both from the hours that are kept. The database
 * adds up that hour by the minute, and that minute by the second, as long as their records are many; the rest it gives one by one.
 */
const widths = [86_400, HOUR_SECONDS, 60, 1] as const;

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

/** Days or hours. */
async function bucketsOf(source: Source, level: 0 | 1, fromSeconds: number, untilSeconds: number): Promise<Stretch[]> {
  const { db, ...range } = source;
  const entries = await loadBuckets(db, { ...range, widthSeconds: widths[level], fromSeconds, untilSeconds, isTogether: true });
  return stretchesOf(source, level, untilSeconds, entries);
}

const isWithin = ({ fromSeconds, untilSeconds }: Stretch, at: number): boolean => at >= fromSeconds && at < untilSeconds;

/** Stretches of one hour, of one width, by smaller buckets or as their records. */
async function finerOf(source: Source, within: readonly Stretch[], level: number): Promise<Stretch[]> {
  const { db, ...range } = source;
  const widthSeconds = widths[level + 1];
  const read = await loadFiner(db, {
    ...range,
    fromSeconds: Math.min(...within.map(({ fromSeconds }) => fromSeconds)),
    untilSeconds: Math.max(...within.map(({ untilSeconds }) => untilSeconds)),
    starts: within.map(({ fromSeconds }) => fromSeconds),
    isTogether: true,
    coarseSeconds: widths[level] ?? 1,
    widthSeconds: widthSeconds ?? 1,
    few: widthSeconds === undefined ? Number.MAX_SAFE_INTEGER : fewRecords,
  });
  return within.flatMap((stretch) => {
    const entries = read.filter(({ fromSeconds }) => isWithin(stretch, fromSeconds));
    if (entries.every(({ recordId }) => recordId === undefined)) return stretchesOf(source, level + 1, stretch.untilSeconds, entries);
    return [{ ...stretch, level: singleRecords, entries }];
  });
}

/** The same usage by smaller buckets: what lies within one day or hour is read at once. */
async function readFiner(source: Source, coarse: readonly Stretch[]): Promise<Stretch[]> {
  const finer: Stretch[] = [];
  for (const [level, ofLevel] of groupedBy(coarse, (stretch) => stretch.level)) {
    const readSeconds = level === 0 ? widths[0] : widths[1];
    for (const within of groupedBy(ofLevel, ({ fromSeconds }) => Math.floor(fromSeconds / readSeconds)).values()) {
      if (level > 0) finer.push(...(await finerOf(source, within, level)));
      else {
        const fromSeconds = Math.min(...within.map((stretch) => stretch.fromSeconds));
        const hours = await bucketsOf(source, 1, fromSeconds, Math.max(...within.map(({ untilSeconds }) => untilSeconds)));
        finer.push(...hours.filter((hour) => within.some((stretch) => isWithin(stretch, hour.fromSeconds))));
      }
    }
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

/** A width that nothing is cut by. */
const WHOLE_TIME = Number.MAX_SAFE_INTEGER;

/**
 * How a period stands under its limits. The outcome is the same as with every record by itself: what a limit is reached by lies in one
 * bucket, which is read again more finely until it is one record; all others are before it or after it as a whole. Until then counts are
 * those of all projects together, whatever is asked for.
 * @param widthSeconds counts of projects come added up by it
 * @param isExact what was used in the second of `untilSeconds` is left out; otherwise it comes just before it
 */
export async function limitOutcome(
  db: Database,
  organizationId: number,
  limited: LimitedPeriod,
  untilSeconds: number,
  isExact: boolean,
  widthSeconds: number = WHOLE_TIME,
): Promise<LimitOutcome> {
  const { period } = limited;
  const { book, cycle, entries } = period;
  const edges = edgesOf(limited);
  // What is used in this very second belongs to it, unless something begins with it.
  const endsBefore = isExact || [cycleEnd(cycle), ...edges].includes(untilSeconds);
  const source = { db, organizationId, metrics: [...book.covered].filter(isInstantMetric), edges };
  const uncounted = entries.filter(({ metric }) => !book.covered.has(metric) || !isInstantMetric(metric));
  const placed = (entry: UsageEntry): UsageEntry => {
    const fromSeconds = Math.min(entry.fromSeconds, untilSeconds - 0.5);
    return { ...entry, fromSeconds, untilSeconds: fromSeconds };
  };
  const others = limited.others ?? (await inTurns(otherLinesCents(limited, untilSeconds)));
  const times = { fromSeconds: cycle.startSeconds, untilSeconds: endsBefore ? untilSeconds : untilSeconds + 1 };
  let stretches = await bucketsOf(source, 0, times.fromSeconds, times.untilSeconds);
  for (;;) {
    const counted = stretches.flatMap((stretch) => stretch.entries.map(placed));
    const outcome = await inTurns(
      limitSteps({ ...limited, others, period: { ...period, entries: [...uncounted, ...counted] } }, untilSeconds),
    );
    const stops = outcome.period.stops ?? [];
    const isReached = ({ level, fromSeconds, untilSeconds: until }: Stretch): boolean =>
      level < singleRecords &&
      stops.some((stop) => Math.min(fromSeconds, untilSeconds - 0.5) <= stop.fromSeconds && stop.fromSeconds < until);
    const coarse = stretches.filter(isReached);
    if (coarse.length === 0) {
      if (period.isTogether) return outcome;
      const single = stretches.filter(({ level }) => level === singleRecords);
      const records = outcome.period.entries.filter(({ recordId }) => recordId !== undefined);
      const sums = await sumsOfProjects(source, stops, single, { ...times, widthSeconds });
      return { ...outcome, period: { ...outcome.period, entries: [...uncounted, ...sums.map(placed), ...records] } };
    }
    const finer = await readFiner(source, coarse);
    stretches = [...stretches.filter((stretch) => !coarse.includes(stretch)), ...finer];
  }
}
