import { expect, it } from 'vitest';
import { dailySeries, dayRange, daysTogether, egressByCause, endOfDays, projectDays } from './daily-series.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const day = (date: string, usage: number, metric = 'EGRESS') => ({ date, metric, usage, usage_original: usage, breakdown: null });

it('goes from the start of the cycle to today', () => {
  expect(dayRange(at('2026-11-02T10:35:00Z'), at('2026-11-21T12:00:00Z'))).toEqual({
    start: '2026-11-02T10:35:00Z',
    end: '2026-11-22',
  });
});

it('is the last month where the cycle is unknown, has not begun or began long ago', () => {
  const now = at('2026-03-01T00:00:00Z');
  for (const start of [null, at('2026-04-01T00:00:00Z'), at('2025-01-01T00:00:00Z')]) {
    expect(dayRange(start, now)).toEqual({ start: '2026-01-29T00:00:00Z', end: '2026-03-02' });
  }
});

it('fills the days that were not sent, over the end of a month', () => {
  const days = dailySeries([day('2026-02-28', 5), day('2026-03-01', 7), day('2026-03-01', 9, 'IPV4')], 'EGRESS', {
    start: '2026-02-27T10:00:00Z',
    end: '2026-03-02',
  });
  expect(days).toEqual([
    { seconds: at('2026-02-27'), usage: 0 },
    { seconds: at('2026-02-28'), usage: 5 },
    { seconds: at('2026-03-01'), usage: 7 },
  ]);
});

it('ends the days of an earlier cycle with the cycle, also where that was this minute, and not after today', () => {
  const now = at('2026-11-24T15:49:00Z');
  expect(endOfDays('2026-11-24T15:49:06Z', now)).toBe('2026-11-24T15:49:06Z');
  expect(endOfDays('2026-12-24T15:49:06Z', now)).toBe('2026-11-25');
  const days = dailySeries([day('2026-11-24', 5)], 'EGRESS', { start: '2026-11-23T10:00:00Z', end: '2026-11-24T15:49:06Z' });
  expect(days.map(({ usage }) => usage)).toEqual([0, 5]);
});

it('sums egress by cause', () => {
  const breakdown = { rest: 1, auth: 5, storage: 0, realtime: 0, functions: 0, supavisor: 0, logdrain: 0 };
  expect(
    egressByCause([{ ...day('2026-02-28', 6), breakdown }, { ...day('2026-03-01', 6), breakdown }, day('2026-03-02', 1)]).slice(0, 2),
  ).toEqual([
    ['auth', 10],
    ['rest', 2],
  ]);
});

it('says what the days come to: a sum, an average, or the highest day of each project', () => {
  const days = [3, 5, 0.25].map((usage, index) => ({ seconds: index * 86_400, usage }));
  expect(daysTogether('IPV4', days, 8.25)).toEqual({ name: 'All days', usage: 8.25 });
  expect(daysTogether('STORAGE_SIZE', days, 2.75)).toEqual({ name: 'On average', usage: 2.75 });
  expect(daysTogether('REALTIME_PEAK_CONNECTIONS', days, 7)).toEqual({ name: 'Highest day of each project', usage: 7 });
});

it('puts the days of several projects side by side, in their order', () => {
  const range = { start: '2026-02-27T10:00:00Z', end: '2026-03-01' };
  expect(projectDays([[day('2026-02-27', 5)], [day('2026-02-28', 7), day('2026-02-27', 1, 'IPV4')]], 'EGRESS', range)).toEqual([
    { seconds: at('2026-02-27'), usage: [5, 0] },
    { seconds: at('2026-02-28'), usage: [0, 7] },
  ]);
  expect(projectDays([], 'EGRESS', range)).toEqual([]);
});
