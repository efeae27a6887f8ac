import { HOUR_SECONDS } from './periods.ts';
import type { UsageEntry } from './usage.ts';

/**
 * Number of clock hours that the time range touches, at least 1. Skips the first hour if all usage in that hour began before the range,
 * because the previous cycle paid for the hour. Times are in seconds since 1970.
 */
export function averageHours(entries: readonly UsageEntry[], fromSeconds: number, untilSeconds: number): number {
  const firstHour = Math.floor(fromSeconds / HOUR_SECONDS);
  const early = entries.filter(
    (entry) => entry.fromSeconds < Math.min(untilSeconds, (firstHour + 1) * HOUR_SECONDS) && entry.untilSeconds > firstHour * HOUR_SECONDS,
  );
  const isPaid = early.length > 0 && fromSeconds % HOUR_SECONDS > 0 && early.every((entry) => entry.fromSeconds < fromSeconds);
  return Math.max(1, Math.ceil(untilSeconds / HOUR_SECONDS) - firstHour - (isPaid ? 1 : 0));
}
