import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tooSlow, withFigures } from '#tests/bench/organizations/growth-tables.ts';

// This test uses sample figures. It checks that the benchmark of a million organizations can write its results into the document.

const page = readFileSync('src/server/deploy/GROWTH.md', 'utf8');
const samples = (small: number, large: number) => ({ small: [small, small, small], large: [large, large, large] });
const times = [
  { name: 'page', warm: samples(10, 11), cold: samples(20, 61) },
  { name: 'jobs, 100 cycles over', warm: samples(1000, 3100), cold: { small: [], large: [] } },
];
const sizes = {
  tables: [
    { table: 'invoices', rows: 1_000_000, bytes: 900_000_000, rowBytes: 900 },
    { table: 'feedback', rows: 10, bytes: 1000, rowBytes: 100 },
  ],
  bytes: 900_001_000,
  indexBytes: 300_000_000,
};

it('the page of figures takes those of a new run in the places of the old ones', () => {
  const changed = withFigures(page, times, sizes);
  expect(changed.match(/^\| page \|.*$/gm)).toEqual(['| page | 10.0 | 11.0 | 1.10 | 20.0 | 61.0 | 3.05 |']);
  expect(changed).toContain('\n| jobs, 100 cycles over | 1,000.0 | 3,100.0 | 3.10 |  |  |  |\n');
  expect(changed).not.toContain('| sign-in |');
  expect(changed).toContain('\n| `invoices` | 1,000,000 | 900 | 0.90 GB | 9.0 GB |\n| all others |  |  | 0.00 GB | 0.0 GB |\n');
  expect(changed).toContain('Measured with a million: 0.9 GB, of which 0.3 GB are indexes. Ten million of the same kind: 9 GB.');
  expect(changed.split('\n').filter((line) => line.startsWith('## '))).toEqual(page.split('\n').filter((line) => line.startsWith('## ')));
  expect(withFigures(changed, times, sizes)).toBe(changed);
  expect(() => withFigures(page.replace('| work |', '| task |'), times, sizes)).toThrow('is not in the text');
});

it('more than three times as slow is too slow, in memory and after a start', () => {
  expect(tooSlow(times)).toEqual(['page, right after a start: 20.0 ms -> 61.0 ms', 'jobs, 100 cycles over: 1,000.0 ms -> 3,100.0 ms']);
});
