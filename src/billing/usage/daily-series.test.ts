import { expect, it } from 'vitest';
import { dailySeries, dayRange, egressByCause } from './daily-series.ts';

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

it('sums egress by cause', () => {
  const breakdown = { rest: 1, auth: 5, storage: 0, realtime: 0, functions: 0, supavisor: 0, logdrain: 0 };
  expect(
    egressByCause([{ ...day('2026-02-28', 6), breakdown }, { ...day('2026-03-01', 6), breakdown }, day('2026-03-02', 1)]).slice(0, 2),
  ).toEqual([
    ['auth', 10],
    ['rest', 2],
  ]);
});
