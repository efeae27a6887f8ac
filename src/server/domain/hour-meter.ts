/** Measures levels by clock hour. An hour counts with its highest level. A rise within an hour adds only the increase. */
import { HOUR_SECONDS } from './periods.ts';
import { type Slots, stretchAt } from './slots.ts';

/** Exact sum of integers of at most 1e15 each. */
export class ExactTotal {
  #carried = 0n;
  #small = 0;

  /** @param amount a whole number from 0 to 1e15 */
  add(amount: number): void {
    this.#small += amount;
    if (this.#small > 4e15) {
      this.#carried += BigInt(this.#small);
      this.#small = 0;
    }
  }

  get value(): bigint {
    return this.#carried + BigInt(this.#small);
  }
}

/** Added usage by slot. Slots without added usage have no entry. */
export class Growth {
  readonly used: ExactTotal[] = [];
  readonly over: ExactTotal[] = [];

  /** Number of equal resources. Each added amount counts once per resource. */
  resources = 1;

  add(slot: number, used: number, over: number, hours = 1): void {
    const times = hours * this.resources;
    addTimes((this.used[slot] ??= new ExactTotal()), used, times);
    if (over > 0) addTimes((this.over[slot] ??= new ExactTotal()), over, times);
  }
}

const LARGEST_ADDEND = 1e15;

function addTimes(total: ExactTotal, amount: number, times: number): void {
  const most = Math.max(1, Math.floor(LARGEST_ADDEND / amount));
  for (let left = times; left > 0; left -= most) total.add(amount * Math.min(left, most));
}

const above = (level: number, allowance: number): number => Math.max(0, level - allowance);

/**
 * Each clock hour counts once, in the slot of the first usage in this hour. An hour with usage before the first slot is already paid. Spans
 * must be sorted by start.
 */
export interface Meter {
  clear(): void;
  /** @returns the number of clock hours that have usage for the first time */
  raise(fromSeconds: number, untilSeconds: number, level: number, allowance: number, slots: Slots, growth: Growth): number;
}

/** One meter serves all resources whose level can change, because clearing a few hundred numbers is cheaper than 10,000 allocations. */
export class HourMeter implements Meter {
  readonly #firstHour: number;
  readonly #levels: Float64Array;

  /** The end is exclusive. Times are seconds since 1970. */
  constructor(fromSeconds: number, untilSeconds: number) {
    this.#firstHour = Math.floor(fromSeconds / HOUR_SECONDS);
    this.#levels = new Float64Array(Math.max(0, Math.ceil(untilSeconds / HOUR_SECONDS) - this.#firstHour));
  }

  clear(): void {
    this.#levels.fill(0);
  }

  raise(fromSeconds: number, untilSeconds: number, level: number, allowance: number, slots: Slots, growth: Growth): number {
    const { startSeconds, stretches } = slots;
    const lastSeconds = Math.min(untilSeconds, stretches.at(-1)?.untilSeconds ?? startSeconds);
    if (lastSeconds <= fromSeconds) return 0;
    const first = Math.max(0, Math.floor(fromSeconds / HOUR_SECONDS) - this.#firstHour);
    const end = Math.min(this.#levels.length, Math.ceil(lastSeconds / HOUR_SECONDS) - this.#firstHour);
    let stretch = -1;
    let hours = 0;
    for (let hour = first; hour < end; hour += 1) {
      const before = this.#levels[hour] ?? 0;
      if (level <= before) continue;
      this.#levels[hour] = level;
      const touched = Math.max(fromSeconds, (hour + this.#firstHour) * HOUR_SECONDS);
      if (touched < startSeconds) continue;
      if (stretch < 0) stretch = stretchAt(slots, touched);
      while ((stretches[stretch]?.untilSeconds ?? Number.POSITIVE_INFINITY) <= touched) stretch += 1;
      growth.add(stretches[stretch]?.slot ?? 0, level - before, above(level, allowance) - above(before, allowance));
      if (before === 0) hours += 1;
    }
    return hours;
  }
}

/** Faster meter for the most common case, a constant level. Computes hours from the start and end of spans. */
export class SteadyMeter implements Meter {
  readonly #firstHour: number;
  readonly #endHour: number;
  #counted: number;

  constructor(fromSeconds: number, untilSeconds: number) {
    this.#firstHour = Math.floor(fromSeconds / HOUR_SECONDS);
    this.#endHour = Math.max(this.#firstHour, Math.ceil(untilSeconds / HOUR_SECONDS));
    this.#counted = this.#firstHour;
  }

  clear(): void {
    this.#counted = this.#firstHour;
  }

  raise(fromSeconds: number, untilSeconds: number, level: number, allowance: number, slots: Slots, growth: Growth): number {
    const { startSeconds, stretches } = slots;
    const lastSeconds = Math.min(untilSeconds, stretches.at(-1)?.untilSeconds ?? startSeconds);
    const end = Math.min(this.#endHour, Math.ceil(lastSeconds / HOUR_SECONDS));
    let hour = Math.max(this.#counted, Math.floor(fromSeconds / HOUR_SECONDS));
    if (level <= 0 || lastSeconds <= fromSeconds || end <= hour) return 0;
    this.#counted = end;
    const over = above(level, allowance);
    // Usage before the start has already paid for its clock hour. Counting therefore begins with the next clock hour.
    if (Math.max(fromSeconds, hour * HOUR_SECONDS) < startSeconds) hour = Math.min(end, Math.ceil(startSeconds / HOUR_SECONDS));
    const hours = end - hour;
    for (let stretch = -1; hour < end; stretch += 1) {
      if (stretch < 0) stretch = stretchAt(slots, Math.max(fromSeconds, hour * HOUR_SECONDS));
      const { untilSeconds: until, slot } = stretches[stretch] ?? { untilSeconds: lastSeconds, slot: 0 };
      const last = Math.min(end, Math.ceil(until / HOUR_SECONDS));
      if (last > hour) growth.add(slot, level, over, last - hour);
      hour = Math.max(hour, last);
    }
    return hours;
  }
}
