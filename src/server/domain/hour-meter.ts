/** Clock hours of one resource: each hour counts with the highest level that touched it, and each increase counts once. */
import { HOUR_SECONDS } from './periods.ts';

/** A sum of integers that stays exact; each addend is at most 1e15. */
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

export type Growth = {
  used: ExactTotal;
  /** Above the hourly allowance. */
  over: ExactTotal;
  /** Hours that were first touched. */
  hours: number;
};

/** A growth of nothing, to be added to. */
export const newGrowth = (): Growth => ({ used: new ExactTotal(), over: new ExactTotal(), hours: 0 });

/** Reused for all resources of a bill: clearing a few hundred numbers is cheaper than allocating them 10,000 times. */
export class HourMeter {
  readonly #firstHour: number;
  readonly #levels: Float64Array;

  /** Covers the clock hours that [from, until) touches; seconds since 1970. */
  constructor(fromSeconds: number, untilSeconds: number) {
    this.#firstHour = Math.floor(fromSeconds / HOUR_SECONDS);
    this.#levels = new Float64Array(Math.max(0, Math.ceil(untilSeconds / HOUR_SECONDS) - this.#firstHour));
  }

  /** Begins with another resource. */
  clear(): void {
    this.#levels.fill(0);
  }

  /**
   * Raises the hours that [from, until) touches to a level, and adds to `growth` what each of them grew by, in base units: in all,
   * and above the hourly allowance. Without a growth the hours are taken as paid before.
   */
  raise(fromSeconds: number, untilSeconds: number, level: number, allowance: number, growth: Growth | undefined): void {
    if (untilSeconds <= fromSeconds) return;
    const first = Math.max(0, Math.floor(fromSeconds / HOUR_SECONDS) - this.#firstHour);
    const end = Math.min(this.#levels.length, Math.ceil(untilSeconds / HOUR_SECONDS) - this.#firstHour);
    for (let hour = first; hour < end; hour += 1) {
      const before = this.#levels[hour] ?? 0;
      if (level <= before) continue;
      this.#levels[hour] = level;
      if (!growth) continue;
      growth.used.add(level - before);
      growth.over.add(Math.max(0, level - allowance) - Math.max(0, before - allowance));
      if (before === 0) growth.hours += 1;
    }
  }
}

/** A sum of this size at most is added at once; see ExactTotal. */
const LARGEST_ADDEND = 1e15;

function addTimes(total: ExactTotal, amount: number, times: number): void {
  if (amount * times <= LARGEST_ADDEND) total.add(amount * times);
  else for (let time = 0; time < times; time += 1) total.add(amount);
}

/**
 * The same count for a resource of one level whose spans come in order of time, which nearly all resources are: hours
 * follow from the ends of the spans and need not be looked at one by one.
 */
export class SteadyMeter {
  readonly #firstHour: number;
  readonly #endHour: number;
  #counted: number;

  /** Covers the clock hours that [from, until) touches; seconds since 1970. */
  constructor(fromSeconds: number, untilSeconds: number) {
    this.#firstHour = Math.floor(fromSeconds / HOUR_SECONDS);
    this.#endHour = Math.max(this.#firstHour, Math.ceil(untilSeconds / HOUR_SECONDS));
    this.#counted = this.#firstHour;
  }

  /** Begins with another resource. */
  clear(): void {
    this.#counted = this.#firstHour;
  }

  /** As `HourMeter.raise`; no span may begin before the one that was raised last, and all have one level. */
  raise(fromSeconds: number, untilSeconds: number, level: number, allowance: number, growth: Growth | undefined): void {
    if (untilSeconds <= fromSeconds || level <= 0) return;
    const first = Math.max(this.#counted, Math.floor(fromSeconds / HOUR_SECONDS));
    const end = Math.min(this.#endHour, Math.ceil(untilSeconds / HOUR_SECONDS));
    if (end <= first) return;
    this.#counted = end;
    if (!growth) return;
    addTimes(growth.used, level, end - first);
    addTimes(growth.over, Math.max(0, level - allowance), end - first);
    growth.hours += end - first;
  }
}
