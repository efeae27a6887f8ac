import type { BackgroundEngine } from '#server/background/engine.ts';
import type { LaneQueue } from '#server/background/lane-runner.ts';
import { actingAsPlatform } from '#server/database/acting.ts';
import { collectDue } from './collect.ts';
import { pauseOf, type PaymentContext } from './context.ts';
import { runEvents } from './events.ts';
import { runOutbox } from './outbox-work.ts';
import { reconcilePayments } from './reconcile.ts';

const pollMs = 5000;
/** One process reconciles for all processes. */
export const reconcileSeconds = 180;
const pausedPollMs = 15_000;

export interface Worker {
  /** Makes the worker look for work immediately. Several calls during a run have the effect of one call. */
  readonly wake: () => void;
  readonly idle: () => Promise<void>;
  readonly reconcile: (unansweredAfterMs?: number) => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

const atOnce = 4;

/** Gateway events have one lane per object, gateway work has one lane per organization. */
export const gatewayQueues = (payments: PaymentContext): readonly LaneQueue[] => [
  {
    queue: 'gateway-events',
    atOnce,
    serve: async (lane, isStopping) => {
      while (!isStopping()) if ((await runEvents(payments, lane)) === 0) return false;
      return true;
    },
  },
  {
    queue: 'gateway-work',
    atOnce,
    isOpen: () => Promise.resolve(pauseOf(payments) === null),
    serve: async (lane, isStopping) => {
      while (!isStopping()) if ((await runOutbox(payments, Number(lane))) === 0) return false;
      return true;
    },
  },
];

/**
 * Several processes can run workers at the same time.
 * @param engine runs gateway events and gateway work; without an engine (for example in simulated time), the worker runs both
 */
export function createWorker(payments: () => PaymentContext, engine: () => Pick<BackgroundEngine, 'drain'> | null = () => null): Worker {
  const state: { isWakeRequested: boolean; stopped: boolean; running: Promise<void> | null } = {
    isWakeRequested: false,
    stopped: false,
    running: null,
  };
  const timers: NodeJS.Timeout[] = [];

  const round = async (): Promise<void> => {
    while (state.isWakeRequested && !state.stopped) {
      state.isWakeRequested = false;
      const context = payments();
      try {
        const by = engine();
        const acted = by
          ? (await by.drain('gateway-events')) + (await by.drain('gateway-work'))
          : (await runEvents(context)) + (await runOutbox(context));
        const done = acted + (await collectDue(context));
        if (done > 0) state.isWakeRequested = true;
      } catch (error) {
        context.log.error({ err: error }, 'the worker failed');
        return;
      }
    }
  };
  const wake = (): void => {
    state.isWakeRequested = true;
    if (state.stopped || state.running) return;
    state.running = actingAsPlatform(round).finally(() => {
      state.running = null;
      if (state.isWakeRequested) wake();
    });
  };
  const idle = async (): Promise<void> => {
    wake();
    while (state.running) await state.running;
  };
  const checkInstance = async (): Promise<void> => {
    const { instance, log } = payments();
    await instance?.check().catch((error: unknown) => log.error({ err: error }, 'the owner of the payment gateway could not be read'));
  };
  const settle = async (unansweredAfterMs?: number): Promise<void> => {
    await checkInstance();
    await reconcilePayments(payments(), unansweredAfterMs).catch((error: unknown) =>
      payments().log.error({ err: error }, 'reconciling failed'),
    );
    await idle();
  };
  return {
    wake,
    idle,
    reconcile: settle,
    start: () => {
      timers.push(
        setInterval(wake, pollMs),
        // While writes are paused, an operator may have run gateway:adopt.
        setInterval(() => void (pauseOf(payments()) === null || checkInstance().then(wake)), pausedPollMs),
        // Each process verifies its own permission to write.
        setInterval(() => void checkInstance(), reconcileSeconds * 1000),
      );
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      state.stopped = true;
      for (const timer of timers) clearInterval(timer);
      await state.running;
    },
  };
}
