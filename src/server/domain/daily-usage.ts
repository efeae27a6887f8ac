import { dayStart, stepFrom } from '#lib/dates/calendar.ts';
import { ratio, type Ratio } from '#lib/money-ratio.ts';
import type { Steps } from '#lib/steps.ts';
import { averageHours } from './average-hours.ts';
import { meterUsage, type MeteredGroup } from './meter.ts';
import type { UsageMetric } from './metrics.ts';
import type { Segment } from './periods.ts';
import { slotPerSegment } from './slots.ts';
import { EGRESS_CATEGORIES, type EgressCategory, type UsageEntry } from './usage.ts';

export type DailyUsage = {
  dayStartSeconds: number;
  metric: UsageMetric;
  /** In base units: the sum of the day. For a peak metric, the maximum. For an averaged metric, the average of the hours so far. */
  usage: Ratio;
  breakdown: Readonly<Record<EgressCategory, number>> | null;
};

function daySegments(fromSeconds: number, untilSeconds: number): Segment[] {
  const segments: Segment[] = [];
  for (let start = fromSeconds; start < untilSeconds;) {
    const end = stepFrom(dayStart(start), { days: 1 });
    segments.push({ fromSeconds: start, untilSeconds: Math.min(end, untilSeconds), capOn: false });
    start = end;
  }
  return segments;
}

/** Memoizes `dayStart`. Calendar arithmetic is slow, and many entries have the same time. */
function dayFinder(): (seconds: number) => number {
  const days = new Map<number, number>();
  return (seconds) => {
    const day = days.get(seconds) ?? dayStart(seconds);
    days.set(seconds, day);
    return day;
  };
}

const entriesAtOnce = 4000;

function* entriesWhere(entries: readonly UsageEntry[], isWanted: (entry: UsageEntry) => boolean): Steps<UsageEntry[]> {
  const matches: UsageEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % entriesAtOnce === entriesAtOnce - 1) yield entriesAtOnce;
    if (isWanted(entry)) matches.push(entry);
  }
  return matches;
}

/** For each day, adds up the highest value of each project. */
function* peaksByDay(entries: readonly UsageEntry[]): Steps<Map<number, bigint>> {
  const highest = new Map<number, Map<string, number>>();
  const dayOf = dayFinder();
  for (const [index, { projectRef, fromSeconds, quantity }] of entries.entries()) {
    if (index % entriesAtOnce === entriesAtOnce - 1) yield entriesAtOnce;
    const projects = highest.get(dayOf(fromSeconds)) ?? new Map<string, number>();
    highest.set(dayOf(fromSeconds), projects.set(projectRef, Math.max(quantity, projects.get(projectRef) ?? 0)));
  }
  return new Map([...highest].map(([day, projects]) => [day, [...projects.values()].reduce((sum, peak) => sum + BigInt(peak), 0n)]));
}

const emptyBreakdown = (): Record<EgressCategory, number> =>
  Object.fromEntries(EGRESS_CATEGORIES.map((category) => [category, 0])) as Record<EgressCategory, number>;

/** Egress without a category counts as `rest`. */
function* egressByDay(entries: readonly UsageEntry[]): Steps<Map<number, Record<EgressCategory, number>>> {
  const days = new Map<number, Record<EgressCategory, number>>();
  const dayOf = dayFinder();
  for (const [index, { fromSeconds, quantity, category = 'rest' }] of entries.entries()) {
    if (index % entriesAtOnce === entriesAtOnce - 1) yield entriesAtOnce;
    const breakdown = days.get(dayOf(fromSeconds)) ?? emptyBreakdown();
    breakdown[category] += quantity;
    days.set(dayOf(fromSeconds), breakdown);
  }
  return days;
}

function totalsByDay(groups: readonly MeteredGroup[]): Map<number, bigint> {
  const totals = new Map<number, bigint>();
  for (const { projects } of groups)
    for (const { growth } of projects) for (const { slot, used } of growth) totals.set(slot, (totals.get(slot) ?? 0n) + used);
  return totals;
}

/**
 * In invoice order of the metrics, then by day. The days sum to the total.
 * @throws {RangeError} for an unknown metric
 */
export function* dailySteps(entries: readonly UsageEntry[], fromSeconds: number, untilSeconds: number): Steps<DailyUsage[]> {
  const segments = daySegments(fromSeconds, untilSeconds);
  const slots = slotPerSegment(fromSeconds, segments);
  const cut = { startSeconds: fromSeconds, untilSeconds, endSeconds: untilSeconds };
  const groups = yield* meterUsage({ entries, running: [], ...cut, slotsOf: () => slots });
  const isWithin = (entry: UsageEntry): boolean => entry.fromSeconds >= fromSeconds && entry.fromSeconds < untilSeconds;
  const peaks = yield* peaksByDay(yield* entriesWhere(entries, (entry) => entry.metric === 'REALTIME_PEAK_CONNECTIONS' && isWithin(entry)));
  const egress = yield* egressByDay(yield* entriesWhere(entries, (entry) => entry.metric === 'EGRESS' && isWithin(entry)));
  const metrics = [...new Map(groups.map(({ rules }) => [rules.metric, rules])).values()];
  const days: DailyUsage[] = [];
  for (const { metric, measure } of metrics) {
    const totals = totalsByDay(groups.filter(({ rules }) => rules.metric === metric));
    yield entries.length;
    const averagedEntries = measure === 'average' ? yield* entriesWhere(entries, (entry) => entry.metric === metric) : [];
    for (const [index, { fromSeconds: begins, untilSeconds: ends }] of segments.entries()) {
      const dayStartSeconds = dayStart(begins);
      const total = measure === 'peak' ? (peaks.get(dayStartSeconds) ?? 0n) : (totals.get(index) ?? 0n);
      if (total === 0n) continue;
      const hours = measure === 'average' ? averageHours(averagedEntries, begins, ends) : 1;
      const breakdown = metric === 'EGRESS' ? (egress.get(dayStartSeconds) ?? emptyBreakdown()) : null;
      days.push({ dayStartSeconds, metric, usage: ratio(total, BigInt(hours)), breakdown });
      yield averagedEntries.length;
    }
  }
  return days;
}
