import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ratioToNumber, ratioToText } from '#lib/money-ratio.ts';
import { dailyUsage } from './daily-usage.ts';
import { DAY, event, HOUR, JUNE, span } from './testing/examples.ts';
import type { UsageMetric } from './metrics.ts';
import type { UsageEntry } from './usage.ts';
import { summarizeUsage } from './usage-summary.ts';

const days = (entries: readonly UsageEntry[], until = JUNE + 3 * DAY): unknown[] =>
  dailyUsage(entries, JUNE, until).map(({ dayStartSeconds, metric, usage }) => [
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

const cycle = { startSeconds: JUNE + 10 * HOUR + 1234, endSeconds: JUNE + 28 * DAY };
const summed: readonly UsageMetric[] = [
  'EGRESS',
  'FUNCTION_INVOCATIONS',
  'IPV4',
  'CUSTOM_DOMAIN',
  'COMPUTE_HOURS_L',
  'DISK_SIZE_GB_HOURS_GP3',
];
const anyEntry = fc
  .record({
    metric: fc.constantFrom(...summed, 'STORAGE_SIZE' as const),
    projectRef: fc.constantFrom('alpha', 'bravo'),
    from: fc.integer({ min: -2 * DAY, max: 20 * DAY }),
    length: fc.oneof(fc.integer({ min: 1, max: 3 * HOUR }), fc.integer({ min: 1, max: 30 * DAY })),
    quantity: fc.integer({ min: 1, max: 50 }),
  })
  .map(({ metric, projectRef, from, length, quantity }): UsageEntry => {
    const fromSeconds = cycle.startSeconds + from;
    if (metric === 'EGRESS' || metric === 'FUNCTION_INVOCATIONS') return event(metric, quantity, { projectRef, fromSeconds });
    return span(metric, quantity, { projectRef, resourceId: projectRef, fromSeconds, untilSeconds: fromSeconds + length });
  });

it('comes to what the cycle used, for every metric that adds up, wherever the cycle begins', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 20 * DAY }), (entries, passed) => {
      const until = cycle.startSeconds + passed;
      const period = { planId: 'pro', cycle, cap: { initiallyOn: false, changes: [] }, discounts: [], invoiced: [], entries } as const;
      const used = new Map(summarizeUsage({ ...period, running: [] }, until).map(({ metric, usage }) => [metric, ratioToNumber(usage)]));
      const daily = dailyUsage(entries, cycle.startSeconds, until);
      for (const metric of summed) {
        const days = daily.filter((day) => day.metric === metric);
        expect([metric, days.reduce((sum, { usage }) => sum + ratioToNumber(usage), 0)]).toEqual([metric, used.get(metric) ?? 0]);
      }
    }),
  );
});
