/** Usage to add and usage to remove (`UsageChange`) if resources start, change or run temporarily. */
import { isInstantMetric, metricRules } from '#server/domain/metrics.ts';
import { HOUR_SECONDS, type Stretch } from '#server/domain/periods.ts';
import type { UsageChange } from './price-tag.ts';
import { MAX_QUANTITY, type RunningResource, type UsageEntry } from '#server/domain/usage.ts';

/** `starts`: resources that start, with their level. `stops`: running resources that the started resources replace for this time. */
export type ResourceChange = { starts: readonly RunningResource[]; stops: readonly RunningResource[] };

const keyOf = ({ projectRef, metric, kind, resourceId }: Omit<RunningResource, 'quantity'>): string =>
  [projectRef, metric, kind, resourceId].join(' ');

function outside(entry: UsageEntry, { fromSeconds, untilSeconds }: Stretch): UsageEntry[] {
  const before = { ...entry, untilSeconds: Math.min(entry.untilSeconds, fromSeconds) };
  const after = { ...entry, fromSeconds: Math.max(entry.fromSeconds, untilSeconds) };
  return [before, after].filter((part) => part.fromSeconds < part.untilSeconds);
}

/**
 * Returns how usage changes if, during the stretch, the resources in `starts` run and the resources in `stops` do not run.
 * @param atSeconds the time at which counts and peaks of started resources occur
 */
export function usageChange(
  entries: readonly UsageEntry[],
  { starts, stops }: ResourceChange,
  stretch: Stretch,
  atSeconds = stretch.fromSeconds,
): UsageChange {
  const refs = new Set([...starts, ...stops].map(({ projectRef }) => projectRef));
  const keys = new Set([...starts, ...stops].map(keyOf));
  const stopped = new Set(stops.map(keyOf));
  const removed = entries.filter((entry) => refs.has(entry.projectRef) && !isInstantMetric(entry.metric) && keys.has(keyOf(entry)));
  const rest = removed.flatMap((entry) => (stopped.has(keyOf(entry)) ? outside(entry, stretch) : [entry]));
  const instant: Stretch = { fromSeconds: atSeconds, untilSeconds: atSeconds };
  const started = starts.map((resource): UsageEntry => ({ ...resource, ...(isInstantMetric(resource.metric) ? instant : stretch) }));
  return { added: [...rest, ...started], removed };
}

const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Extrapolates a quantity to a whole cycle. Elapsed time of less than a day counts as a day. */
function extrapolated(quantity: number, elapsedSeconds: number, lengthSeconds: number): number {
  const whole = (BigInt(quantity) * BigInt(lengthSeconds)) / BigInt(Math.max(elapsedSeconds, DAY_SECONDS));
  return Math.min(Number(whole), MAX_QUANTITY);
}

/**
 * Time of a resource that runs for the whole cycle. It begins an hour early, because the previous cycle pays for the clock hour in which
 * this cycle starts.
 */
export const spanOfWholeCycle = ({ fromSeconds, untilSeconds }: Stretch): Stretch => ({
  fromSeconds: fromSeconds - HOUR_SECONDS,
  untilSeconds,
});

/** Assumes that resources keep running, counts grow at the same rate, and peaks and recent averages stay the same. */
export function usageOfLaterCycle(
  entries: readonly UsageEntry[],
  running: readonly RunningResource[],
  elapsed: Stretch,
  later: Stretch,
): UsageEntry[] {
  const nowSeconds = elapsed.untilSeconds;
  const [elapsedSeconds, lengthSeconds] = [nowSeconds - elapsed.fromSeconds, later.untilSeconds - later.fromSeconds];
  const instant = { fromSeconds: later.fromSeconds, untilSeconds: later.fromSeconds };
  const instants: UsageEntry[] = [];
  const levels = new Map<string, UsageEntry>();
  for (const entry of entries) {
    const { measure } = metricRules(entry.metric);
    if (measure === 'peak') instants.push({ ...entry, ...instant });
    else if (measure === 'count') {
      if (entry.fromSeconds < elapsed.fromSeconds) continue;
      instants.push({ ...entry, ...instant, quantity: extrapolated(entry.quantity, elapsedSeconds, lengthSeconds) });
    } else if (measure === 'average' && entry.untilSeconds > nowSeconds - DAY_SECONDS) {
      const before = levels.get(keyOf(entry));
      if (!before || before.untilSeconds <= entry.untilSeconds) levels.set(keyOf(entry), entry);
    }
  }
  const wholeSpan = spanOfWholeCycle(later);
  for (const resource of running) levels.set(keyOf(resource), { ...resource, ...wholeSpan });
  return [...[...levels.values()].map((entry) => ({ ...entry, ...wholeSpan })), ...instants];
}
