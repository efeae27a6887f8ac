/**
 * Measures the calculation time of an upcoming invoice. The organization has 10 to 10,000 projects with daily records for a month.
 * Run: npx tsx tests/bench/engine.ts [--json]
 */
import { parseArgs } from 'node:util';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';
import { upcomingInvoice } from '#tests/oracle/whole-results.ts';

const DAY = 86_400;
const START = Date.UTC(2026, 5, 1) / 1000;
const CYCLE = { startSeconds: START, endSeconds: START + 30 * DAY };
const DAILY: readonly [metric: UsageMetric, quantity: number][] = [
  ['COMPUTE_HOURS_SM', 1],
  ['DISK_SIZE_GB_HOURS_GP3', 40],
  ['IPV4', 1],
  ['EGRESS', 3_000_000_007],
  ['MONTHLY_ACTIVE_USERS', 1001],
  ['STORAGE_SIZE', 12_000_000_011],
];

function monthOf(projects: number): UsageEntry[] {
  const entries: UsageEntry[] = [];
  for (let project = 0; project < projects; project += 1) {
    const projectRef = `project-${String(project).padStart(6, '0')}`;
    for (let day = 0; day < 30; day += 1) {
      const fromSeconds = START + day * DAY;
      for (const [metric, quantity] of DAILY) {
        entries.push({
          projectRef,
          metric,
          kind: 'primary',
          resourceId: projectRef,
          fromSeconds,
          untilSeconds: fromSeconds + DAY,
          quantity,
        });
      }
    }
  }
  return entries;
}

function measure(run: () => void, rounds: number): number {
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

const curve = [10, 100, 1000, 10_000].map((projects) => {
  const period = {
    planId: 'pro' as const,
    book: FIRST_BOOK,
    cycle: CYCLE,
    cap: { initiallyOn: false, changes: [] },
    discounts: [],
    invoiced: [],
    entries: monthOf(projects),
  };
  const run = (): void => void upcomingInvoice({ period, carriedOver: [] }, CYCLE.endSeconds);
  run();
  const milliseconds = measure(run, projects > 1000 ? 3 : 9);
  return { projects, rows: period.entries.length, milliseconds, microsecondsPerRow: (milliseconds * 1000) / period.entries.length };
});

if (parseArgs({ options: { json: { type: 'boolean' } } }).values.json) {
  console.log(JSON.stringify({ name: 'upcoming invoice', curve }));
} else {
  console.log('projects      rows        ms    µs per row');
  for (const { projects, rows, milliseconds, microsecondsPerRow } of curve) {
    console.log(
      `${String(projects).padStart(8)} ${String(rows).padStart(9)} ${milliseconds.toFixed(1).padStart(9)} ${microsecondsPerRow.toFixed(3).padStart(13)}`,
    );
  }
}
