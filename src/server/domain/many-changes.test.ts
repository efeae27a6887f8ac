/** Many spend cap changes must not slow down pricing. Compares CPU times within one process, because absolute times vary. */
import { expect, it } from 'vitest';
import { DAY, event, HOUR, JULY, JUNE, june, span } from '#tests/oracle/examples.ts';
import type { Cycle } from './periods.ts';
import type { UsageEntry } from './usage.ts';
import { usageByCycle, billUsage } from '#tests/oracle/whole-results.ts';

function usageOfJune(instants: readonly number[]): UsageEntry[] {
  return Array.from({ length: 10 }, (_, project) => {
    const inProject = { projectRef: `project-${project}` };
    return [
      span('COMPUTE_HOURS_SM', 1, inProject),
      span('DISK_SIZE_GB_HOURS_GP3', 40, inProject),
      ...Array.from({ length: 720 }, (__, hour) =>
        span('STORAGE_SIZE', 12e9 + hour, { ...inProject, fromSeconds: JUNE + hour * HOUR, untilSeconds: JUNE + (hour + 1) * HOUR }),
      ),
      ...instants.map((fromSeconds) => event('EGRESS', 1e9, { ...inProject, fromSeconds })),
    ];
  }).flat();
}

const instantsOf = (count: number): number[] => Array.from({ length: count }, (_, index) => JUNE + Math.floor((index * 30 * DAY) / count));

/** CPU time of one run in microseconds, user plus system. Linux measures the sum, but only estimates the two parts. */
function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Runs the functions alternately, so that compilation and garbage collection affect both equally. The first runs are not timed. */
function timeRatio(slow: () => void, quick: () => void, count: number): number {
  slow();
  quick();
  const rounds = Array.from({ length: count }, () => [processorTime(slow), processorTime(quick)] as const);
  return Math.min(...rounds.map(([time]) => time)) / Math.min(...rounds.map(([, time]) => time));
}

it('takes at most three times as long with 300 changes of the spend cap as with none, for the same usage', () => {
  const instants = instantsOf(300);
  const usage = usageOfJune(instants);
  const cap = { initiallyOn: false, changes: instants.slice(1).map((atSeconds, index) => ({ atSeconds, on: index % 2 === 0 })) };
  const many = june(usage, { cap });
  const none = june(usage);
  const ratio = timeRatio(
    () => billUsage(many, JULY),
    () => billUsage(none, JULY),
    30,
  );
  expect(ratio).toBeLessThan(3);
});

it('grows no faster than the number of plan changes: each period reads its own usage', () => {
  const price = (count: number) => {
    const starts = instantsOf(count);
    const entries = usageOfJune(starts);
    const cycles = starts.map((startSeconds, index): Cycle => ({
      startSeconds,
      endSeconds: startSeconds + 30 * DAY,
      closedAtSeconds: starts[index + 1] ?? JULY,
    }));
    return () => {
      const slices = usageByCycle(entries, cycles);
      for (const [index, cycle] of cycles.entries()) billUsage(june(slices[index] ?? [], { cycle }), JULY);
    };
  };
  expect(timeRatio(price(300), price(30), 8)).toBeLessThan(15);
});
