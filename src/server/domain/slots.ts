/** Parts of a cycle in which usage of a metric is counted separately. Fewer slots mean less work. Most metrics need one. */
import type { PriceBook } from './book/price-book.ts';
import { isPooled, type MetricRules } from './metrics.ts';
import type { Segment } from './periods.ts';

/** Stretches are gapless, in order of time, from `startSeconds`. Several stretches can share a slot. */
export type Slots = {
  startSeconds: number;
  stretches: readonly { untilSeconds: number; slot: number }[];
  charged: readonly boolean[];
  /**
   * By project ref, one value per slot: true if a limit of the project stops charges. If present, projects use a shared quota in order of
   * time and ref.
   */
  stoppedOf?: ReadonlyMap<string, readonly boolean[]>;
};

const single = (startSeconds: number, untilSeconds: number, charged: boolean): Slots => ({
  startSeconds,
  stretches: untilSeconds > startSeconds ? [{ untilSeconds, slot: 0 }] : [],
  charged: [charged],
});

export const slotPerSegment = (startSeconds: number, segments: readonly Segment[]): Slots => ({
  startSeconds,
  stretches: segments.map(({ untilSeconds }, slot) => ({ untilSeconds, slot })),
  charged: segments.map(({ capOn }) => !capOn),
});

/**
 * Returns a function that finds the slots of a metric. A metric has one slot if the cap does not cover it or never changes. Otherwise, a
 * pooled metric has one slot per segment, and every other metric has two slots: charged and uncharged.
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

/** Stretch that contains an instant; the last stretch if the instant is later. */
export function stretchAt({ stretches }: Slots, atSeconds: number): number {
  let [low, high] = [0, stretches.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.untilSeconds ?? 0) > atSeconds) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}
