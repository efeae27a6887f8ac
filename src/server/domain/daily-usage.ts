/** Usage per UTC day and metric, for charts and tables. */
import { ratio, type Ratio } from '#lib/money-ratio.ts';
import { meter, type MeteredGroup } from './meter.ts';
import type { UsageMetric } from './metrics.ts';
import { HOUR_SECONDS, type Segment } from './periods.ts';
import { EGRESS_CATEGORIES, type EgressCategory, type UsageEntry } from './usage.ts';

const DAY_SECONDS = 24 * HOUR_SECONDS;

export type DailyUsage = {
  dayStartSeconds: number;
  metric: UsageMetric;
  /** In base units; the peak of the day for peaks, the average over its hours so far for averages. */
  usage: Ratio;
  /** Egress by cause; null for everything else. */
  breakdown: Readonly<Record<EgressCategory, number>> | null;
};

function daySegments(fromSeconds: number, untilSeconds: number): Segment[] {
  const segments: Segment[] = [];
  for (let start = Math.floor(fromSeconds / DAY_SECONDS) * DAY_SECONDS; start < untilSeconds; start += DAY_SECONDS) {
    segments.push({ fromSeconds: start, untilSeconds: Math.min(start + DAY_SECONDS, untilSeconds), capOn: false });
  }
  return segments;
}

const dayOf = (seconds: number): number => Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS;

/** Each day's highest value per project, added up over the projects. */
function peaksByDay(entries: readonly UsageEntry[]): Map<number, bigint> {
  const highest = new Map<number, Map<string, number>>();
  for (const { projectRef, fromSeconds, quantity } of entries) {
    const projects = highest.get(dayOf(fromSeconds)) ?? new Map<string, number>();
    highest.set(dayOf(fromSeconds), projects.set(projectRef, Math.max(quantity, projects.get(projectRef) ?? 0)));
  }
  return new Map([...highest].map(([day, projects]) => [day, [...projects.values()].reduce((sum, peak) => sum + BigInt(peak), 0n)]));
}

const emptyBreakdown = (): Record<EgressCategory, number> =>
  Object.fromEntries(EGRESS_CATEGORIES.map((category) => [category, 0])) as Record<EgressCategory, number>;

/** Egress without a cause counts as REST. */
function egressByDay(entries: readonly UsageEntry[]): Map<number, Record<EgressCategory, number>> {
  const days = new Map<number, Record<EgressCategory, number>>();
  for (const { fromSeconds, quantity, category = 'rest' } of entries) {
    const breakdown = days.get(dayOf(fromSeconds)) ?? emptyBreakdown();
    breakdown[category] += quantity;
    days.set(dayOf(fromSeconds), breakdown);
  }
  return days;
}

function dayTotal(groups: readonly MeteredGroup[], index: number): bigint {
  return groups.reduce((sum, { projects }) => projects.reduce((part, { used }) => part + (used[index] ?? 0n), sum), 0n);
}

/**
 * Days (UTC) with usage between two instants in seconds since 1970, the first day from its midnight; by metric in the order of an
 * invoice, then by day. Throws RangeError for an unknown metric.
 */
export function dailyUsage(entries: readonly UsageEntry[], fromSeconds: number, untilSeconds: number): DailyUsage[] {
  const segments = daySegments(fromSeconds, untilSeconds);
  const startSeconds = segments[0]?.fromSeconds ?? untilSeconds;
  const groups = meter({ entries, running: [], startSeconds, endSeconds: untilSeconds, segments });
  const inRange = entries.filter((entry) => entry.fromSeconds >= startSeconds && entry.fromSeconds < untilSeconds);
  const peaks = peaksByDay(inRange.filter(({ metric }) => metric === 'REALTIME_PEAK_CONNECTIONS'));
  const egress = egressByDay(inRange.filter(({ metric }) => metric === 'EGRESS'));
  const metrics = [...new Map(groups.map(({ rules }) => [rules.metric, rules])).values()];
  return metrics.flatMap(({ metric, measure }) => {
    const own = groups.filter(({ rules }) => rules.metric === metric);
    return segments.flatMap(({ fromSeconds: dayStartSeconds, untilSeconds: dayEnd }, index) => {
      const total = measure === 'peak' ? (peaks.get(dayStartSeconds) ?? 0n) : dayTotal(own, index);
      if (total === 0n) return [];
      const hours = measure === 'average' ? Math.ceil((dayEnd - dayStartSeconds) / HOUR_SECONDS) : 1;
      return [
        {
          dayStartSeconds,
          metric,
          usage: ratio(total, BigInt(hours)),
          breakdown: metric === 'EGRESS' ? (egress.get(dayStartSeconds) ?? emptyBreakdown()) : null,
        },
      ];
    });
  });
}
