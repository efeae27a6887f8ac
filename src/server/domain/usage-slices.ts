/** Usage cut up by cycles, once: each period then reads its own rows, however many periods there are. */
import type { Steps } from '#lib/steps.ts';
import { metricRules } from './metrics.ts';
import { type Cycle, cycleEnd, HOUR_SECONDS } from './periods.ts';
import type { UsageEntry } from './usage.ts';

/** Rows that are cut up at once. */
const UNITS_OF_STEP = 1000;

/** Where a cycle's rows begin: with the clock hour in which it started, whose use before it is paid. */
const firstSeconds = ({ startSeconds }: Cycle): number => Math.floor(startSeconds / HOUR_SECONDS) * HOUR_SECONDS;

/** The first cycle that ends after an instant, found by halving. */
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
 * The rows that each cycle's bill depends on, in the order of the cycles. They come in order of time and don't overlap. A row that
 * several cycles depend on is in each of them; one that none depends on is in none.
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
