/** How many changes of plan and spend cap an organization may make. Data of the change rows and an instant in, an instant out. */
import { stepFrom } from '#lib/dates/calendar.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { MINUTE_SECONDS } from './periods.ts';
import { planOfTier, type Tier } from './plans.ts';

/** At most so many applied changes in any 24 hours. */
export const CHANGES_A_DAY = 10;

/** From when on an applied change counts at an instant. */
export const countedFromSeconds = (nowSeconds: number): number => stepFrom(nowSeconds, { hours: -24 });

/** What saves money is never refused: going to Free, and turning the spend cap on. */
export const isAlwaysAllowed = (tier: Tier, capOn: boolean): boolean => {
  const target = planOfTier(tier);
  return target.planId === 'free' || (target.spendCapOn && !capOn);
};

/**
 * When the next change is possible; null where one is possible now.
 * @param appliedSeconds when changes were applied, in any order
 */
export function nextChangeSeconds(appliedSeconds: readonly number[], nowSeconds: number): number | null {
  const fromSeconds = countedFromSeconds(nowSeconds);
  const counted = appliedSeconds.filter((at) => at > fromSeconds).sort((a, b) => b - a);
  const oldest = counted[CHANGES_A_DAY - 1];
  return oldest === undefined ? null : stepFrom(oldest, { hours: 24 });
}

/** Why a change is refused, in the words that members read. The time is rounded up to the minute that it shows. */
export const limitReason = (nextSeconds: number): string =>
  fillText(planChangeTexts.limitReached, { time: formatDateTime(Math.ceil(nextSeconds / MINUTE_SECONDS) * MINUTE_SECONDS) });
