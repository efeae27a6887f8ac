import { HOUR_SECONDS } from './periods.ts';
import type { UsageEntry } from './usage.ts';

/**
 * What the unit-hours of an average are divided by: the clock hours that a stretch of time touches. The first one, where all that
 * touches it was there before, is paid already and not among the unit-hours. Seconds since 1970; at least 1.
 * @param entries of the metric
 */
export function averageHours(entries: readonly UsageEntry[], fromSeconds: number, untilSeconds: number): number {
  const firstHour = Math.floor(fromSeconds / HOUR_SECONDS);
  const early = entries.filter(
    (entry) => entry.fromSeconds < Math.min(untilSeconds, (firstHour + 1) * HOUR_SECONDS) && entry.untilSeconds > firstHour * HOUR_SECONDS,
  );
  const isPaid = early.length > 0 && fromSeconds % HOUR_SECONDS > 0 && early.every((entry) => entry.fromSeconds < fromSeconds);
  return Math.max(1, Math.ceil(untilSeconds / HOUR_SECONDS) - firstHour - (isPaid ? 1 : 0));
}
