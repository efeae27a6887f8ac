/** Estimates usage at list or contract price, without quotas, to decide whether staff must review the usage. */
import { MICROCENTS_PER_CENT } from '#lib/money.ts';
import type { Rate } from '#server/domain/book/price-book.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';

/** Hours per month. Averages are priced per month. */
const hoursOfMonth = 730n;

/** Usage of a day is held for review if it exceeds the highest earlier day by more than this factor. */
const TIMES_HIGHEST_DAY = 100n;

export const DAYS_COMPARED = 90;

interface Measured {
  readonly metric: UsageMetric;
  readonly fromSeconds: number;
  readonly untilSeconds: number | null;
  readonly quantity: number;
}

/** Started hours for metrics in hours; quantity times started hours for other metrics. A record without an end counts as one hour. */
export function unitsOfRecord({ metric, fromSeconds, untilSeconds, quantity }: Measured): bigint {
  const hours = untilSeconds === null ? 1n : BigInt(Math.ceil(untilSeconds / HOUR_SECONDS) - Math.floor(fromSeconds / HOUR_SECONDS));
  return metricRules(metric).measure === 'hours' ? hours : BigInt(quantity) * hours;
}

/** Value in microcents, without rounding to whole packages. Uses the higher price if the first project has a different price. */
export function microcentsOfUnits(metric: UsageMetric, rate: Rate | undefined, units: bigint): bigint {
  if (!rate) return 0n;
  const price = BigInt(Math.max(rate.priceMicrocents, rate.firstProjectMicrocents ?? 0));
  const months = metricRules(metric).measure === 'average' ? hoursOfMonth : 1n;
  return (units * price) / (BigInt(rate.perUnits) * months);
}

/** Rounds up, and caps at the largest safe integer. */
export function centsAtMost(microcents: bigint): number {
  const perCent = BigInt(MICROCENTS_PER_CENT);
  const cents = (microcents + perCent - 1n) / perCent;
  return cents > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(cents);
}

export const isFarAbove = (units: bigint, highestBefore: bigint): boolean => units > TIMES_HIGHEST_DAY * highestBefore;
