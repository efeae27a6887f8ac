/** Many changes in a cycle must not make its price slow. Processor time of one process against itself: no milliseconds. */
import { expect, it } from 'vitest';
import { billUsage } from './bill.ts';
import { DAY, event, HOUR, JULY, JUNE, june, span } from './testing/examples.ts';
import type { Cycle } from './periods.ts';
import type { UsageEntry } from './usage.ts';
import { usageByCycle } from './usage-slices.ts';

/** What ten projects use in June, their counts at the instants between which totals are kept. */
function usageOfJune(instants: readonly number[]): UsageEntry[] {
  return Array.from({ length: 10 }, (_, project) => {
    const own = { projectRef: `project-${project}` };
    return [
      span('COMPUTE_HOURS_SM', 1, own),
      span('DISK_SIZE_GB_HOURS_GP3', 40, own),
      ...Array.from({ length: 720 }, (__, hour) =>
        span('STORAGE_SIZE', 12e9 + hour, { ...own, fromSeconds: JUNE + hour * HOUR, untilSeconds: JUNE + (hour + 1) * HOUR }),
      ),
      ...instants.map((fromSeconds) => event('EGRESS', 1e9, { ...own, fromSeconds })),
    ];
  }).flat();
}

const instantsOf = (count: number): number[] => Array.from({ length: count }, (_, index) => JUNE + Math.floor((index * 30 * DAY) / count));

/** The least of several runs, in microseconds. User and system time together: how the two are told apart is an estimate of the system. */
function processorTime(run: () => void): number {
  const times = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

it('takes at most three times as long with 300 changes of the spend cap as with none', () => {
  const [start = JUNE, ...instants] = instantsOf(300);
  const none = june(usageOfJune([start]));
  const cap = { initiallyOn: false, changes: instants.map((atSeconds, index) => ({ atSeconds, on: index % 2 === 0 })) };
  const many = june(usageOfJune([start, ...instants]), { cap });
  const ratio = processorTime(() => billUsage(many, JULY)) / processorTime(() => billUsage(none, JULY));
  expect(ratio).toBeLessThan(3);
});

it('grows no faster than the number of plan changes: each period reads its own usage', () => {
  const price = (count: number): number => {
    const starts = instantsOf(count);
    const entries = usageOfJune(starts);
    const cycles = starts.map((startSeconds, index): Cycle => ({
      startSeconds,
      endSeconds: startSeconds + 30 * DAY,
      closedAtSeconds: starts[index + 1] ?? JULY,
    }));
    return processorTime(() => {
      const slices = usageByCycle(entries, cycles);
      for (const [index, cycle] of cycles.entries()) billUsage(june(slices[index] ?? [], { cycle }), JULY);
    });
  };
  expect(price(300) / price(30)).toBeLessThan(15);
});
