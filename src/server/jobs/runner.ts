import type { Clock } from '#server/clock.ts';
import { writeSetting } from '#server/database/settings.ts';
import { stepFrom } from '#lib/dates/calendar.ts';
import { moveJobs } from '#server/store/background-jobs.ts';
import { beginEmailHold, breakOffEmailHold } from '#server/store/notices/notices.ts';
import { DIGEST_DAYS } from '#server/domain/notices.ts';
import { LATE_USAGE_DAYS } from '#server/domain/collection.ts';
import { billLateUsages, checkPriceBooks, closeCycles, finalizeInvoices, reviewAllBudgets, reviewRestrictions } from './all-jobs.ts';
import { PRICE_NOTICE_DAYS } from '#server/domain/book/price-rises.ts';
import type { Job, JobScope } from './job.ts';

export const storeJobs: readonly Job[] = [
  checkPriceBooks(PRICE_NOTICE_DAYS),
  closeCycles,
  finalizeInvoices,
  billLateUsages(LATE_USAGE_DAYS),
  reviewRestrictions,
  reviewAllBudgets,
];

const limitJobs: readonly Job[] = [reviewRestrictions, reviewAllBudgets];

/** One process runs the jobs for all processes, at this interval. */
export const jobSeconds = 60;

export interface Jobs {
  /** Performs all work that became due since the last run, in order of due time. Each job gets its due instant as the current time. */
  readonly runDue: () => Promise<number>;
  readonly reviewLimits: () => Promise<number>;
  /** Moves the clock forward, and performs all work that becomes due before the new time, in order of due time. */
  readonly moveClock: (toSeconds: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

async function earliestDue(jobs: readonly Job[], scope: JobScope, afterSeconds: number): Promise<number | null> {
  let earliest: number | null = null;
  for (const job of jobs) {
    const due = await job.nextDue(scope.db, afterSeconds);
    if (due === null) continue;
    // Advances at least one second per round. Otherwise, work due within the current second would be found endlessly.
    const at = Math.max(due, afterSeconds + 1);
    if (earliest === null || at < earliest) earliest = at;
  }
  return earliest;
}

async function runAll(jobs: readonly Job[], scope: JobScope, atSeconds: number): Promise<number> {
  let done = 0;
  for (const job of jobs) done += await runTimed(job, scope, atSeconds);
  return done;
}

async function runTimed(job: Job, scope: JobScope, atSeconds: number): Promise<number> {
  const started = performance.now();
  let outcome: 'done' | 'failed' = 'failed';
  try {
    const done = await job.run(scope, atSeconds);
    outcome = 'done';
    return done;
  } finally {
    scope.onRun?.(job.name, outcome, (performance.now() - started) / 1000);
  }
}

/** Performs due work until now, one instant after another. Visits each instant once, so failed work is retried in the next run. */
async function runUntil(
  jobs: readonly Job[],
  scope: JobScope,
  nowSeconds: number,
  arrive: (atSeconds: number) => Promise<void>,
): Promise<number> {
  let done = 0;
  let after = Number.NEGATIVE_INFINITY;
  for (;;) {
    const due = await earliestDue(jobs, scope, after);
    if (due === null || due > nowSeconds) break;
    await arrive(due);
    done += await runAll(jobs, scope, due);
    after = due;
  }
  await arrive(nowSeconds);
  return done + (await runAll(jobs, scope, nowSeconds));
}

const stay = (): Promise<void> => Promise.resolve();

/** @param settled resolves when the clock can be moved safely, for example when no charge is in progress */
export function createJobs(scope: JobScope, clock: Clock, jobs: readonly Job[] = storeJobs, settled: () => Promise<void> = stay): Jobs {
  let last: Promise<unknown> = Promise.resolve();
  let stopped = false;

  /** Only one task runs at a time, because concurrent tasks would block each other. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const runDue = (): Promise<number> => inTurn(() => (stopped ? Promise.resolve(0) : runUntil(jobs, scope, clock.nowSeconds(), stay)));

  const setTo = async (seconds: number): Promise<void> => {
    if (seconds <= clock.nowSeconds()) return;
    await settled();
    const stepMs = seconds * 1000 - clock.nowMs();
    clock.moveTo(clock.offsetMs() + stepMs);
    await scope.db.transaction(async (tx) => {
      await writeSetting(tx, 'clock_offset_ms', Math.round(clock.offsetMs()));
      await moveJobs(tx, stepMs / 1000);
    });
  };

  return {
    runDue,
    reviewLimits: () => (stopped ? Promise.resolve(0) : runAll(limitJobs, scope, clock.nowSeconds())),
    moveClock: (toSeconds) =>
      inTurn(async () => {
        if (toSeconds > stepFrom(clock.nowSeconds(), { days: DIGEST_DAYS })) await beginEmailHold(scope.db, toSeconds);
        try {
          return await runUntil(jobs, scope, toSeconds, setTo);
        } finally {
          await breakOffEmailHold(scope.db, clock.nowSeconds());
        }
      }),
    stop: async () => {
      stopped = true;
      await last;
    },
  };
}
