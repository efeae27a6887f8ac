import { readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keptFigures } from '#tests/bench/report/write.ts';

// Programs write these files. If a file exceeds its limit, it probably contains raw measurements, or data that can be derived from the
// sources.

const most = {
  'a11y/report/evidence/audit.json': 1_000,
  'a11y/report/evidence/patterns.json': 5_000,
  'tests/bench/figures/figures.json': 18_000,
} as const;

it.each(Object.entries(most))('%s has at most %d bytes', (file, bytes) => {
  expect(statSync(file).size).toBeGreaterThan(100);
  expect(statSync(file).size).toBeLessThanOrEqual(bytes);
});

it('figures are kept without their single measurements', () => {
  expect(readFileSync('tests/bench/figures/figures.json', 'utf8')).not.toContain('"samples"');
  const run = { suite: 'load', build: 'b', date: 'd', rounds: 2, seconds: 1, machine: 'm', details: { raw: [1] } };
  const floor = { name: 'bare', value: 2, samples: [2, 2] };
  const kept = keptFigures([{ ...run, figures: [{ row: 'reads', of: '', value: 3, samples: [3, 4], floor, remark: 'r' }] }]);
  const { details: _, ...rest } = run;
  expect(JSON.parse(kept)).toEqual([
    { ...rest, figures: [{ row: 'reads', of: '', value: 3, floor: { name: 'bare', value: 2 }, remark: 'r' }] },
  ]);
});
