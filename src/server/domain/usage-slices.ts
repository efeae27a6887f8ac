/** Splits usage by cycle once, so that the bill of a period reads only its own rows. */
import type { Steps } from '#lib/steps.ts';
import { metricRules } from './metrics.ts';
import { type Cycle, cycleEnd, HOUR_SECONDS } from './periods.ts';
import type { UsageEntry } from './usage.ts';

const UNITS_OF_STEP = 1000;

/**
 * Start of the clock hour in which a cycle begins. Earlier usage in this hour matters, because the previous cycle has paid for the hour.
 */
const firstSeconds = ({ startSeconds }: Cycle): number => Math.floor(startSeconds / HOUR_SECONDS) * HOUR_SECONDS;

function firstEndingAfter(cycles: readonly Cycle[], atSeconds: number): number {
  let [low, high] = [0, cycles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const cycle = cycles[middle];
    if (cycle && cycleEnd(cycle) > atSeconds) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * A row can be in several slices or in none.
 * @param cycles sorted by time, without overlap
 */
export function* sliceSteps(entries: readonly UsageEntry[], cycles: readonly Cycle[]): Steps<UsageEntry[][]> {
  const slices: UsageEntry[][] = cycles.map(() => []);
  let units = 0;
  for (const entry of entries) {
    const { measure } = metricRules(entry.metric);
    const untilSeconds = measure === 'count' || measure === 'peak' ? entry.fromSeconds + 1 : entry.untilSeconds;
    for (let index = firstEndingAfter(cycles, entry.fromSeconds); index < cycles.length; index += 1) {
      const cycle = cycles[index];
      if (!cycle || firstSeconds(cycle) >= untilSeconds) break;
      slices[index]?.push(entry);
      units += 1;
    }
    if (units < UNITS_OF_STEP) continue;
    yield units;
    units = 0;
  }
  return slices;
}
