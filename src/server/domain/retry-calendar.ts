/** Times of card charges, in days of 24 hours from the finalization of the invoice. */
import { stepFrom, stepSeconds } from '#lib/dates/calendar.ts';

/** The last attempt is before the invoice becomes overdue. */
export const CHARGE_DAYS: readonly number[] = [0, 1, 3, 5];

export const chargeCalendar = (finalizedAtSeconds: number): number[] => CHARGE_DAYS.map((days) => stepFrom(finalizedAtSeconds, { days }));

/** The first charge of an invoice older than this many days is announced by email `ANNOUNCEMENT_DAYS` in advance. */
export const ANNOUNCED_FROM_DAYS = 10;
export const ANNOUNCEMENT_DAYS = 3;

export function firstTry(finalizedAtSeconds: number, nowSeconds: number): { atSeconds: number; isAnnounced: boolean } {
  const isAnnounced = nowSeconds > stepFrom(finalizedAtSeconds, { days: ANNOUNCED_FROM_DAYS });
  return { atSeconds: isAnnounced ? stepFrom(nowSeconds, { days: ANNOUNCEMENT_DAYS }) : nowSeconds, isAnnounced };
}

/** Maximum failed attempts per invoice, including attempts with new cards after the last day of the calendar. */
export const MOST_TRIES = 8;

/** Null if the calendar or the maximum of attempts is exhausted. */
export function nextChargeSeconds(finalizedAtSeconds: number, nowSeconds: number, failedTries: number): number | null {
  if (failedTries >= MOST_TRIES) return null;
  return chargeCalendar(finalizedAtSeconds).find((instant) => instant > nowSeconds) ?? null;
}

/**
 * Time of the next attempt: now if another card is left, otherwise by the retry calendar.
 * @param failedTries includes the attempt that just failed
 */
export const tryAfterFailure = (
  finalizedAtSeconds: number,
  nowSeconds: number,
  failedTries: number,
  isOtherCardNext: boolean,
): number | null =>
  isOtherCardNext && failedTries < MOST_TRIES ? nowSeconds : nextChargeSeconds(finalizedAtSeconds, nowSeconds, failedTries);

/**
 * Returns the times of the remaining charge attempts, assuming that all of them fail with the same card. The first time is `nextSeconds`;
 * the other times come from the retry calendar.
 */
export const plannedTries = (finalizedAtSeconds: number, nextSeconds: number, failedTries: number): number[] =>
  [nextSeconds, ...chargeCalendar(finalizedAtSeconds).filter((instant) => instant > nextSeconds)].slice(
    0,
    Math.max(1, MOST_TRIES - failedTries),
  );

/** Decline codes of a card that no longer works. A later retry would not help, so the next card is charged immediately. */
const goneCodes: ReadonlySet<string> = new Set(['expired_card', 'lost_card', 'stolen_card']);

export const isCardGone = (code: string | null, declineCode: string | null): boolean =>
  goneCodes.has(declineCode ?? '') || goneCodes.has(code ?? '');

export type FailedTry = { methodId: string | null; failureCode: string | null; declineCode: string | null };

/** Removes cards that a failed charge of this invoice reported as expired, lost or stolen. Keeps the order. */
export const cardsLeft = <T extends { id: string }>(cards: readonly T[], tries: readonly FailedTry[]): T[] => {
  const gone = new Set(tries.flatMap(({ methodId, failureCode, declineCode }) => (isCardGone(failureCode, declineCode) ? [methodId] : [])));
  return cards.filter(({ id }) => !gone.has(id));
};

/** First card in the order of charging that is not expired, lost or stolen. If none is left, the first card. Null without cards. */
export const nextCard = <T extends { id: string }>(cards: readonly T[], tries: readonly FailedTry[]): T | null =>
  cardsLeft(cards, tries)[0] ?? cards[0] ?? null;

/** Charges a new card at the end of the current day, so that no day has two attempts. Null after the maximum of attempts. */
export function newCardTry(finalizedAtSeconds: number, nowSeconds: number, failedTries: number): number | null {
  if (failedTries >= MOST_TRIES) return null;
  const passedDays = Math.floor((nowSeconds - finalizedAtSeconds) / stepSeconds({ days: 1 }));
  return stepFrom(finalizedAtSeconds, { days: Math.max(0, passedDays) + 1 });
}
