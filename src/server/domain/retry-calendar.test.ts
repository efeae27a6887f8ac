import { expect, it } from 'vitest';
import { DUE_DAYS } from './collection.ts';
import { cardsLeft, CHARGE_DAYS, firstTry, isCardGone, MOST_TRIES, newCardTry, nextChargeSeconds } from './retry-calendar.ts';

it('tries again on the days of the calendar, and no more when they have passed', () => {
  const finalized = 1_800_000_000;
  const days = (elapsed: number) => {
    const next = nextChargeSeconds(finalized, finalized + elapsed * 86_400, 1);
    return next === null ? null : (next - finalized) / 86_400;
  };
  expect([0, 0.5, 1, 2, 3, 4.9, 5, 400].map(days)).toEqual([1, 1, 3, 3, 5, 5, null, null]);
});

it('announces the first try of an invoice that is older than ten days, three days ahead', () => {
  const day = 86_400;
  const finalized = 1_800_000_000;
  const tryAfter = (seconds: number) => {
    const { atSeconds, isAnnounced } = firstTry(finalized, finalized + seconds);
    return [atSeconds - finalized - seconds, isAnnounced];
  };
  expect([0, 10 * day - 1, 10 * day, 10 * day + 1, 70 * day].map(tryAfter)).toEqual([
    [0, false],
    [0, false],
    [0, false],
    [3 * day, true],
    [3 * day, true],
  ]);
});

it('ends before the invoice is overdue', () => {
  expect(Math.max(...CHARGE_DAYS)).toBeLessThan(DUE_DAYS.card);
});

it('tries a new card once a day after the calendar, and ends with the last try', () => {
  const day = 86_400;
  const tryAt = (elapsedDays: number, failedTries: number) => {
    const next = newCardTry(0, elapsedDays * day, failedTries);
    return next === null ? null : next / day;
  };
  expect([5, 5.2, 5.9, 6, 40.5].map((elapsed) => tryAt(elapsed, 4))).toEqual([6, 6, 6, 7, 41]);
  expect([tryAt(9, MOST_TRIES - 1), tryAt(9, MOST_TRIES)]).toEqual([10, null]);
  expect([nextChargeSeconds(0, 1, MOST_TRIES - 1), nextChargeSeconds(0, 1, MOST_TRIES)]).toEqual([day, null]);
});

it.each([
  ['expired_card', null],
  ['card_declined', 'lost_card'],
  ['card_declined', 'stolen_card'],
] as const)('leaves out a card that was refused with %s, %s', (failureCode, declineCode) => {
  expect(isCardGone(failureCode, declineCode)).toBe(true);
  const tries = [{ methodId: 'pm_1', failureCode, declineCode }];
  expect(cardsLeft([{ id: 'pm_1' }, { id: 'pm_2' }], tries)).toEqual([{ id: 'pm_2' }]);
});

it('keeps a card without funds', () => {
  const tries = [{ methodId: 'pm_1', failureCode: 'card_declined', declineCode: 'insufficient_funds' }];
  expect(cardsLeft([{ id: 'pm_1' }], tries)).toEqual([{ id: 'pm_1' }]);
});
