import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addRatios, compareRatios, ratio, type Ratio, ratioToText, ZERO } from '#lib/money-ratio.ts';
import { type DailyUsage } from './daily-usage.ts';
import { averageHours } from './average-hours.ts';
import { METRIC_RULES, metricRules, type MetricRules, RESOURCE_KINDS } from './metrics.ts';
import { type Cycle, cycleEnd } from './periods.ts';
import { DAY, event, HOUR, JUNE, span, NEVER_CAPPED } from '#tests/oracle/examples.ts';
import type { UsageEntry } from './usage.ts';
import { dailyUsage, summarizeUsage } from '#tests/oracle/whole-results.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';

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

it("counts hours, averages sizes over the hours so far, and takes each day's own peak", () => {
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

const anyEntry = fc
  .record({
    rules: fc.constantFrom(...METRIC_RULES),
    projectRef: fc.constantFrom('alpha', 'bravo'),
    kind: fc.constantFrom(...RESOURCE_KINDS),
    from: fc.integer({ min: -2 * DAY, max: 20 * DAY }),
    length: fc.oneof(fc.integer({ min: 1, max: 3 * HOUR }), fc.integer({ min: 1, max: 30 * DAY })),
    quantity: fc.integer({ min: 1, max: 50 }),
  })
  .map(({ rules: { metric, measure }, projectRef, kind, from, length, quantity }): UsageEntry => {
    const fromSeconds = cycle.startSeconds + from;
    if (measure === 'count' || measure === 'peak') return event(metric, quantity, { projectRef, kind, fromSeconds });
    return span(metric, quantity, {
      projectRef,
      kind,
      resourceId: `${projectRef} ${kind}`,
      fromSeconds,
      untilSeconds: fromSeconds + length,
    });
  });

const highest = (days: readonly DailyUsage[]): Ratio =>
  days.reduce((top, { usage }) => (compareRatios(usage, top) > 0 ? usage : top), ZERO);

/** Averages are weighted by hours. Peaks use the highest day of each project. All other values are added. */
function together(entries: readonly UsageEntry[], until: number): (rules: MetricRules) => Ratio {
  const start = cycle.startSeconds;
  const days = dailyUsage(entries, start, until);
  const weighted = ({ metric, dayStartSeconds, usage }: DailyUsage): Ratio => {
    const metricEntries = entries.filter((entry) => entry.metric === metric);
    const hoursOf = (from: number, to: number): number => averageHours(metricEntries, from, to);
    const hours = hoursOf(Math.max(start, dayStartSeconds), Math.min(until, dayStartSeconds + DAY));
    return ratio(usage.numerator * BigInt(hours), usage.denominator * BigInt(hoursOf(start, until)));
  };
  return ({ metric, measure }) => {
    const metricDays = days.filter((day) => day.metric === metric);
    if (measure === 'average') return metricDays.map(weighted).reduce(addRatios, ZERO);
    if (measure !== 'peak') return metricDays.map(({ usage }) => usage).reduce(addRatios, ZERO);
    const peaks = entries.filter((entry) => entry.metric === metric);
    const projects = [...new Set(peaks.map(({ projectRef }) => projectRef))];
    return projects
      .map((ref) =>
        highest(
          dailyUsage(
            peaks.filter(({ projectRef }) => projectRef === ref),
            start,
            until,
          ),
        ),
      )
      .reduce(addRatios, ZERO);
  };
}

const cycles: readonly Cycle[] = [cycle, { ...cycle, closedAtSeconds: JUNE + 9 * DAY + 7777 }];

it('comes to the figure above for every metric, of one project or all, in a cycle that runs or was cut short', () => {
  fc.assert(
    fc.property(
      fc.array(anyEntry, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 20 * DAY }),
      fc.constantFrom(...cycles),
      fc.constantFrom(['alpha', 'bravo'], ['bravo']),
      (all, passed, anyCycle, projects) => {
        const entries = all.filter(({ projectRef }) => projects.some((ref) => ref === projectRef));
        const until = Math.min(cycle.startSeconds + passed, cycleEnd(anyCycle));
        const days = together(entries, until);
        const period = {
          planId: 'pro',
          book: FIRST_BOOK,
          cycle: anyCycle,
          cap: NEVER_CAPPED,
          discounts: [],
          invoiced: [],
          entries,
          running: [],
        } as const;
        for (const { metric, usage } of summarizeUsage(period, until))
          expect([metric, ratioToText(days(metricRules(metric)))]).toEqual([metric, ratioToText(usage)]);
      },
    ),
    { numRuns: 100 },
  );
});

it('averages a size that never changes to that size, on every day and over all of them, whenever a cycle begins and is looked at', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: DAY }), fc.integer({ min: 1, max: 5 * DAY }), fc.boolean(), (begins, passed, isNew) => {
      const shiftedCycle = { startSeconds: JUNE + begins, endSeconds: JUNE + begins + 28 * DAY };
      const until = shiftedCycle.startSeconds + passed;
      const before = JUNE - 3 * DAY + 17 * 60;
      const entries = [span('STORAGE_SIZE', 100, { fromSeconds: isNew ? shiftedCycle.startSeconds : before, untilSeconds: until })];
      const period = {
        book: FIRST_BOOK,
        planId: 'pro',
        cycle: shiftedCycle,
        cap: NEVER_CAPPED,
        discounts: [],
        invoiced: [],
        entries,
        running: [],
      } as const;
      const figure = summarizeUsage(period, until).find(({ metric }) => metric === 'STORAGE_SIZE');
      // Usage in the rest of a clock hour counts as 0 if the previous cycle has paid for the hour.
      const isCounted = isNew || Math.ceil(until / HOUR) > Math.ceil(shiftedCycle.startSeconds / HOUR);
      expect([...new Set(dailyUsage(entries, shiftedCycle.startSeconds, until).map(({ usage }) => ratioToText(usage)))]).toEqual(
        isCounted ? ['100'] : [],
      );
      expect(ratioToText(figure?.usage ?? ZERO)).toBe(isCounted ? '100' : '0');
    }),
    { numRuns: 300 },
  );
});
