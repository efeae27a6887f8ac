import type { BackgroundEngine } from '#server/background/engine.ts';
import type { LaneQueue } from '#server/background/lane-runner.ts';
import { actingAsPlatform } from '#server/database/acting.ts';
import { collectDue } from './collect.ts';
import { pauseOf, type PaymentContext } from './context.ts';
import { runEvents } from './events.ts';
import { runOutbox } from './outbox-work.ts';
import { reconcilePayments } from './reconcile.ts';

const pollMs = 5000;
/** How often everything with an unknown outcome is settled, by one process for all. */
export const reconcileSeconds = 180;
const pausedPollMs = 15_000;

export interface Worker {
  /** Looks for work at once; many calls while it is at it are one. */
  readonly wake: () => void;
  /** Resolves when nothing is due any more. */
  readonly idle: () => Promise<void>;
  /** Reconciles now, then does what is due. */
  readonly reconcile: (unansweredAfterMs?: number) => Promise<void>;
  /** Starts looking by itself. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** Objects of the gateway, and organizations, that one process is at in one queue. */
const atOnce = 4;

/** For the engine: events of the gateway, a lane for each object; what the gateway is to be told, a lane for each organization. */
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
 * Does what was written down for it: events, work for the gateway, invoices that are due. Any number may run at once.
 * @param engine what events and work go through; without it, as in simulated time, they are taken directly
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
    await instance?.check().catch((error: unknown) => log.error({ err: error }, 'whose the payment gateway is could not be read'));
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
        // An operator may have made the gateway this database's own.
        setInterval(() => void (pauseOf(payments()) === null || checkInstance().then(wake)), pausedPollMs),
        // Each process knows for itself whether it may write there.
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
