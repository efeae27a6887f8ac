import { ratio, type Ratio } from '#lib/money-ratio.ts';

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

export type Cycle = {
  startSeconds: number;
  /** Planned end, even if the cycle ends early. */
  endSeconds: number;
  /** Set if a plan change ended the cycle early: quotas and Compute Credits are then prorated by seconds. */
  closedAtSeconds?: number;
};

/** Changes are sorted by time. Changes at or before the start set the initial state. */
export type CapTimeline = { initiallyOn: boolean; changes: readonly { atSeconds: number; on: boolean }[] };

/** Ends can be fractions of a second, to separate two records of the same second. */
export type Stretch = { fromSeconds: number; untilSeconds: number };

export function startsWithin({ fromSeconds, untilSeconds }: Stretch, lengthSeconds: number): number[] {
  const first = Math.floor(fromSeconds / lengthSeconds);
  return Array.from({ length: Math.ceil(untilSeconds / lengthSeconds) - first }, (_, index) => (first + index) * lengthSeconds);
}

/** Time with a constant spend cap. If the cap is on, covered overage is not charged. */
export type Segment = Stretch & { capOn: boolean };

export const cycleEnd = ({ endSeconds, closedAtSeconds }: Cycle): number => Math.min(endSeconds, closedAtSeconds ?? endSeconds);

/**
 * Fraction of the planned cycle that lasted; 1 unless closed early.
 * @throws {RangeError} for an empty cycle or an end before its start
 */
export function cycleShare(cycle: Cycle): Ratio {
  const length = cycle.endSeconds - cycle.startSeconds;
  const lasted = cycleEnd(cycle) - cycle.startSeconds;
  if (!(length > 0) || lasted < 0) throw new RangeError('A cycle must have a length and must not end before it starts');
  return lasted === length ? ratio(1n) : ratio(BigInt(lasted), BigInt(length));
}

/** Number of hours in a cycle, by which averages are divided. It is a whole number, because a cycle lasts whole days. */
export const cycleHours = ({ startSeconds, endSeconds }: Cycle): number =>
  Math.max(1, Math.round((endSeconds - startSeconds) / HOUR_SECONDS));

export function capSegments(startSeconds: number, untilSeconds: number, { initiallyOn, changes }: CapTimeline): Segment[] {
  const segments: Segment[] = [];
  let capOn = initiallyOn;
  let fromSeconds = startSeconds;
  for (const { atSeconds, on } of changes) {
    if (atSeconds >= untilSeconds) break;
    if (atSeconds > fromSeconds && on !== capOn) {
      segments.push({ fromSeconds, untilSeconds: atSeconds, capOn });
      fromSeconds = atSeconds;
    }
    capOn = on;
  }
  if (untilSeconds > fromSeconds) segments.push({ fromSeconds, untilSeconds, capOn });
  return segments;
}

/** Splits segments at the start and at the end of each time in `stops`. During these times, the spend cap counts as on. */
export function withStops(segments: readonly Segment[], stops: readonly Stretch[] = []): Segment[] {
  if (stops.length === 0) return [...segments];
  return segments.flatMap((segment) => {
    const parts: Segment[] = [];
    let { fromSeconds } = segment;
    const add = (untilSeconds: number, capOn: boolean): void => {
      if (untilSeconds > fromSeconds) parts.push({ fromSeconds, untilSeconds, capOn });
      fromSeconds = Math.max(fromSeconds, untilSeconds);
    };
    for (const stop of stops) {
      add(Math.min(segment.untilSeconds, stop.fromSeconds), segment.capOn);
      if (stop.untilSeconds > fromSeconds)
        add(Math.min(segment.untilSeconds, stop.untilSeconds), segment.capOn || stop.fromSeconds <= fromSeconds);
    }
    add(segment.untilSeconds, segment.capOn);
    return parts;
  });
}

export function cutSegments(segments: readonly Segment[], instants: readonly number[]): Segment[] {
  return segments.flatMap((segment) => {
    const parts: Segment[] = [];
    let { fromSeconds } = segment;
    for (const edge of instants)
      if (edge > fromSeconds && edge < segment.untilSeconds) {
        parts.push({ ...segment, fromSeconds, untilSeconds: edge });
        fromSeconds = edge;
      }
    return [...parts, { ...segment, fromSeconds }];
  });
}

/** Drops a change that is undone within the same second. */
export function withCapChange({ initiallyOn, changes }: CapTimeline, atSeconds: number, on: boolean): CapTimeline['changes'] {
  const before = changes.filter((change) => change.atSeconds < atSeconds);
  return (before.at(-1)?.on ?? initiallyOn) === on ? before : [...before, { atSeconds, on }];
}

/** A change applies to the whole second in which it is made. */
export const capOnAt = ({ initiallyOn, changes }: CapTimeline, atSeconds: number): boolean =>
  changes.findLast((change) => change.atSeconds <= atSeconds)?.on ?? initiallyOn;
