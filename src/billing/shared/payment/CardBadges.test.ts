import { describe, expect, it } from 'vitest';
import { expiryState, expiryText } from './CardBadges.tsx';

const card = (month: number, year: number) => ({ brand: 'visa', last4: '4242', exp_month: month, exp_year: year });
const at = (iso: string): number => Date.parse(iso) / 1000;

describe('expiry', () => {
  it.each([
    ['in its own month', 11, 2026, '2026-11-21T12:00:00Z', 'soon'],
    ['in the last second of its month', 11, 2026, '2026-11-30T23:59:59Z', 'soon'],
    ['in the first second after its month', 11, 2026, '2026-12-01T00:00:00Z', 'expired'],
    ['a month ahead', 12, 2026, '2026-11-30T23:59:59Z', 'valid'],
    ["across a year's end, ahead", 1, 2027, '2026-12-31T23:59:59Z', 'valid'],
    ["across a year's end, passed", 12, 2026, '2027-01-01T00:00:00Z', 'expired'],
    ['in December of its own year', 12, 2026, '2026-12-31T23:59:59Z', 'soon'],
    ['the same month of another year', 11, 2027, '2026-11-21T00:00:00Z', 'valid'],
    ['on a leap day', 2, 2028, '2028-02-29T12:00:00Z', 'soon'],
  ] as const)('%s', (_, month, year, now, state) => {
    expect(expiryState(card(month, year), at(now))).toBe(state);
  });

  it('is written as month and year', () => {
    expect(expiryText(card(3, 2029))).toBe('Expires: 3/2029');
  });
});
