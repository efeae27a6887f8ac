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
 * every record is read, added up by the second, and taken one by one in the second in which the limit is reached.
 */
const widths = [86_400, HOUR_SECONDS, 1] as const;

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
    const next = (Math.floor(start / widthSeconds) + 1) * widthSeconds;
    const edge = source.edges.find((at) => at > start) ?? Number.POSITIVE_INFINITY;
    return { fromSeconds: start, untilSeconds: Math.min(next, edge, untilSeconds), level, entries };
  });
}

/** Records of one second as fewer entries: counts added up, the highest of peaks. */
function addedUp(records: readonly UsageEntry[], isTogether: boolean): UsageEntry[] {
  const sums = new Map<string, UsageEntry>();
  const parts: UsageEntry[] = [];
  for (const { recordId: _, ...record } of records) {
    const isPeak = metricRules(record.metric).measure === 'peak';
    const projectRef = isTogether && !isPeak ? '' : record.projectRef;
    const key = `${record.metric} ${projectRef}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, { ...record, projectRef, resourceId: projectRef });
    else {
      const quantity = isPeak ? Math.max(sum.quantity, record.quantity) : sum.quantity + record.quantity;
      if (quantity > MAX_QUANTITY) parts.push({ ...record, projectRef, resourceId: projectRef });
      else sums.set(key, { ...sum, quantity });
    }
  }
  return [...sums.values(), ...parts];
}

/** The seconds of stretches that lie in hours, each by itself; the records of an hour are read once. */
async function secondsOf({ db, isTogether, edges: _, ...range }: Source, stretches: readonly Stretch[]): Promise<Stretch[]> {
  const found: Stretch[] = [];
  for (const within of groupedBy(stretches, ({ fromSeconds }) => Math.floor(fromSeconds / HOUR_SECONDS)).values()) {
    const fromSeconds = Math.min(...within.map((stretch) => stretch.fromSeconds));
    const untilSeconds = Math.max(...within.map((stretch) => stretch.untilSeconds));
    const read = await loadRecords(db, { ...range, fromSeconds, untilSeconds });
    for (const [at, records] of groupedBy(read, (entry) => entry.fromSeconds))
      if (within.some((stretch) => at >= stretch.fromSeconds && at < stretch.untilSeconds))
        found.push({ fromSeconds: at, untilSeconds: at + 1, level: 2, entries: addedUp(records, isTogether), records });
  }
  return found;
}

/** The same usage by smaller buckets. */
async function readFiner(source: Source, coarse: readonly Stretch[]): Promise<Stretch[]> {
  const ofLevel = (wanted: number): Stretch[] => coarse.filter(({ level }) => level === wanted);
  const finer = ofLevel(2).map((stretch) => ({ ...stretch, level: 3, entries: stretch.records ?? stretch.entries }));
  for (const { fromSeconds, untilSeconds } of ofLevel(0)) finer.push(...(await bucketsOf(source, 1, fromSeconds, untilSeconds)));
  return [...finer, ...(await secondsOf(source, ofLevel(1)))];
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
    const outcome = await inTurns(limitSteps({ ...limited, others, period: { ...period, entries: [...uncounted, ...counted] } }, untilSeconds));
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
