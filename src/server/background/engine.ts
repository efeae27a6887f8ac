import { actingAsPlatform } from '#server/database/acting.ts';
import { databaseCode } from '#server/database/database-error.ts';
import type { Database } from '#server/database/database.ts';
import type { Log } from '#server/tracing/log.ts';
import {
  endJobs,
  endScheduledJob,
  failJob,
  hasWork,
  isAtWork,
  jobsBehind,
  keepJobsInOrder,
  queuesWithWork,
  releaseJobsOfOthers,
  requestRun,
  takeJobs,
  type QueueName,
  type TakenJob,
} from '#server/store/background-jobs.ts';

const pollMs = 1000;
const upkeepSeconds = 60;
/** Until the database answers again, what has ended is noted. */
const noteAgainMs = 1000;
const idlePollMs = 20;

/** A queue whose jobs each name a lane, such as an organization. A lane is served by one process at a time. */
export interface LaneQueue {
  readonly queue: QueueName;
  /** How many lanes this process serves at once. */
  readonly atOnce: number;
  /** False lets everything wait. */
  readonly isOpen?: () => Promise<boolean>;
  /**
   * Does what is due in a lane.
   * @param isStopping true from when the process is to end: then nothing more is begun
   * @returns whether something due is left
   */
  readonly serve: (lane: string, isStopping: () => boolean) => Promise<boolean>;
}

/** Work of the whole platform: one process does it, every so many seconds. */
export interface Schedule {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: () => Promise<unknown>;
}

export interface BackgroundEngine {
  readonly start: () => void;
  /** Looks for due jobs at once. */
  readonly wake: () => void;
  /** Serves a queue until this process finds no lane that it could serve. @returns how many jobs it took */
  readonly drain: (queue: QueueName) => Promise<number>;
  /** Resolves when nothing of a queue is due any more in any process. */
  readonly idle: (queue: QueueName) => Promise<void>;
  /** Lets lanes finish what they are at; none is begun afterwards. */
  readonly stop: () => Promise<void>;
}

