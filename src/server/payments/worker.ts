import { actingAsPlatform } from '#server/database/acting.ts';
import { collectDue } from './collect.ts';
import { pauseOf, type PaymentContext } from './context.ts';
import { runEvents } from './events.ts';
import { runOutbox } from './outbox-work.ts';
import { forgetOld, reconcilePayments } from './reconcile.ts';

const pollMs = 5000;
const reconcileMs = 3 * 60_000;
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

/** Does what was written down for it: events, work for the gateway, invoices that are due. Any number may run at once. */
export function createWorker(money: () => PaymentContext): Worker {
  const state: { asked: boolean; stopped: boolean; running: Promise<void> | null } = { asked: false, stopped: false, running: null };
  const timers: NodeJS.Timeout[] = [];

  const round = async (): Promise<void> => {
    while (state.asked && !state.stopped) {
      state.asked = false;
      const context = money();
      try {
        const done = (await runEvents(context)) + (await runOutbox(context)) + (await collectDue(context));
        if (done > 0) state.asked = true;
      } catch (error) {
        context.log.error({ err: error }, 'the worker failed');
        return;
      }
    }
  };
  const wake = (): void => {
    state.asked = true;
    if (state.stopped || state.running) return;
    state.running = actingAsPlatform(round).finally(() => {
      state.running = null;
      if (state.asked) wake();
    });
  };
  const idle = async (): Promise<void> => {
    wake();
    while (state.running) await state.running;
  };
  const checkInstance = async (): Promise<void> => {
    const { instance, log } = money();
    await instance?.check().catch((error: unknown) => log.error({ err: error }, 'whose the payment gateway is could not be read'));
  };
  let reconciling = 0;
  const settle = async (unansweredAfterMs?: number): Promise<void> => {
    reconciling += 1;
    await checkInstance();
    await reconcilePayments(money(), unansweredAfterMs).catch((error: unknown) => money().log.error({ err: error }, 'reconciling failed'));
    await forgetOld(money()).catch((error: unknown) => money().log.error({ err: error }, 'old rows could not be removed'));
    reconciling -= 1;
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
        setInterval(() => void (pauseOf(money()) === null || checkInstance().then(wake)), pausedPollMs),
        // One that takes long, for the gateway is slow and much is open, is not joined by the next.
        setInterval(() => void (reconciling > 0 || settle()), reconcileMs),
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
