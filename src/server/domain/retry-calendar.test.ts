import { expect, it } from 'vitest';
import { DUE_DAYS } from './collection.ts';
import { CHARGE_DAYS, nextChargeSeconds } from './retry-calendar.ts';

it('tries again on the days of the calendar, and no more when they have passed', () => {
  const finalized = 1_800_000_000;
  const days = (elapsed: number) => {
    const next = nextChargeSeconds(finalized, finalized + elapsed * 86_400);
    return next === null ? null : (next - finalized) / 86_400;
  };
  expect([0, 0.5, 1, 2, 3, 4.9, 5, 400].map(days)).toEqual([1, 1, 3, 3, 5, 5, null, null]);
});

it('ends before the invoice is overdue', () => {
  expect(Math.max(...CHARGE_DAYS)).toBeLessThan(DUE_DAYS.card);
});
