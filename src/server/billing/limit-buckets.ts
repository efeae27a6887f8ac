import { type LimitOutcome, limitSteps } from '#server/domain/budget/limit-search.ts';
import { type LimitedPeriod, otherLinesCents } from '#server/domain/budget/spending-limit.ts';
import { isInstantMetric, metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { cycleEnd, HOUR_SECONDS } from '#server/domain/periods.ts';
import { MAX_QUANTITY, type UsageEntry } from '#server/domain/usage.ts';
import { type Database, groupedBy } from '#server/database/database.ts';
import { inTurns } from '#server/database/in-pages.ts';
import { loadBuckets, loadRecords } from '#server/store/usage/usage-entries.ts';

/**
 * Counts are added up by the day, and where a limit is reached within one, by the hour, both from the hours that are kept. Of that hour
 * every record is read, added up by the minute and the second as long as they are many, and taken one by one where the limit is reached.
 */
const widths = [86_400, HOUR_SECONDS, 60, 1] as const;

/** So few records are taken one by one at once: to add them up would take longer. */
const fewRecords = 300;

/** Counts between two instants, added up by buckets of a width; single records where there is none. */
interface Stretch {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly level: number;
  readonly entries: readonly UsageEntry[];
  /** What it is made of, where that was read. */
  readonly records?: readonly UsageEntry[];
}

interface Source {
  readonly db: Database;
  readonly organizationId: number;
  readonly metrics: readonly UsageMetric[];
  readonly edges: readonly number[];
  readonly isTogether: boolean;
}

/** Each bucket of whole hours that has usage, by itself: any of them can be read again more finely. */
async function bucketsOf(source: Source, level: 0 | 1, fromSeconds: number, untilSeconds: number): Promise<Stretch[]> {
  const { db, ...range } = source;
  const widthSeconds = widths[level];
  const read = await loadBuckets(db, { ...range, widthSeconds, fromSeconds, untilSeconds });
  const byStart = groupedBy(read, (entry) => entry.fromSeconds);
  return [...byStart].map(([start, entries]) => {
    const bucket = bucketAt(source, widthSeconds, start);
    return { fromSeconds: start, untilSeconds: Math.min(bucket.untilSeconds, untilSeconds), level, entries };
  });
}

/** Records as fewer entries at one instant: counts added up, the highest of peaks. */
function addedUp(records: readonly UsageEntry[], fromSeconds: number): UsageEntry[] {
  const sums = new Map<string, UsageEntry>();
  const parts: UsageEntry[] = [];
  for (const { recordId: _, ...record } of records) {
    const isPeak = metricRules(record.metric).measure === 'peak';
    const key = `${record.metric} ${record.projectRef}`;
    const sum = sums.get(key);
    const entry = { ...record, fromSeconds, untilSeconds: fromSeconds };
    if (!sum) sums.set(key, entry);
    else {
      const quantity = isPeak ? Math.max(sum.quantity, record.quantity) : sum.quantity + record.quantity;
      if (quantity > MAX_QUANTITY) parts.push(entry);
      else sums.set(key, { ...sum, quantity });
    }
  }
  return [...sums.values(), ...parts];
}

/** Where the bucket of an instant begins and ends: at a multiple of its width, or at an edge. */
function bucketAt({ edges }: Pick<Source, 'edges'>, widthSeconds: number, atSeconds: number) {
  const start = Math.floor(atSeconds / widthSeconds) * widthSeconds;
  return {
    fromSeconds: Math.max(start, edges.findLast((edge) => edge <= atSeconds) ?? start),
    untilSeconds: Math.min(start + widthSeconds, edges.find((edge) => edge > atSeconds) ?? Number.POSITIVE_INFINITY),
  };
}

/** Records that were read, by buckets of a level; by themselves below the last. */
function sorted(source: Source, level: number, { fromSeconds, untilSeconds }: Stretch, records: readonly UsageEntry[]): Stretch[] {
  const widthSeconds = widths[level];
  if (widthSeconds === undefined || records.length <= fewRecords)
    return [{ fromSeconds, untilSeconds, level: widths.length, entries: records }];
  const byStart = groupedBy(records, (entry) => bucketAt(source, widthSeconds, entry.fromSeconds).fromSeconds);
  return [...byStart].map(([at, own]) => ({
    ...bucketAt(source, widthSeconds, at),
    level,
    entries: addedUp(own, at),
    records: own,
  }));
}

/** In a bill of lines alone a count belongs to no project. */
const withoutProject = (entry: UsageEntry): UsageEntry =>
  metricRules(entry.metric).measure === 'peak' ? entry : { ...entry, projectRef: '', resourceId: '' };

const isWithin = ({ fromSeconds, untilSeconds }: Stretch, at: number): boolean => at >= fromSeconds && at < untilSeconds;

/** Reads what lies between the stretches of each bucket of a width at once, and gives each stretch its own of it. */
async function readTogether<T extends { readonly fromSeconds: number }>(
  stretches: readonly Stretch[],
  widthSeconds: number,
  read: (fromSeconds: number, untilSeconds: number) => Promise<readonly T[]>,
): Promise<Map<Stretch, T[]>> {
  const found = new Map<Stretch, T[]>();
  for (const within of groupedBy(stretches, ({ fromSeconds }) => Math.floor(fromSeconds / widthSeconds)).values()) {
    const fromSeconds = Math.min(...within.map((stretch) => stretch.fromSeconds));
    const all = await read(fromSeconds, Math.max(...within.map((stretch) => stretch.untilSeconds)));
    for (const stretch of within)
      found.set(
        stretch,
        all.filter((each) => isWithin(stretch, each.fromSeconds)),
      );
  }
  return found;
}

/** The same usage by smaller buckets. */
async function readFiner(source: Source, coarse: readonly Stretch[]): Promise<Stretch[]> {
  const { db, edges: _, isTogether, ...range } = source;
  const ofLevel = (wanted: number): Stretch[] => coarse.filter(({ level }) => level === wanted);
  const hours = await readTogether(ofLevel(0), widths[0], (from, until) => bucketsOf(source, 1, from, until));
  const read = await readTogether(ofLevel(1), widths[1], async (fromSeconds, untilSeconds) => {
    const records = await loadRecords(db, { ...range, fromSeconds, untilSeconds });
    return isTogether ? records.map(withoutProject) : records;
  });
  const finer = [...hours.values()].flat();
  for (const stretch of coarse) {
    const records = stretch.records ?? read.get(stretch);
    if (records) finer.push(...sorted(source, stretch.level + 1, stretch, records));
  }
  return finer;
}

/**
 * How a period stands under its limits. The outcome is the same as with every record by itself: what a limit is reached by lies in one
 * bucket, which is read again more finely until it is one record; all others are before it or after it as a whole.
 * @param isExact what was used in the second of `untilSeconds` is left out; otherwise it comes just before it
 */
export async function limitOutcome(
  db: Database,
  organizationId: number,
  limited: LimitedPeriod,
  untilSeconds: number,
  isExact: boolean,
): Promise<LimitOutcome> {
  const { period, limits } = limited;
  const { book, cycle, cap, entries } = period;
  const edges = [cycle.startSeconds, ...[...cap.changes, ...limits].map(({ atSeconds }) => atSeconds)].sort((a, b) => a - b);
  // What is used in this very second belongs to it, unless something begins with it.
  const endsBefore = isExact || [cycleEnd(cycle), ...edges].includes(untilSeconds);
  const source = { db, organizationId, metrics: [...book.covered].filter(isInstantMetric), edges, isTogether: period.isTogether ?? false };
  const uncounted = entries.filter(({ metric }) => !book.covered.has(metric) || !isInstantMetric(metric));
  const placed = (entry: UsageEntry): UsageEntry => {
    const fromSeconds = Math.min(entry.fromSeconds, untilSeconds - 0.5);
    return { ...entry, fromSeconds, untilSeconds: fromSeconds };
  };
  const others = limited.others ?? (await inTurns(otherLinesCents(limited, untilSeconds)));
  let stretches = await bucketsOf(source, 0, cycle.startSeconds, endsBefore ? untilSeconds : untilSeconds + 1);
  for (;;) {
    const counted = stretches.flatMap((stretch) => stretch.entries.map(placed));
    const outcome = await inTurns(
      limitSteps({ ...limited, others, period: { ...period, entries: [...uncounted, ...counted] } }, untilSeconds),
    );
    const stops = outcome.period.stops ?? [];
    const isReached = ({ level, fromSeconds, untilSeconds: until }: Stretch): boolean =>
      level < widths.length &&
      stops.some((stop) => Math.min(fromSeconds, untilSeconds - 0.5) <= stop.fromSeconds && stop.fromSeconds < until);
    const coarse = stretches.filter(isReached);
    if (coarse.length === 0) return outcome;
    const finer = await readFiner(source, coarse);
    stretches = [...stretches.filter((stretch) => !coarse.includes(stretch)), ...finer];
  }
}
