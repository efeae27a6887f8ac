import { expect, it } from 'vitest';
import { fairFigures } from '#tests/bench/fair-figures.ts';
import type { FairTimes } from '#tests/bench/fair-load.ts';
import { failuresOf } from '#tests/bench/gates.ts';

const times: FairTimes = {
  mode: 'one member',
  name: 'pages',
  quiet: [9, 10, 11],
  flooded: [20, 30, 200],
  health: [1, 2, 90],
  statuses: { 200: 7, 429: 3 },
};
const gate = (result: FairTimes) =>
  failuresOf(fairFigures({ connections: 20, slowClients: 2000, results: [result] })).map(({ row }) => row);

it('passes while a request takes at most three times as long at the median', () => {
  expect(gate(times)).toEqual([]);
  expect(fairFigures({ connections: 20, slowClients: 2000, results: [times] })[0]).toMatchObject({
    row: 'fair-turns',
    of: 'one member: pages',
    value: 3,
    floor: { value: 10 },
    remark: '30.0 ms, 99th percentile 200 ms; the flood got 7 answers 200, 3 answers 429',
  });
});

it('fails if it takes longer, if health is late, or if slow connections delay a request by more than a second', () => {
  expect(gate({ ...times, flooded: [20, 31, 32] })).toEqual(['fair-turns']);
  expect(gate({ ...times, health: [1, 2, 101] })).toEqual(['flood-health']);
  const slow = { ...times, mode: 'slow connections', statuses: {} };
  expect(gate({ ...slow, flooded: [9, 10, 1001] })).toEqual(['slow-clients']);
  expect(gate(slow)).toEqual([]);
});
