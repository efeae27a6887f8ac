/** What usage costs at a price per unit, without quotas: to see whether it is worth a look by staff. */
import { MICROCENTS_PER_CENT } from '#lib/money.ts';
import type { Rate } from '#server/domain/book/price-book.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';

/** Averages are priced per month. */
const hoursOfMonth = 730n;

/** A day of usage is held if it is above so many times the highest day before it. */
const TIMES_HIGHEST_DAY = 100n;

/** How many days back the highest day is looked for. */
export const DAYS_COMPARED = 90;

interface Measured {
  readonly metric: UsageMetric;
  readonly fromSeconds: number;
  readonly untilSeconds: number | null;
  readonly quantity: number;
}

/** Units of one record as they are priced: an amount, hours, or a level for each started hour. */
export function unitsOfRecord({ metric, fromSeconds, untilSeconds, quantity }: Measured): bigint {
  const hours = untilSeconds === null ? 1n : BigInt(Math.ceil(untilSeconds / HOUR_SECONDS) - Math.floor(fromSeconds / HOUR_SECONDS));
  return metricRules(metric).measure === 'hours' ? hours : BigInt(quantity) * hours;
}

/** Microcents that units cost at a rate. Packages count in parts; of two prices the higher counts. */
export function microcentsOfUnits(metric: UsageMetric, rate: Rate | undefined, units: bigint): bigint {
  if (!rate) return 0n;
  const price = BigInt(Math.max(rate.priceMicrocents, rate.firstProjectMicrocents ?? 0));
  const months = metricRules(metric).measure === 'average' ? hoursOfMonth : 1n;
  return (units * price) / (BigInt(rate.perUnits) * months);
}

/** The sum in whole cents, rounded up, at most what a number holds exactly. */
export function centsAtMost(microcents: bigint): number {
  const perCent = BigInt(MICROCENTS_PER_CENT);
  const cents = (microcents + perCent - 1n) / perCent;
  return cents > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(cents);
}

/** Whether a day of so many units is far above the highest day before it. */
export const isFarAbove = (units: bigint, highestBefore: bigint): boolean => units > TIMES_HIGHEST_DAY * highestBefore;
