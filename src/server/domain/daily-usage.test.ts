import { expect, it } from 'vitest';
import { ratioToText } from '#lib/money-ratio.ts';
import { dailyUsage } from './daily-usage.ts';
import { DAY, event, HOUR, JUNE, span } from './examples.test-support.ts';
import type { UsageEntry } from './usage.ts';

const days = (entries: readonly UsageEntry[], until = JUNE + 3 * DAY): unknown[] =>
  dailyUsage(entries, JUNE + HOUR, until).map(({ dayStartSeconds, metric, usage }) => [
    (dayStartSeconds - JUNE) / DAY,
    metric,
    ratioToText(usage),
  ]);

it('adds amounts up per day, and egress by cause', () => {
  const entries = [
    event('EGRESS', 5, { category: 'auth' }),
    event('EGRESS', 7, { category: 'storage', projectRef: 'bravo' }),
    event('EGRESS', 1, { fromSeconds: JUNE + DAY }),
    event('EGRESS', 9, { fromSeconds: JUNE + 3 * DAY }),
    event('EGRESS', 9, { fromSeconds: JUNE - 1 }),
  ];
  expect(days(entries)).toEqual([
    [0, 'EGRESS', '12'],
    [1, 'EGRESS', '1'],
  ]);
  expect(dailyUsage(entries, JUNE, JUNE + DAY)[0]?.breakdown).toEqual({
    rest: 0,
    auth: 5,
    storage: 7,
    realtime: 0,
    functions: 0,
    supavisor: 0,
    logdrain: 0,
  });
});

it('counts hours, averages sizes over the hours so far, and takes each day’s own peak', () => {
  const entries = [
    span('IPV4', 1, { fromSeconds: JUNE + 23 * HOUR, untilSeconds: JUNE + DAY + 90 * 60 }),
    span('STORAGE_SIZE', 100, { untilSeconds: JUNE + DAY + 6 * HOUR }),
    event('REALTIME_PEAK_CONNECTIONS', 40),
    event('REALTIME_PEAK_CONNECTIONS', 30, { fromSeconds: JUNE + DAY }),
    event('REALTIME_PEAK_CONNECTIONS', 5, { fromSeconds: JUNE + DAY, projectRef: 'bravo' }),
  ];
  expect(days(entries, JUNE + DAY + 12 * HOUR)).toEqual([
    [0, 'STORAGE_SIZE', '100'],
    [1, 'STORAGE_SIZE', '50'],
    [0, 'REALTIME_PEAK_CONNECTIONS', '40'],
    [1, 'REALTIME_PEAK_CONNECTIONS', '35'],
    [0, 'IPV4', '1'],
    [1, 'IPV4', '2'],
  ]);
});

it('is empty without days or usage', () => {
  expect(dailyUsage([event('EGRESS', 1)], JUNE, JUNE)).toEqual([]);
  expect(dailyUsage([], JUNE, JUNE + DAY)).toEqual([]);
});
