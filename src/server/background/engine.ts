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

/** Every schedule is a lane of one queue, so that no run begins while another process is still at the one before. */
const asLanes = (schedules: readonly Schedule[]): LaneQueue => ({
  queue: 'schedules',
  atOnce: schedules.length,
  serve: async (lane) => {
    await schedules.find(({ name }) => name === lane)?.run();
    return false;
  },
});

/** Requests the runs of each schedule. @returns the timers, which keep no process alive */
const startSchedules = ({ db, log }: EngineParts, schedules: readonly Schedule[], onRequest: () => void): NodeJS.Timeout[] =>
  schedules.map(({ name, everySeconds }) => {
    const request = () =>
      requestRun(db, name, everySeconds).then(onRequest, (error: unknown) =>
        log.warn({ err: error, schedule: name }, 'a schedule could not be asked for'),
      );
    return setInterval(() => void request(), everySeconds * 1000).unref();
  });

/** Serves a queue until this process finds no lane that it could serve. @returns how many jobs it took */
async function drainQueue(db: Database, lanes: LaneRunner, of: LaneQueue, isStopping: () => boolean): Promise<number> {
  let taken = 0;
  while (!isStopping()) {
    await Promise.all(lanes.runsOf(of.queue));
    const more = (await hasWork(db, of.queue)) ? await actingAsPlatform(() => lanes.fill(of)) : 0;
    if (more === 0 && lanes.runsOf(of.queue).size === 0) break;
    taken += more;
  }
  return taken;
}

/** Takes due jobs from pg-boss and serves their lanes. Any number of processes may, on one database. */
export function createEngine(parts: EngineParts): BackgroundEngine {
  const { db, log, processId, isOnlyProcess = false, queues, schedules = [] } = parts;
  const all: readonly Schedule[] = [...schedules, { name: 'upkeep', everySeconds: upkeepSeconds, run: () => keepJobsInOrder(db) }];
  const served = [...queues, asLanes(all)];
  const timers: NodeJS.Timeout[] = [];
  const state = { stopped: false, isWakeRequested: false, looking: null as Promise<void> | null, keepsOthers: !isOnlyProcess };
  const isStopping = (): boolean => state.stopped;
  const lanes = createLaneRunner({ db, log, processId, queues: served.map(({ queue }) => queue), isStopping, onRunEnd: () => wake() });

  const look = async (): Promise<void> => {
    // Not before the first answer: the database would open every queue's table and indexes for it.
    if (!state.keepsOthers) await releaseJobsOfOthers(db, processId);
    state.keepsOthers = true;
    while (state.isWakeRequested && !state.stopped) {
      state.isWakeRequested = false;
      const due = await queuesWithWork(db);
      for (const of of served) if (due.includes(of.queue)) await lanes.fill(of);
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
