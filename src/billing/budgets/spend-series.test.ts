import { expect, it } from 'vitest';
import { cyclePoints, groupedInvoices, type SpendInvoice } from './spend-series.ts';

const day = (text: string): number => Date.parse(`${text}T00:00Z`) / 1000;
const invoice = (at: string, groups: Record<string, number>): SpendInvoice => ({
  id: `in_${at}`,
  number: at,
  at: day(at),
  total_cents: Object.values(groups).reduce((sum, cents) => sum + cents, 0),
  groups: Object.entries(groups).map(([group, amount_cents]) => ({ group, amount_cents })),
});

it('stacks invoices by plan, compute and metric, and says each part of a bar', () => {
  const { series, points } = groupedInvoices([
    invoice('2026-05-01', { Plan: 2500, Egress: 900, Nothing: 0 }),
    invoice('2026-06-01', { Plan: 2500, Compute: 4000, Egress: -100 }),
  ]);
  expect(series).toEqual(['Plan', 'Compute', 'Egress']);
  expect(points.map(({ values }) => values)).toEqual([
    [2500, 0, 900],
    [2500, 4000, -100],
  ]);
  expect(points.map(({ label, words }) => [label, words])).toEqual([
    ['May 01', 'May 01, 2026, invoice 2026-05-01: $34.00. Plan $25.00, Egress $9.00'],
    ['Jun 01', 'Jun 01, 2026, invoice 2026-06-01: $64.00. Plan $25.00, Compute $40.00, Egress \u2212$1.00'],
  ]);
});

it('puts what has no color of its own together, and nothing is lost by it', () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`Group ${index}`, 1000 - index]));
  const { series, points } = groupedInvoices([invoice('2026-05-01', many)]);
  expect(series).toEqual(['Group 0', 'Group 1', 'Group 2', 'Everything else']);
  expect(points[0]?.values.reduce((sum, cents) => sum + cents, 0)).toBe(Object.values(many).reduce((sum, cents) => sum + cents, 0));
  expect(groupedInvoices([invoice('2026-05-01', {})]).points[0]?.values).toEqual([0]);
});

it('adds the days of the cycle up to what is expected', () => {
  const points = cyclePoints({
    invoices: [],
    days: [
      { at: day('2026-05-01'), amount_cents: 100 },
      { at: day('2026-05-02'), amount_cents: 50 },
    ],
    projects: [],
    usage_cents: 150,
    fixed_cents: 2500,
    cycle: { start: day('2026-05-01'), end: day('2026-06-01') },
    forecast: { low_cents: 2650, expected_cents: 4000, high_cents: 5000 },
  });
  expect(points.map(({ cents, isExpected }) => [cents, isExpected])).toEqual([
    [2600, false],
    [2650, false],
    [4000, true],
  ]);
});
