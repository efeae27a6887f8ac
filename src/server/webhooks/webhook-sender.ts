import { actingAsPlatform } from '#server/database/acting.ts';
import type { Database } from '#server/database/database.ts';
import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/log.ts';
import type { WebhookOutcome } from '#server/metrics.ts';
import {
  endpointsWithWork,
  finishDelivery,
  giveUpDelivery,
  putOffDelivery,
  takeDelivery,
  type TakenDelivery,
} from '#server/store/events/webhook-attempts.ts';
import { platformEventView } from '#server/store/events/platform-events.ts';
import type { AddressRules } from './checked-address.ts';
import { sendMessage, type SendOutcome } from './send-message.ts';

const pollMs = 1000;
/** How long one attempt may take, and how long a process has a delivery: longer, or two could be at it. */
const patienceMs = 10_000;
const leaseMs = 30_000;
/** Of one endpoint, in one process: what a slow one takes up is its own. */
const mostAtOnce = 4;

const [minute, hour] = [60_000, 3_600_000];
/** From one attempt to the next; the last is made when three days are over. Milliseconds. */
const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 18 * hour];
const triedForMs = 72 * hour;

/** When an attempt that failed is repeated; null where it was the last. */
export function nextAttempt(attempts: number, firstAttemptAt: Date, now: Date): Date | null {
  const endsMs = firstAttemptAt.getTime() + triedForMs;
  if (now.getTime() >= endsMs) return null;
  return new Date(Math.min(now.getTime() + (pauses[attempts - 1] ?? triedForMs), endsMs));
}

interface SenderParts extends AddressRules {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Names the process: its leases end with it. */
  readonly processId: string;
  readonly patienceMs?: number;
  /** Told what came of each attempt. */
  readonly count?: (outcome: WebhookOutcome) => void;
}

export interface WebhookSender {
  /** Starts looking for deliveries that are due, and goes on. */
  readonly start: () => void;
  /** Resolves when nothing is due any more. */
  readonly idle: () => Promise<void>;
  /** Lets attempts under way finish; none begins afterwards. */
  readonly stop: () => Promise<void>;
}

/**
 * Sends events to their endpoints. Any number of processes may: each delivery is with one of them at a time, and those of an
 * organization go to an endpoint one after the other, in their order.
 */
export function createWebhookSender({
  db,
  clock,
  log,
  processId,
  patienceMs: patience = patienceMs,
  count = () => undefined,
  ...rules
}: SenderParts): WebhookSender {
  const lanes = new Map<string, Set<Promise<void>>>();
  const state = { stopped: false, looking: null as Promise<void> | null };
  let timer: NodeJS.Timeout | undefined;
  const now = (): Date => new Date(clock.nowMs());

  const note = async (delivery: TakenDelivery, { error, status, answer }: SendOutcome): Promise<void> => {
    const at = now();
    count(error ?? 'delivered');
    const result = { lastStatus: status, lastError: error, lastAnswer: answer };
    if (error === null) return finishDelivery(db, delivery, result, at);
    const { id, endpointId, attempts, firstAttemptAt } = delivery;
    log.info(
      { event: 'webhook_refused', delivery: id, endpoint: endpointId, why: error, status, attempts },
      'an endpoint did not take an event',
    );
    const isGone = status === 410;
    const next = isGone ? null : nextAttempt(attempts, firstAttemptAt, at);
    if (next !== null) return putOffDelivery(db, delivery, result, next);
    const reason = isGone ? 'gone' : 'refused';
    if (!(await giveUpDelivery(db, delivery, result, { disabledAt: at, disabledReason: reason }))) return;
    log.error(
      { event: 'webhook_endpoint_disabled', endpoint: endpointId, why: reason },
      'an endpoint takes no events and is disabled; an operator has to look',
    );
  };

  const attempt = async (delivery: TakenDelivery): Promise<void> => {
    const { url, secret, event } = delivery;
    await note(
      delivery,
      await sendMessage({ url, secret, id: event.id, body: JSON.stringify(platformEventView(event)) }, { ...rules, patienceMs: patience }),
    );
  };

  const work = async (endpointId: string): Promise<void> => {
    while (!state.stopped) {
      const leasedUntil = new Date(Date.now() + leaseMs);
      const delivery = await takeDelivery(db, endpointId, { now: now(), realNow: new Date(), leasedUntil, by: processId });
      if (!delivery) return;
      openLane(endpointId);
      await attempt(delivery);
    }
  };

  /** One more is at this endpoint, unless enough are. */
  const openLane = (endpointId: string): void => {
    const own = lanes.get(endpointId) ?? new Set();
    if (own.size >= mostAtOnce || state.stopped) return;
    lanes.set(endpointId, own);
    const lane = work(endpointId)
      .catch((error: unknown) => log.error({ err: error, endpoint: endpointId }, 'an endpoint could not be served'))
      .finally(() => {
        own.delete(lane);
        if (own.size === 0) lanes.delete(endpointId);
      });
    own.add(lane);
  };

  const look = async (): Promise<void> => {
    for (const endpointId of await endpointsWithWork(db, now(), new Date())) if (!lanes.has(endpointId)) openLane(endpointId);
  };
  /** Many calls at once are one. */
  const wake = (): Promise<void> => {
    state.looking ??= actingAsPlatform(look).finally(() => {
      state.looking = null;
    });
    return state.looking;
  };
  const underWay = (): Promise<void>[] => [...lanes.values()].flatMap((own) => [...own]);

  return {
    start: () => {
      timer ??= setInterval(() => {
        if (!state.stopped) void wake().catch((error: unknown) => log.warn({ err: error }, 'deliveries could not be looked for'));
      }, pollMs);
      timer.unref();
    },
    idle: async () => {
      do {
        await Promise.all(underWay());
        await wake();
      } while (lanes.size > 0);
    },
    stop: async () => {
      state.stopped = true;
      clearInterval(timer);
      await state.looking?.catch(() => undefined);
      while (lanes.size > 0) await Promise.all(underWay());
    },
  };
}
