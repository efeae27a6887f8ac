import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANGES_A_DAY, isAlwaysAllowed, limitReason, nextChangeSeconds } from './change-limit.ts';

const DAY = 86_400;
const NOON = Date.UTC(2026, 5, 10, 12) / 1000;
const hourly = (count: number): number[] => Array.from({ length: count }, (_, index) => NOON - index * 3600);

it('allows ten changes in a day, and names the instant of the next', () => {
  expect(nextChangeSeconds(hourly(9), NOON)).toBeNull();
  expect(nextChangeSeconds(hourly(10), NOON)).toBe(NOON - 9 * 3600 + DAY);
  expect(nextChangeSeconds(hourly(12), NOON)).toBe(NOON - 9 * 3600 + DAY);
  expect(limitReason(NOON - 9 * 3600 + DAY + 1)).toBe('Plan changes are limited to 10 a day. Next possible at Jun 11, 2026, 03:01 UTC.');
});

it('never lets more than ten into any 24 hours, and refuses none that fits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3 * 3600), { maxLength: 80 }), (waits) => {
      const applied: number[] = [];
      let now = NOON;
      for (const wait of waits) {
        now += wait;
        const inDay = applied.filter((at) => at > now - DAY).length;
        const next = nextChangeSeconds(applied, now);
        expect(next === null).toBe(inDay < CHANGES_A_DAY);
        if (next !== null)
          expect([next > now, nextChangeSeconds(applied, next), nextChangeSeconds(applied, next - 1)]).toEqual([true, null, next]);
        else applied.push(now);
      }
    }),
  );
});

it('never refuses what saves money', () => {
  expect([isAlwaysAllowed('tier_free', false), isAlwaysAllowed('tier_pro', false)]).toEqual([true, true]);
  expect(['tier_pro', 'tier_payg', 'tier_team'].map((tier) => isAlwaysAllowed(tier as 'tier_pro', true))).toEqual([false, false, false]);
  expect(isAlwaysAllowed('tier_team', false)).toBe(false);
});
