import { expect, it } from 'vitest';
import { boundsOf, cycleOf, earlierCycles, intervalOf, usageAddress } from './usage-cycles.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const running = { start: at('2026-11-23T08:30:00Z'), end: at('2026-12-23T08:30:00Z'), plan: 'team', carried_over: false } as const;
const cut = { start: at('2026-11-03T10:15:00Z'), end: running.start, plan: 'pro', carried_over: true } as const;
const billed = { start: at('2026-10-03T10:15:00Z'), end: cut.start, plan: 'pro', carried_over: false } as const;

it('names a cycle in an address as an interval, and reads it back', () => {
  const interval = '2026-11-03T10:15:00Z/2026-11-23T08:30:00Z';
  expect(intervalOf(cut)).toBe(interval);
  const address = usageAddress('acme', { project: 'a'.repeat(20), cycle: interval });
  expect(address).toBe(`/org/acme/usage?project=${'a'.repeat(20)}&cycle=${interval}`);
  expect(cycleOf(address.slice(address.indexOf('?')))).toBe(interval);
  expect(boundsOf(interval)).toEqual({ start: '2026-11-03T10:15:00Z', end: '2026-11-23T08:30:00Z' });
  expect(usageAddress('acme', {})).toBe('/org/acme/usage');
});

it.each([
  '',
  '?cycle=',
  '?cycle=2026-11-03',
  '?cycle=2026-13-45T99:99:99Z/2026-14-01T00:00:00Z',
  `?cycle=${intervalOf({ start: 9, end: 8 })}`,
])('takes %j for no cycle', (search) => {
  expect(cycleOf(search)).toBeNull();
});

it('names earlier cycles by days and plan, and what ended one that the next invoice still bills', () => {
  expect(earlierCycles([running, cut, billed]).map(({ name, carriedTitle }) => [name, carriedTitle])).toEqual([
    ['Nov 03, 2026 to Nov 23, 2026, Pro Plan', 'Before the change to Team, Nov 03 to Nov 23'],
    ['Oct 03, 2026 to Nov 03, 2026, Pro Plan', null],
  ]);
  expect(earlierCycles([running])).toEqual([]);
  expect(earlierCycles([])).toEqual([]);
});
