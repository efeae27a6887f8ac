/** Estimates the value of usage at list or contract price, without quotas, to decide whether staff must review the usage. */
import { MICROCENTS_PER_CENT } from '#lib/money.ts';
import type { Rate } from '#server/domain/book/price-book.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';

/** Hours per month. Averages are priced per month. */
const hoursOfMonth = 730n;

/** Usage of a day is held for review only if it is more than this many times the usage of the highest earlier day. */
const TIMES_HIGHEST_DAY = 100n;

/** Number of earlier days that are compared with a day of usage. */
export const DAYS_COMPARED = 90;

interface Measured {
  readonly metric: UsageMetric;
  readonly fromSeconds: number;
  readonly untilSeconds: number | null;
  readonly quantity: number;
}

/**
 * Returns the priced units of one record. For metrics measured in hours: the started hours. For other metrics: the quantity times the
 * started hours. A record without an end counts as one hour.
 */
export function unitsOfRecord({ metric, fromSeconds, untilSeconds, quantity }: Measured): bigint {
  const hours = untilSeconds === null ? 1n : BigInt(Math.ceil(untilSeconds / HOUR_SECONDS) - Math.floor(fromSeconds / HOUR_SECONDS));
  return metricRules(metric).measure === 'hours' ? hours : BigInt(quantity) * hours;
}

/**
 * Returns the value of units in microcents. If the first project has a different price, uses the higher price. Does not round to whole
 * packages.
 */
export function microcentsOfUnits(metric: UsageMetric, rate: Rate | undefined, units: bigint): bigint {
  if (!rate) return 0n;
  const price = BigInt(Math.max(rate.priceMicrocents, rate.firstProjectMicrocents ?? 0));
  const months = metricRules(metric).measure === 'average' ? hoursOfMonth : 1n;
  return (units * price) / (BigInt(rate.perUnits) * months);
}

/** Converts microcents to cents, rounded up and capped at the largest safe integer. */
export function centsAtMost(microcents: bigint): number {
  const perCent = BigInt(MICROCENTS_PER_CENT);
  const cents = (microcents + perCent - 1n) / perCent;
  return cents > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(cents);
}

export const isFarAbove = (units: bigint, highestBefore: bigint): boolean => units > TIMES_HIGHEST_DAY * highestBefore;
