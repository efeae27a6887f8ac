import { expect, it } from 'vitest';
import { paceSteps, type Steps } from '#lib/steps.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { type CountedDay, type DayUsage, usageOfDays } from './usage-of-days.ts';

const run = <T>(steps: Steps<T>): Promise<T> => paceSteps(steps, () => Promise.resolve());
const at = (text: string): number => Date.parse(text) / 1000;
const start = at('2026-03-01T10:30:00Z');

const span = (from: string, until: string, more: Partial<UsageEntry> = {}): UsageEntry => ({
  projectRef: 'a',
  metric: 'COMPUTE_HOURS_L',
  kind: 'primary',
  resourceId: 'a',
  fromSeconds: at(from),
  untilSeconds: at(until),
  quantity: 1,
  ...more,
});

const shown = (usage: readonly DayUsage[]) =>
  usage
    .map(
      ({ key, projectRef, fromSeconds, quantity }) =>
        [key, projectRef, new Date(fromSeconds * 1000).toISOString().slice(5, 16), quantity] as const,
    )
    .sort(([, , a], [, , b]) => (a < b ? -1 : 1));

it('gives each clock hour to the day that touches it first, and none that an earlier part has paid', async () => {
  const spans = [span('2026-03-01T08:00:00Z', '2026-03-02T02:15:00Z'), span('2026-03-03T23:59:00Z', '2026-03-04T00:01:00Z')];
  expect(shown(await run(usageOfDays({ counts: [], spans }, start, at('2026-03-04T00:00:00Z'))))).toEqual([
    // The first day starts at 10:30. The clock hour from 10:00 is already charged for usage before 10:30, so it is not included.
    ['COMPUTE_HOURS_L:primary', 'a', '03-01T10:30', 13n],
    ['COMPUTE_HOURS_L:primary', 'a', '03-02T00:00', 3n],
    ['COMPUTE_HOURS_L:primary', 'a', '03-03T00:00', 1n],
  ]);
});

it('gives the same hours if the days are read one by one', async () => {
  const spans = [
    span('2026-03-01T11:10:00Z', '2026-03-03T05:15:00Z'),
    span('2026-03-02T23:30:00Z', '2026-03-03T00:30:00Z', { resourceId: 'b' }),
  ];
  const end = at('2026-03-03T12:00:00Z');
  const bounds = [start, at('2026-03-02T00:00:00Z'), at('2026-03-03T00:00:00Z'), end];
  const single: DayUsage[] = [];
  for (const [index, from] of bounds.slice(0, -1).entries())
    single.push(...(await run(usageOfDays({ counts: [], spans }, from, bounds[index + 1] ?? end))));
  expect(shown(single)).toEqual(shown(await run(usageOfDays({ counts: [], spans }, start, end))));
});

it('sums counts and takes the highest value of peaks', async () => {
  const day = Math.floor(start / 86_400);
  const counts: CountedDay[] = [
    ['a', 'EGRESS', day, '12345678901234567890', '5'],
    ['a', 'REALTIME_PEAK_CONNECTIONS', day + 1, '70', '40'],
  ];
  expect(shown(await run(usageOfDays({ counts, spans: [] }, start, at('2026-03-04T00:00:00Z'))))).toEqual([
    ['EGRESS:primary', 'a', '03-01T10:30', 12345678901234567890n],
    ['REALTIME_PEAK_CONNECTIONS:primary', 'a', '03-02T00:00', 40n],
  ]);
});