interface EngineParts {
  readonly db: Database;
  readonly log: Log;
  /** Names the process: what it was at is free for others when it has ended. */
  readonly processId: string;
  /** True where no other process works on the same database: then what others were at is free. */
  readonly isOnlyProcess?: boolean;
  readonly queues: readonly LaneQueue[];
  readonly schedules?: readonly Schedule[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Every schedule is a lane of one queue, so that no run begins while another process is still at the one before. */
const asLanes = (schedules: readonly Schedule[]): LaneQueue => ({
  queue: 'schedules',
  atOnce: schedules.length,
  serve: async (lane) => {
    await schedules.find(({ name }) => name === lane)?.run();
    return false;
  },
});

/** Takes due jobs from pg-boss and serves their lanes. Any number of processes may, on one database. */
export function createEngine({ db, log, processId, isOnlyProcess = false, queues, schedules = [] }: EngineParts): BackgroundEngine {
  const all: readonly Schedule[] = [...schedules, { name: 'upkeep', everySeconds: upkeepSeconds, run: () => keepJobsInOrder(db) }];
  const served = [...queues, asLanes(all)];
  const running = new Map<QueueName, Set<Promise<void>>>(served.map(({ queue }) => [queue, new Set()]));
  const turns = new Map<QueueName, Promise<unknown>>();
  const timers: NodeJS.Timeout[] = [];
  const state = { stopped: false, isWakeRequested: false, looking: null as Promise<void> | null, keepsOthers: !isOnlyProcess };
  const isStopping = (): boolean => state.stopped;
  const under = (queue: QueueName): Set<Promise<void>> => running.get(queue) ?? new Set();

  /** A job whose end is not noted would keep its lane from everybody. */
  const note = async (end: () => Promise<void>): Promise<void> => {
    for (;;)
      try {
        return await end();
      } catch (error) {
        log.warn({ err: error, event: 'job_end_not_noted' }, 'the end of a job could not be noted');
        if (state.stopped) return;
        await pause(noteAgainMs);
      }
  };

  const serve = async ({ queue, serve: serveLane }: LaneQueue, job: TakenJob): Promise<void> => {
    const { id, lane } = job;
    try {
      const behind = await jobsBehind(db, queue, job);
      const isUnfinished = await serveLane(lane, isStopping);
      await note(() => (queue === 'schedules' ? endScheduledJob(db, id) : endJobs(db, queue, lane, [id, ...behind], isUnfinished)));
    } catch (error) {
      log.error({ err: error, event: 'lane_failed', queue, lane }, 'a lane of a queue could not be served');
      await note(() => failJob(db, queue, id, databaseCode(error) ?? (error instanceof Error ? error.name : 'unknown')));
    }
  };

  const fillNow = async (of: LaneQueue): Promise<number> => {
    const own = under(of.queue);
    if (of.isOpen && !(await of.isOpen())) return 0;
    const free = of.atOnce - own.size;
    if (state.stopped || free <= 0) return 0;
    const jobs = await takeJobs(db, of.queue, processId, free);
    for (const job of jobs) {
      const run = actingAsPlatform(() => serve(of, job)).finally(() => {
        own.delete(run);
        wake();
      });
      own.add(run);
    }
    return jobs.length;
  };

  /** One after the other, or two would take more lanes together than this process may serve. */
  const fill = (of: LaneQueue): Promise<number> => {
    const turn = (turns.get(of.queue) ?? Promise.resolve()).then(() => fillNow(of));
    turns.set(
      of.queue,
      turn.catch(() => undefined),
    );
    return turn;
  };

  const look = async (): Promise<void> => {
    // Not before the first answer: the database would open every queue's table and indexes for it.
    if (!state.keepsOthers) await releaseJobsOfOthers(db, processId);
    state.keepsOthers = true;
    while (state.isWakeRequested && !state.stopped) {
      state.isWakeRequested = false;
      const due = await queuesWithWork(db);
      for (const of of served) if (due.includes(of.queue)) await fill(of);
    }
  };
  const wake = (): void => {
    // Before its start it only does what a caller asks for.
    if (timers.length === 0 || state.stopped) return;
    state.isWakeRequested = true;
    state.looking ??= actingAsPlatform(look)
      .catch((error: unknown) => log.warn({ err: error }, 'due jobs could not be looked for'))
      .finally(() => {
        state.looking = null;
        if (state.isWakeRequested) wake();
      });
  };

  const drain = async (queue: QueueName): Promise<number> => {
    const of = served.find((one) => one.queue === queue);
    let taken = 0;
    if (!of) return taken;
    while (!state.stopped) {
      await Promise.all(under(queue));
      const more = (await hasWork(db, queue)) ? await actingAsPlatform(() => fill(of)) : 0;
      if (more === 0 && under(queue).size === 0) break;
      taken += more;
    }
    return taken;
  };

  return {
    wake,
    drain,
    start: () => {
      timers.push(
        setInterval(wake, pollMs),
        ...all.map(({ name, everySeconds }) =>
          setInterval(
            () =>
              void requestRun(db, name, everySeconds).then(wake, (error: unknown) =>
                log.warn({ err: error, schedule: name }, 'a schedule could not be asked for'),
              ),
            everySeconds * 1000,
          ),
        ),
      );
      for (const timer of timers) timer.unref();
    },
    idle: async (queue) => {
      const of = served.find((one) => one.queue === queue);
      for (;;) {
        await drain(queue);
        if (state.stopped || (of?.isOpen && !(await of.isOpen())) || !(await isAtWork(db, queue))) return;
        await pause(idlePollMs);
      }
    },
    stop: async () => {
      state.stopped = true;
      for (const timer of timers) clearInterval(timer);
      await state.looking;
      await Promise.all(turns.values());
      for (const own of running.values()) await Promise.all(own);
    },
  };
}
