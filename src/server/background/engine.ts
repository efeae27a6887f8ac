import { setTimeout as wait } from 'node:timers/promises';
import { actingAsPlatform } from '#server/database/acting.ts';
import type { Database } from '#server/database/database.ts';
import type { Log } from '#server/tracing/log.ts';
import {
  hasWork,
  isAtWork,
  keepJobsInOrder,
  queuesWithWork,
  releaseJobsOfOthers,
  requestRun,
  type QueueName,
} from '#server/store/background-jobs.ts';
import { createLaneRunner, type LaneQueue, type LaneRunner } from './lane-runner.ts';

const pollMs = 1000;
const upkeepSeconds = 60;
const idlePollMs = 20;

/** Periodic work of the whole platform, run by one process at a time. */
export interface Schedule {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: () => Promise<unknown>;
}

export interface BackgroundEngine {
  readonly start: () => void;
  readonly wake: () => void;
  /** Runs due jobs of a queue until this process can start no further job. @returns the number of started jobs */
  readonly drain: (queue: QueueName) => Promise<number>;
  /** Resolves when no process has due jobs in the queue. */
  readonly idle: (queue: QueueName) => Promise<void>;
  /** Starts no further jobs, and resolves when the running jobs have ended. */
  readonly stop: () => Promise<void>;
}

interface EngineParts {
  readonly db: Database;
  readonly log: Log;
  /** ID of this process. When the process has ended, other processes release its jobs. */
  readonly processId: string;
  /** True if no other process uses the database. The jobs of all earlier processes can then be released. */
  readonly isOnlyProcess?: boolean;
  readonly queues: readonly LaneQueue[];
  readonly schedules?: readonly Schedule[];
}

/** Serves each schedule as a lane, so that two processes never run one schedule at the same time. */
const asLanes = (schedules: readonly Schedule[]): LaneQueue => ({
  queue: 'schedules',
  atOnce: schedules.length,
  serve: async (lane) => {
    await schedules.find(({ name }) => name === lane)?.run();
    return false;
  },
});

/** Requests a run of each schedule at its interval. @returns the timers, which do not keep the process alive */
const startSchedules = ({ db, log }: EngineParts, schedules: readonly Schedule[], onRequest: () => void): NodeJS.Timeout[] =>
  schedules.map(({ name, everySeconds }) => {
    const request = () =>
      requestRun(db, name, everySeconds).then(onRequest, (error: unknown) =>
        log.warn({ err: error, schedule: name }, 'a run of a schedule could not be requested'),
      );
    return setInterval(() => void request(), everySeconds * 1000).unref();
  });

async function drainQueue(db: Database, lanes: LaneRunner, of: LaneQueue, isStopping: () => boolean): Promise<number> {
  let takenCount = 0;
  while (!isStopping()) {
    await Promise.all(lanes.runsOf(of.queue));
    const more = (await hasWork(db, of.queue)) ? await actingAsPlatform(() => lanes.fill(of)) : 0;
    if (more === 0 && lanes.runsOf(of.queue).size === 0) break;
    takenCount += more;
  }
  return takenCount;
}

export function createEngine(parts: EngineParts): BackgroundEngine {
  const { db, log, processId, isOnlyProcess = false, queues, schedules = [] } = parts;
  const all: readonly Schedule[] = [...schedules, { name: 'upkeep', everySeconds: upkeepSeconds, run: () => keepJobsInOrder(db) }];
  const served = [...queues, asLanes(all)];
  const timers: NodeJS.Timeout[] = [];
  const state = { stopped: false, isWakeRequested: false, looking: null as Promise<void> | null, keepsOthers: !isOnlyProcess };
  const isStopping = (): boolean => state.stopped;
  const lanes = createLaneRunner({ db, log, processId, queues: served.map(({ queue }) => queue), isStopping, onRunEnd: () => wake() });

  const look = async (): Promise<void> => {
    // Jobs are released here and not at the start, because opening the tables and indexes of all queues would delay the first response.
    if (!state.keepsOthers) await releaseJobsOfOthers(db, processId);
    state.keepsOthers = true;
    while (state.isWakeRequested && !state.stopped) {
      state.isWakeRequested = false;
      const due = await queuesWithWork(db);
      for (const of of served) if (due.includes(of.queue)) await lanes.fill(of);
    }
  };
  const wake = (): void => {
    // Does nothing until the engine has started, because until then jobs run only on request.
    if (timers.length === 0 || state.stopped) return;
    state.isWakeRequested = true;
    state.looking ??= actingAsPlatform(look)
      .catch((error: unknown) => log.warn({ err: error }, 'due jobs could not be fetched'))
      .finally(() => {
        state.looking = null;
        if (state.isWakeRequested) wake();
      });
  };
  const find = (queue: QueueName): LaneQueue | undefined => served.find((one) => one.queue === queue);
  const drain = async (queue: QueueName): Promise<number> => {
    const of = find(queue);
    return of ? drainQueue(db, lanes, of, isStopping) : 0;
  };
  const idle = async (queue: QueueName): Promise<void> => {
    const of = find(queue);
    for (;;) {
      await drain(queue);
      if (state.stopped || (of?.isOpen && !(await of.isOpen())) || !(await isAtWork(db, queue))) return;
      await wait(idlePollMs);
    }
  };

  return {
    wake,
    drain,
    idle,
    start: () => void timers.push(setInterval(wake, pollMs).unref(), ...startSchedules(parts, all, wake)),
    stop: async () => {
      state.stopped = true;
      for (const timer of timers) clearInterval(timer);
      await state.looking;
      await lanes.finish();
    },
  };
}
