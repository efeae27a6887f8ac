import { expect, it } from 'vitest';
import { formatDate, formatDateTime, isoDate } from './format.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;

it('prints the UTC date with a two-digit day', () => {
  expect(formatDate(seconds('2026-02-03T23:59:59Z'))).toBe('Feb 03, 2026');
  expect(formatDate(seconds('2024-02-29T00:00:00Z'))).toBe('Feb 29, 2024');
  expect(formatDate(0)).toBe('Jan 01, 1970');
});

it('prints the time of day and the ISO date', () => {
  expect(formatDateTime(seconds('2026-12-31T09:05:59Z'))).toBe('Dec 31, 2026, 09:05 UTC');
  expect(isoDate(seconds('2026-12-31T23:59:59Z'))).toBe('2026-12-31');
});

it('does not throw on a value that is no time', () => {
  expect([formatDate(Number.NaN), formatDateTime(1e300), isoDate(Number.POSITIVE_INFINITY)]).toEqual(Array(3).fill('Unknown date'));
});
