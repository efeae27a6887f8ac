/** Pricing must not block the event loop for long, even for a large organization with many periods. */
import { expect, it } from 'vitest';
import type { Steps } from '#lib/steps.ts';
import { paceSteps } from '#lib/steps.ts';
import { billSteps } from './bill.ts';
import { dailySteps } from './daily-usage.ts';
import { spendCapSteps } from './invoice.ts';
import { estimateSteps, quoteSteps } from './quote.ts';
import { DAY, event, JULY, JUNE, june, span } from '#tests/oracle/examples.ts';
import { sliceSteps } from './usage-slices.ts';
import { summarySteps } from './usage-summary.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';

const projectCount = 1000;
const cycleCount = 60;
const longestMs = 50;

const ofProjects = <T>(make: (inProject: { projectRef: string; resourceId: string }, index: number) => T[]): T[] =>
  Array.from({ length: projectCount }, (_, index) =>
    make({ projectRef: `project-${index}`, resourceId: `project-${index}` }, index),
  ).flat();

const starts = Array.from({ length: cycleCount }, (_, index) => JUNE + Math.floor((index * 30 * DAY) / cycleCount));
const cycles = starts.map((startSeconds, index) => ({
  startSeconds,
  endSeconds: startSeconds + 30 * DAY,
  closedAtSeconds: starts[index + 1] ?? JULY,
}));
const entries = ofProjects((inProject, index) => [
  span('COMPUTE_HOURS_SM', 1, inProject),
  span('DISK_SIZE_GB_HOURS_GP3', 40, inProject),
  span('STORAGE_SIZE', 12e9 + index, inProject),
  ...['EGRESS', 'CACHED_EGRESS', 'FUNCTION_INVOCATIONS', 'MONTHLY_ACTIVE_USERS'].flatMap((metric) =>
    starts.map((fromSeconds) => event(metric as 'EGRESS', 1e6, { ...inProject, fromSeconds })),
  ),
]);
const period = june(entries, { cap: { initiallyOn: false, changes: [] } });
const account = { period, planFeeChargedCents: 2500, balanceCents: 0, carriedOver: [] };
const running = ofProjects(({ projectRef, resourceId }) => [
  { projectRef, resourceId, kind: 'primary' as const, metric: 'COMPUTE_HOURS_SM' as const, quantity: 1 },
  { projectRef, resourceId, kind: 'primary' as const, metric: 'DISK_SIZE_GB_HOURS_GP3' as const, quantity: 40 },
]);
const terms = {
  book: FIRST_BOOK,
  planId: 'team' as const,
  spendCapOn: false,
  discounts: [],
  contract: undefined,
  mfaPhoneEnabledAt: undefined,
};

const work: readonly (readonly [string, () => Steps<unknown>])[] = [
  ['the bill of a cycle', () => billSteps(period, JULY)],
  ['the quote of a plan change', () => quoteSteps(account, { book: FIRST_BOOK, discounts: [], tier: 'tier_team' }, JULY - DAY)],
  ['the quote of the spend cap', () => quoteSteps(account, { book: FIRST_BOOK, discounts: [], tier: 'tier_pro' }, JULY - DAY)],
  ['the invoice of the spend cap', () => spendCapSteps(period, true, JULY - DAY)],
  ['the estimate of a month', () => estimateSteps(terms, running, { startSeconds: JUNE, endSeconds: JULY })],
  ['the usage against quotas', () => summarySteps(period, JULY)],
  ['the usage of each day', () => dailySteps(entries, JUNE, JULY)],
  ['the cutting up by periods', () => sliceSteps(entries, cycles)],
];

/**
 * Returns an upper bound of the longest time on the main thread. For each step, uses the smaller of elapsed time and processor time. The
 * processor time includes other threads.
 */
async function longestStretch(steps: Steps<unknown>): Promise<number> {
  let longest = 0;
  let before = { processor: process.cpuUsage(), elapsedMs: performance.now() };
  const note = () => {
    const { user, system } = process.cpuUsage(before.processor);
    longest = Math.max(longest, Math.min((user + system) / 1000, performance.now() - before.elapsedMs));
    before = { processor: process.cpuUsage(), elapsedMs: performance.now() };
  };
  await paceSteps(steps, async () => note());
  note();
  return longest;
}

it.each(work)('%s never takes the process for 50 ms at a time', { timeout: 60_000 }, async (_, steps) => {
  // Takes the minimum of several runs, to exclude the effect of other processes and garbage collection.
  let least = Infinity;
  for (let run = 0; run < 5 && least >= longestMs; run += 1) least = Math.min(least, await longestStretch(steps()));
  expect(least).toBeLessThan(longestMs);
});
