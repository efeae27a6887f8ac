import { stepFrom } from '#lib/dates/calendar.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { MINUTE_SECONDS } from './periods.ts';
import { planOfTier, type Tier } from './plans.ts';

/** Maximum number of plan and spend cap changes in any 24 hours. */
export const CHANGES_A_DAY = 10;

export const countedFromSeconds = (nowSeconds: number): number => stepFrom(nowSeconds, { hours: -24 });

/** Changes to Free and changes that turn the spend cap on are exempt from the daily limit, because they save money. */
export const isAlwaysAllowed = (tier: Tier, capOn: boolean): boolean => {
  const target = planOfTier(tier);
  return target.planId === 'free' || (target.spendCapOn && !capOn);
};

/**
 * Null if a change is allowed now.
 * @param appliedSeconds times of earlier changes, in any order
 */
export function nextChangeSeconds(appliedSeconds: readonly number[], nowSeconds: number): number | null {
  const fromSeconds = countedFromSeconds(nowSeconds);
  const counted = appliedSeconds.filter((at) => at > fromSeconds).sort((a, b) => b - a);
  const oldest = counted[CHANGES_A_DAY - 1];
  return oldest === undefined ? null : stepFrom(oldest, { hours: 24 });
}

/** Rounds the time up to the next minute, because the message shows no seconds. */
export const limitReason = (nextSeconds: number): string =>
  fillText(planChangeTexts.limitReached, { time: formatDateTime(Math.ceil(nextSeconds / MINUTE_SECONDS) * MINUTE_SECONDS) });
