/** Projects and metrics that a spending limit can cover, and the times in which such a limit prevents charges. */
import type { PriceBook } from '#server/domain/book/price-book.ts';
import type { MetricRules, UsageMetric } from '#server/domain/metrics.ts';
import { cutSegments, type Segment, type Stretch } from '#server/domain/periods.ts';
import { type Slots, slotPerSegment, slotsOfBill } from '#server/domain/slots.ts';

export type PartScope = `project:${string}` | `metric:${UsageMetric}`;

export type LimitWindow = 'cycle' | 'day';

/** A daily limit is always on a metric that counts amounts. */
export type PartLimit = { scope: PartScope; window: LimitWindow; amountCents: number };

/** A reached limit. From `sinceSeconds` (seconds since 1970), usage is not charged. */
export type ReachedPart = Pick<PartLimit, 'scope' | 'window'> & { sinceSeconds: number };

/** Time in which the limit on a project or metric is reached. Usage to which the limit applies is then not charged. */
export type PartStop = Stretch & { scope: PartScope };

/**
 * `stops`: times in which the limits prevent charges. `cuts`: sorted start and end times of the usage entries that exhaust a quota; empty
 * without project limits.
 */
export type PartStops = { stops: readonly PartStop[]; cuts: readonly number[] };

export const projectOfPart = (scope: PartScope): string | null => (scope.startsWith('project:') ? scope.slice('project:'.length) : null);

export const metricOfPart = (scope: PartScope): UsageMetric | null =>
  scope.startsWith('metric:') ? (scope.slice('metric:'.length) as UsageMetric) : null;

export const partKey = ({ scope, window }: Pick<PartLimit, 'scope' | 'window'>): string => `${scope} ${window}`;

export function lowestParts(limits: readonly PartLimit[]): PartLimit[] {
  const lowest = new Map<string, PartLimit>();
  for (const { scope, window, amountCents } of limits) {
    const key = partKey({ scope, window });
    const before = lowest.get(key);
    if (!before || amountCents < before.amountCents) lowest.set(key, { scope, window, amountCents });
  }
  return [...lowest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, limit]) => limit);
}

export function cutAtParts(segments: readonly Segment[], parts: PartStops | undefined): Segment[] {
  if (!parts) return [...segments];
  const instants = [...parts.stops.flatMap(({ fromSeconds, untilSeconds }) => [fromSeconds, untilSeconds]), ...parts.cuts];
  return cutSegments(
    segments,
    [...new Set(instants)].sort((a, b) => a - b),
  );
}

const covers = (stop: Stretch, segment: Stretch): boolean =>
  stop.fromSeconds <= segment.fromSeconds && segment.untilSeconds <= stop.untilSeconds;

/** Slots of a metric that the spend cap covers. `cutAtParts` must have cut the segments. */
export function slotsOfParts(startSeconds: number, segments: readonly Segment[], { stops }: PartStops, metric: UsageMetric): Slots {
  const slots = slotPerSegment(startSeconds, segments);
  const ofMetric = stops.filter(({ scope }) => metricOfPart(scope) === metric);
  const stoppedOf = new Map<string, boolean[]>();
  for (const stop of stops) {
    const ref = projectOfPart(stop.scope);
    if (ref === null) continue;
    const stopped = stoppedOf.get(ref) ?? segments.map(() => false);
    stoppedOf.set(
      ref,
      segments.map((segment, slot) => stopped[slot] === true || covers(stop, segment)),
    );
  }
  const isCharged = (segment: Segment, slot: number): boolean =>
    slots.charged[slot] === true && !ofMetric.some((stop) => covers(stop, segment));
  return { ...slots, charged: segments.map(isCharged), stoppedOf };
}

/** Like `slotsOfBill`, for a period in which limits on projects or metrics leave usage uncharged. */
export function slotsOfPartBill(
  book: Pick<PriceBook, 'covered'>,
  startSeconds: number,
  segments: readonly Segment[],
  parts: PartStops,
): (rules: MetricRules) => Slots {
  const uncovered = slotsOfBill({ covered: new Set() }, startSeconds, segments);
  const cut = cutAtParts(segments, parts);
  const byMetric = new Map<UsageMetric, Slots>();
  return (rules) => {
    const { metric } = rules;
    if (!book.covered.has(metric)) return uncovered(rules);
    const slots = byMetric.get(metric) ?? slotsOfParts(startSeconds, cut, parts, metric);
    byMetric.set(metric, slots);
    return slots;
  };
}
