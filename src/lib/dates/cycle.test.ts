import { describe, expect, it } from 'vitest';
import { cycleAt, cycleBoundarySeconds } from './cycle.ts';
import { cycleProgress } from './cycle-progress.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;
const iso = (unix: number): string => new Date(unix * 1000).toISOString().slice(0, 19);

describe('cycle boundaries', () => {
  it('uses the last day of a short month and does not drift', () => {
    const anchor = seconds('2025-10-31T22:15:07Z');
    expect([1, 2, 3, 4, 5, 6].map((months) => iso(cycleBoundarySeconds(anchor, months)))).toEqual([
      '2025-11-30T22:15:07',
      '2025-12-31T22:15:07',
      '2026-01-31T22:15:07',
      '2026-02-28T22:15:07',
      '2026-03-31T22:15:07',
      '2026-04-30T22:15:07',
    ]);
  });

  it('knows leap years', () => {
    const anchor = seconds('2023-12-30T00:00:00Z');
    expect(iso(cycleBoundarySeconds(anchor, 2))).toBe('2024-02-29T00:00:00');
    expect(iso(cycleBoundarySeconds(seconds('2024-02-29T12:00:00Z'), 12))).toBe('2025-02-28T12:00:00');
    expect(iso(cycleBoundarySeconds(seconds('2024-02-29T12:00:00Z'), 48))).toBe('2028-02-29T12:00:00');
  });
});

describe('the cycle of an instant', () => {
  const anchor = seconds('2025-01-31T10:00:00Z');

  it('starts at its boundary and ends before the next', () => {
    const march = { startSeconds: seconds('2025-02-28T10:00:00Z'), endSeconds: seconds('2025-03-31T10:00:00Z') };
    expect(cycleAt(anchor, march.startSeconds)).toEqual(march);
    expect(cycleAt(anchor, march.endSeconds - 1)).toEqual(march);
    expect(cycleAt(anchor, march.endSeconds).startSeconds).toBe(march.endSeconds);
    expect(cycleAt(anchor, march.startSeconds - 1).startSeconds).toBe(anchor);
  });

  it('tiles the time line without gap or overlap', () => {
    let at = anchor;
    for (let month = 0; month < 60; month += 1) {
      const cycle = cycleAt(anchor, at);
      expect(cycle.startSeconds).toBe(at);
      expect((cycle.endSeconds - cycle.startSeconds) % 86_400).toBe(0);
      at = cycle.endSeconds;
    }
    expect(iso(at)).toBe('2030-01-31T10:00:00');
  });

  it('refuses what is no time', () => {
    expect(() => cycleAt(Number.NaN, 0)).toThrow('anchor');
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) expect(() => cycleAt(0, at)).toThrow('instant');
  });
});

it('counts whole days left', () => {
  const day = 86_400;
  expect(cycleProgress(0, 30 * day, 0)).toEqual({ lengthDays: 30, daysLeft: 30, daysElapsed: 0 });
  expect(cycleProgress(0, 30 * day, 1)).toEqual({ lengthDays: 30, daysLeft: 29, daysElapsed: 1 });
  expect(cycleProgress(0, 30 * day, 29 * day + 1)).toEqual({ lengthDays: 30, daysLeft: 0, daysElapsed: 30 });
  expect(cycleProgress(0, 30 * day, 45 * day)).toEqual({ lengthDays: 30, daysLeft: 0, daysElapsed: 30 });
  expect(cycleProgress(0, 30 * day, -day)).toEqual({ lengthDays: 30, daysLeft: 30, daysElapsed: 0 });
});
