import { setTimeout as wait } from 'node:timers/promises';
import { actingAsPlatform } from '#server/database/acting.ts';
import { databaseCode } from '#server/database/database-error.ts';
import type { Database } from '#server/database/database.ts';
import type { Log } from '#server/tracing/log.ts';
import { endJobs, endScheduledJob, failJob, jobsBehind, takeJobs, type QueueName, type TakenJob } from '#server/store/background-jobs.ts';

/** Milliseconds between attempts to record the end of a job while the database is unavailable. */
const noteAgainMs = 1000;

/** A queue in which each job names a lane, such as an organization. Only one process at a time serves a lane. */
export interface LaneQueue {
  readonly queue: QueueName;
  /** Maximum number of lanes that one process serves concurrently. */
  readonly atOnce: number;
  /** Returns false while the queue is paused. */
  readonly isOpen?: () => Promise<boolean>;
  /** Runs the due jobs of a lane. @param isStopping returns true if no further job may start @returns true if due jobs remain */
  readonly serve: (lane: string, isStopping: () => boolean) => Promise<boolean>;
}

export interface LaneRunner {
  readonly fill: (of: LaneQueue) => Promise<number>;
  readonly runsOf: (queue: QueueName) => ReadonlySet<Promise<void>>;
  readonly finish: () => Promise<void>;
}

interface RunnerParts {
  readonly db: Database;
  readonly log: Log;
  readonly processId: string;
  readonly queues: readonly QueueName[];
  readonly isStopping: () => boolean;
  readonly onRunEnd: () => void;
}

/** Retries until the end of a job is recorded, because an unrecorded job would block its lane. */
async function recordJobEnd({ log, isStopping }: RunnerParts, end: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      return await end();
    } catch (error) {
      log.warn({ err: error, event: 'job_end_not_noted' }, 'the end of a job could not be recorded');
      if (isStopping()) return;
      await wait(noteAgainMs);
    }
}

export function createLaneRunner(parts: RunnerParts): LaneRunner {
  const { db, log, processId, queues, isStopping, onRunEnd } = parts;
  const running = new Map<QueueName, Set<Promise<void>>>(queues.map((queue) => [queue, new Set()]));
  const turns = new Map<QueueName, Promise<unknown>>();
  const runsOf = (queue: QueueName): Set<Promise<void>> => running.get(queue) ?? new Set();

  const serve = async ({ queue, serve: serveLane }: LaneQueue, job: TakenJob): Promise<void> => {
    const { id, lane } = job;
    try {
      const behind = await jobsBehind(db, queue, job);
      const isUnfinished = await serveLane(lane, isStopping);
      await recordJobEnd(parts, () =>
        queue === 'schedules' ? endScheduledJob(db, id) : endJobs(db, queue, lane, [id, ...behind], isUnfinished),
      );
    } catch (error) {
      log.error({ err: error, event: 'lane_failed', queue, lane }, 'a lane of a queue could not be served');
      await recordJobEnd(parts, () => failJob(db, queue, id, databaseCode(error) ?? (error instanceof Error ? error.name : 'unknown')));
    }
  };

  const fillNow = async (of: LaneQueue): Promise<number> => {
    const queueRuns = runsOf(of.queue);
    if (of.isOpen && !(await of.isOpen())) return 0;
    const free = of.atOnce - queueRuns.size;
    if (isStopping() || free <= 0) return 0;
    const jobs = await takeJobs(db, of.queue, processId, free);
    for (const job of jobs) {
      const run = actingAsPlatform(() => serve(of, job)).finally(() => {
        queueRuns.delete(run);
        onRunEnd();
      });
      queueRuns.add(run);
    }
    return jobs.length;
  };

  return {
    runsOf,
    // For each queue, only one call fills lanes at a time. Concurrent calls could together start more than `atOnce` lanes.
    fill: (of) => {
      const turn = (turns.get(of.queue) ?? Promise.resolve()).then(() => fillNow(of));
      turns.set(
        of.queue,
        turn.catch(() => undefined),
      );
      return turn;
    },
    finish: async () => {
      await Promise.all(turns.values());
      for (const runs of running.values()) await Promise.all(runs);
    },
  };
}
