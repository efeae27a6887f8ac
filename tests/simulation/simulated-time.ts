import { syncBuiltinESMExports } from 'node:module';
import waits from 'node:timers/promises';
import { watchStatements } from './statements.ts';
import { watchThreadTasks } from './thread-tasks.ts';

interface Timer {
  readonly dueMs: number;
  readonly act: () => void;
}

/** If no statement or thread task runs during this number of event loop turns, all remaining work waits for timers. */
const quietTurns = 3;

const real = { Date, setTimeout, clearTimeout, wait: waits.setTimeout };

/** Simulated clock. It stops while work is running, and then jumps to the next timer. So every history is reproducible. */
class SimulatedTime {
  private nowMs: number;
  private readonly timers = new Set<Timer>();
  /** Number of running statements and thread tasks. The clock must not jump while they run, although the event loop is idle then. */
  private underWay = 0;
  private moves = 0;
  private isWatched = false;
  private isOver = false;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Returns the simulated time. Every read advances the clock by 1 ms, so that times are unique. */
  read = (): number => (this.nowMs += 1);

  add(ms: number, act: () => void): Timer {
    const timer = { dueMs: this.nowMs + Math.max(0, ms), act };
    this.timers.add(timer);
    this.moved();
    return timer;
  }

  remove(timer: Timer): void {
    this.timers.delete(timer);
  }

  began = (): void => {
    this.underWay += 1;
  };

  ended = (): void => {
    this.underWay -= 1;
    this.moved();
  };

  end(): void {
    this.isOver = true;
  }

  private moved(): void {
    this.moves += 1;
    if (this.isWatched || this.timers.size === 0) return;
    this.isWatched = true;
    this.watch(this.moves, quietTurns);
  }

  private watch(moves: number, turns: number): void {
    setImmediate(() => {
      if (this.isOver || this.underWay > 0 || this.timers.size === 0) this.isWatched = false;
      else if (moves !== this.moves) this.watch(this.moves, quietTurns);
      else if (turns > 0) this.watch(moves, turns - 1);
      else this.goOn();
    });
  }

  private goOn(): void {
    this.isWatched = false;
    const [next] = [...this.timers].toSorted((a, b) => a.dueMs - b.dueMs);
    if (!next) return;
    this.timers.delete(next);
    this.nowMs = Math.max(this.nowMs, next.dueMs);
    next.act();
    this.moved();
  }
}

class Handle {
  readonly timer: Timer;
  constructor(timer: Timer) {
    this.timer = timer;
  }
  ref = (): this => this;
  unref = (): this => this;
  hasRef = (): boolean => true;
}

const dateOf = (time: SimulatedTime): DateConstructor =>
  new Proxy(real.Date, {
    construct: (target, values: [], newTarget) =>
      Reflect.construct(target, values.length === 0 ? [time.read()] : values, newTarget) as object,
    get: (target, name) => (name === 'now' ? time.read : (Reflect.get(target, name) as unknown)),
  });

/**
 * Runs the function `work` in simulated time from `startMs`. Only one call may run at a time, because each call replaces global functions.
 */
export async function inSimulatedTime<T>(startMs: number, work: () => Promise<T>): Promise<T> {
  const time = new SimulatedTime(startMs);
  globalThis.Date = dateOf(time);
  globalThis.setTimeout = ((act: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
    new Handle(time.add(ms, () => act(...values)))) as unknown as typeof setTimeout;
  globalThis.clearTimeout = (handle: unknown) => {
    if (handle instanceof Handle) time.remove(handle.timer);
    else real.clearTimeout(handle as NodeJS.Timeout);
  };
  waits.setTimeout = ((ms: number, value: unknown) =>
    new Promise<unknown>((resolve) => time.add(ms, () => resolve(value)))) as typeof real.wait;
  syncBuiltinESMExports();
  const watches = [watchStatements(time.began, time.ended), watchThreadTasks(time.began, time.ended)];
  try {
    return await work();
  } finally {
    time.end();
    globalThis.Date = real.Date;
    globalThis.setTimeout = real.setTimeout;
    globalThis.clearTimeout = real.clearTimeout;
    waits.setTimeout = real.wait;
    syncBuiltinESMExports();
    for (const { undo } of watches) undo();
  }
}
