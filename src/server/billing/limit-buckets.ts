import { type LimitOutcome, limitSteps } from '#server/domain/budget/limit-search.ts';
import type { LimitedPeriod } from '#server/domain/budget/spending-limit.ts';
import { isInstantMetric, type UsageMetric } from '#server/domain/metrics.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { type Database, groupedBy } from '#server/database/database.ts';
import { inTurns } from '#server/database/in-pages.ts';
import { loadBuckets, loadRecords } from '#server/store/usage/usage-entries.ts';

/** Counts are added up by the day, and where a limit is reached within one, by the hour; within that hour they are single records. */
const widths = [86_400, 3600] as const;

/** Counts between two instants, added up by buckets of a width; single records where there is none. */
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

/** Each bucket of a width that has usage, by itself: any of them can be read again more finely. */
async function bucketsOf(source: Source, level: number, fromSeconds: number, untilSeconds: number): Promise<Stretch[]> {
  const { db, edges, ...range } = source;
  const widthSeconds = widths[level];
  if (widthSeconds === undefined)
    return [{ fromSeconds, untilSeconds, level, entries: await loadRecords(db, { ...range, fromSeconds, untilSeconds }) }];
  const read = await loadBuckets(db, { ...range, edges, widthSeconds, fromSeconds, untilSeconds });
  const byStart = groupedBy(read, (entry) => entry.fromSeconds);
  return [...byStart].map(([start, entries]) => {
    const next = (Math.floor(start / widthSeconds) + 1) * widthSeconds;
    const edge = edges.find((at) => at > start) ?? Number.POSITIVE_INFINITY;
    return { fromSeconds: start, untilSeconds: Math.min(next, edge, untilSeconds), level, entries };
  });
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
  const source = { db, organizationId, metrics: [...book.covered].filter(isInstantMetric), edges };
  const others = entries.filter(({ metric }) => !book.covered.has(metric) || !isInstantMetric(metric));
  const placed = (entry: UsageEntry): UsageEntry => {
    const fromSeconds = Math.min(entry.fromSeconds, untilSeconds - 0.5);
    return { ...entry, fromSeconds, untilSeconds: fromSeconds };
  };
  let stretches = await bucketsOf(source, 0, cycle.startSeconds, endsBefore ? untilSeconds : untilSeconds + 1);
  for (;;) {
    const counted = stretches.flatMap((stretch) => stretch.entries.map(placed));
    const outcome = await inTurns(limitSteps({ ...limited, period: { ...period, entries: [...others, ...counted] } }, untilSeconds));
    const stops = outcome.period.stops ?? [];
    const isReached = ({ level, fromSeconds, untilSeconds: until }: Stretch): boolean =>
      level < widths.length &&
      stops.some((stop) => Math.min(fromSeconds, untilSeconds - 0.5) <= stop.fromSeconds && stop.fromSeconds < until);
    const coarse = stretches.filter(isReached);
    if (coarse.length === 0) return outcome;
    const finer: Stretch[] = [];
    for (const { level, fromSeconds, untilSeconds: until } of coarse)
      finer.push(...(await bucketsOf(source, level + 1, fromSeconds, until)));
    stretches = [...stretches.filter((stretch) => !coarse.includes(stretch)), ...finer];
  }
}
