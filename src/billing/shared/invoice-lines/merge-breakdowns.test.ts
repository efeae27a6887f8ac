import { expect, it } from 'vitest';
import { computeLine, readExample } from './examples.test-support.ts';
import type { ProjectEntry } from './lines.ts';
import { mergeBreakdowns, type Source } from './merge-breakdowns.ts';

const line = readExample(computeLine('XS', []));
const entries = (...amounts: number[]): ProjectEntry[] =>
  amounts.map((amount, index) => ({ ref: `p${index}`, name: `p${index}`, usage: 1, hours: 1, count: 1, amount, size: null }));
const source = (amounts: number[], cursor: string | null = null): Source => ({ line, entries: entries(...amounts), cursor });
const amounts = (sources: Source[]): number[] => mergeBreakdowns(sources).rows.map(({ entry }) => entry.amount);

it('puts the projects of several lines in one order', () => {
  expect(amounts([source([9, 3]), source([7, 5, 1])])).toEqual([9, 7, 5, 3, 1]);
});

it('stops where a line that is not read to its end may have a higher one', () => {
  expect(amounts([source([9, 3]), source([7, 5], 'more')])).toEqual([9, 7, 5]);
  expect(amounts([source([9, 3], 'more'), source([7, 5], 'more')])).toEqual([9, 7, 5]);
  expect(mergeBreakdowns([source([9]), source([7], 'more')]).unread).toHaveLength(1);
});

it('shows nothing while the first projects of a line are unknown', () => {
  expect(amounts([source([9]), source([], 'more')])).toEqual([]);
});

it('has nothing to show for no lines', () => {
  expect(mergeBreakdowns([])).toEqual({ rows: [], unread: [] });
});
