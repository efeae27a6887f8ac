import { setTimeout as wait } from 'node:timers/promises';
import { actingAsPlatform } from '#server/database/acting.ts';
import { databaseCode } from '#server/database/database-error.ts';
import type { Database } from '#server/database/database.ts';
import type { Log } from '#server/tracing/log.ts';
import { endJobs, endScheduledJob, failJob, jobsBehind, takeJobs, type QueueName, type TakenJob } from '#server/store/background-jobs.ts';

/** Until the database answers again, what has ended is noted. */
const noteAgainMs = 1000;

/** A queue whose jobs each name a lane, such as an organization. A lane is served by one process at a time. */
export interface LaneQueue {
  readonly queue: QueueName;
  /** How many lanes this process serves at once. */
  readonly atOnce: number;
  /** False lets everything wait. */
  readonly isOpen?: () => Promise<boolean>;
  /**
   * Runs the due jobs of a lane.
   * @param isStopping true from when the process is to end: then nothing more is begun
   * @returns whether something due is left
   */
  readonly serve: (lane: string, isStopping: () => boolean) => Promise<boolean>;
}

export interface LaneRunner {
  /** Takes as many due jobs of a queue as this process may serve in addition. @returns how many */
  readonly fill: (of: LaneQueue) => Promise<number>;
  /** The runs of a queue that have not ended. */
  readonly runsOf: (queue: QueueName) => ReadonlySet<Promise<void>>;
  /** Resolves when the runs of all queues have ended. */
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

/** Repeats until the end of a job is noted: otherwise the job would keep its lane from everybody. */
async function noteEnd({ log, isStopping }: RunnerParts, end: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      return await end();
    } catch (error) {
      log.warn({ err: error, event: 'job_end_not_noted' }, 'the end of a job could not be noted');
      if (isStopping()) return;
      await wait(noteAgainMs);
    }
}

/** Takes jobs of queues and serves their lanes. */
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
      await noteEnd(parts, () =>
        queue === 'schedules' ? endScheduledJob(db, id) : endJobs(db, queue, lane, [id, ...behind], isUnfinished),
      );
    } catch (error) {
      log.error({ err: error, event: 'lane_failed', queue, lane }, 'a lane of a queue could not be served');
      await noteEnd(parts, () => failJob(db, queue, id, databaseCode(error) ?? (error instanceof Error ? error.name : 'unknown')));
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
    // One after the other, or two would take more lanes together than this process may serve.
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
