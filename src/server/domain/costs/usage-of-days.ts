import type { Steps } from '#lib/steps.ts';
import { daysWithin } from '#server/domain/budget/cost-by-day.ts';
import { lineKey, type LineKey } from '#server/domain/lines.ts';
import { meterUsage } from '#server/domain/meter.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';
import type { Slots } from '#server/domain/slots.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Counts or peaks of a project on a UTC day. Sum and highest value are text, because sums can exceed the largest safe integer. */
export type CountedDay = [ref: string, metric: UsageMetric, day: number, sum: string, highest: string];

/** In base units (unit-hours for averages). For a peak, the highest value on the day. */
export type DayUsage = { key: LineKey; projectRef: string; fromSeconds: number; quantity: bigint };

/** Slot before the first day, for a clock hour that was already in use when the first day began. */
const BEFORE = 0;

function slotsOfDays(startSeconds: number, days: readonly number[], untilSeconds: number): Slots {
  const [first = startSeconds] = days;
  const before = first > startSeconds ? [{ untilSeconds: first, slot: BEFORE }] : [];
  const stretches = days.map((_, index) => ({ untilSeconds: days[index + 1] ?? untilSeconds, slot: index + 1 }));
  return { startSeconds, stretches: [...before, ...stretches], charged: [true, ...days.map(() => true)] };
}

/**
 * Usage per UTC day, unsorted. The first day begins at `fromSeconds`, later days at midnight.
 * @param spans usage with a start and an end, from the start of the clock hour that contains `fromSeconds`
 * @throws {RangeError} for an unknown metric
 */
export function* usageOfDays(
  { counts, spans }: { readonly counts: readonly CountedDay[]; readonly spans: readonly UsageEntry[] },
  fromSeconds: number,
  untilSeconds: number,
): Steps<DayUsage[]> {
  const usage = counts.map(([projectRef, metric, day, sum, highest]): DayUsage => ({
    key: lineKey(metric, 'primary'),
    projectRef,
    fromSeconds: Math.max(fromSeconds, day * DAY_SECONDS),
    quantity: BigInt(metricRules(metric).measure === 'peak' ? highest : sum),
  }));
  yield counts.length;
  if (spans.length === 0) return usage;
  const days = daysWithin(fromSeconds, untilSeconds);
  const startSeconds = Math.floor(fromSeconds / HOUR_SECONDS) * HOUR_SECONDS;
  const slots = slotsOfDays(startSeconds, days, untilSeconds);
  const cut = { startSeconds, untilSeconds, endSeconds: untilSeconds };
  for (const { rules, kind, projects } of yield* meterUsage({ entries: spans, running: [], ...cut, slotsOf: () => slots })) {
    const key = lineKey(rules.metric, kind);
    for (const { projectRef, growth } of projects)
      for (const { slot, used } of growth)
        if (slot !== BEFORE) usage.push({ key, projectRef, fromSeconds: days[slot - 1] ?? fromSeconds, quantity: used });
  }
  return usage;
}
