/** The parts of a cycle that a metric is counted in separately. Most metrics need one: fewer parts, less to count. */
import type { PriceBook } from './book/price-book.ts';
import { isPooled, type MetricRules } from './metrics.ts';
import type { Segment } from './periods.ts';

/** Stretches of time, in order and without gaps from `startSeconds` on, each counted in a slot. Several may share one. */
export type Slots = {
  startSeconds: number;
  stretches: readonly { untilSeconds: number; slot: number }[];
  /** Per slot: whether overage in it is charged. */
  charged: readonly boolean[];
};

const single = (startSeconds: number, untilSeconds: number, charged: boolean): Slots => ({
  startSeconds,
  stretches: untilSeconds > startSeconds ? [{ untilSeconds, slot: 0 }] : [],
  charged: [charged],
});

/** One slot for each stretch of time. */
export const slotPerSegment = (startSeconds: number, segments: readonly Segment[]): Slots => ({
  startSeconds,
  stretches: segments.map(({ untilSeconds }, slot) => ({ untilSeconds, slot })),
  charged: segments.map(({ capOn }) => !capOn),
});

/**
 * The slots of each metric of a bill. What the spend cap doesn't cover needs one. An hourly allowance is used hour by hour, so
 * two are enough: charged or not. A quota of the organization is used up in order of time, so each segment needs its own.
 */
export function slotsOfBill(
  { covered }: Pick<PriceBook, 'covered'>,
  startSeconds: number,
  segments: readonly Segment[],
): (rules: MetricRules) => Slots {
  const untilSeconds = segments.at(-1)?.untilSeconds ?? startSeconds;
  const uncovered = single(startSeconds, untilSeconds, true);
  if (segments.length <= 1) {
    const limited = single(startSeconds, untilSeconds, !(segments[0]?.capOn ?? false));
    return ({ metric }) => (covered.has(metric) ? limited : uncovered);
  }
  const inOrder = slotPerSegment(startSeconds, segments);
  const byCharge: Slots = {
    startSeconds,
    stretches: segments.map(({ untilSeconds: until, capOn }) => ({ untilSeconds: until, slot: capOn ? 0 : 1 })),
    charged: [false, true],
  };
  return (rules) => (covered.has(rules.metric) ? (isPooled(rules) ? inOrder : byCharge) : uncovered);
}

/** The index of the stretch that an instant lies in, by binary search; the last one for an instant after all. */
export function stretchAt({ stretches }: Slots, atSeconds: number): number {
  let [low, high] = [0, stretches.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.untilSeconds ?? 0) > atSeconds) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}
