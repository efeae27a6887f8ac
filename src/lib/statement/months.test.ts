import { expect, it } from 'vitest';
import { monthStart } from './months.ts';

const at = (text: string): number => Date.parse(text) / 1000;

it.each([
  ['2026-05-31T23:59:59Z', 0, '2026-05-01T00:00:00Z'],
  ['2026-05-31T23:59:59Z', 1, '2026-06-01T00:00:00Z'],
  ['2026-06-01T00:00:00Z', 1, '2026-07-01T00:00:00Z'],
  ['2026-12-15T00:00:00Z', 1, '2027-01-01T00:00:00Z'],
  ['2026-03-31T12:00:00Z', -11, '2025-04-01T00:00:00Z'],
])('the month of %s, %i months on, starts at %s', (instant, step, start) => {
  expect(monthStart(at(instant), step)).toBe(at(start));
});
