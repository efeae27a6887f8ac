/** When an invoice is charged to the default card, in whole days of 24 hours after it was finalized. */
import { stepFrom, stepSeconds } from '#lib/dates/calendar.ts';

/** The last try lies before the day on which the invoice becomes overdue. */
export const CHARGE_DAYS: readonly number[] = [0, 1, 3, 5];

/** When an invoice is charged, from when it was finalized until it is paid. Seconds since 1970. */
export const chargeCalendar = (finalizedAtSeconds: number): number[] => CHARGE_DAYS.map((days) => stepFrom(finalizedAtSeconds, { days }));

/** An older invoice is announced by email before its first try, so long ahead. */
export const ANNOUNCED_FROM_DAYS = 10;
export const ANNOUNCEMENT_DAYS = 3;

/** When an invoice that was never tried is charged first. Seconds since 1970. */
export function firstTry(finalizedAtSeconds: number, nowSeconds: number): { atSeconds: number; isAnnounced: boolean } {
  const isAnnounced = nowSeconds > stepFrom(finalizedAtSeconds, { days: ANNOUNCED_FROM_DAYS });
  return { atSeconds: isAnnounced ? stepFrom(nowSeconds, { days: ANNOUNCEMENT_DAYS }) : nowSeconds, isAnnounced };
}

/** Most tries of one invoice that fail, those with other cards after the calendar included. */
export const MOST_TRIES = 8;

/**
 * When an invoice that could not be charged by now is tried next, in seconds since 1970; null when its last day has passed, or after the
 * last try.
 */
export function nextChargeSeconds(finalizedAtSeconds: number, nowSeconds: number, failedTries: number): number | null {
  if (failedTries >= MOST_TRIES) return null;
  return chargeCalendar(finalizedAtSeconds).find((instant) => instant > nowSeconds) ?? null;
}

/**
 * When an invoice is tried with a card that has become the default after the calendar has ended: at the end of the day after
 * finalization that runs, so that no day has two tries. Seconds since 1970; null after the last try.
 */
export function newCardTry(finalizedAtSeconds: number, nowSeconds: number, failedTries: number): number | null {
  if (failedTries >= MOST_TRIES) return null;
  const passedDays = Math.floor((nowSeconds - finalizedAtSeconds) / stepSeconds({ days: 1 }));
  return stepFrom(finalizedAtSeconds, { days: Math.max(0, passedDays) + 1 });
}
