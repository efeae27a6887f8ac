import type { LaneQueue } from '#server/background/lane-runner.ts';
import type { Database } from '#server/database/database.ts';
import { UnreadableSecret, type SecretBox } from '#server/database/secret-box.ts';
import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/tracing/log.ts';
import type { WebhookOutcome } from '#server/tracing/metrics.ts';
import {
  finishDelivery,
  freeDeliveries,
  giveUpDelivery,
  putOffDelivery,
  takeDelivery,
  type TakenDelivery,
} from '#server/store/events/webhook-attempts.ts';
import { platformEventView } from '#server/store/events/platform-events.ts';
import { openSecrets } from '#server/store/events/webhooks.ts';
import type { AddressRules } from './checked-address.ts';
import { sendMessage, unsentOutcome, type SendOutcome } from './send-message.ts';

const patienceMs = 10_000;
/** Lease of a delivery, so that no other process attempts it. */
const leaseMs = 30_000;
/** Concurrent deliveries per endpoint, so that a slow endpoint delays only its deliveries. */
const mostAtOnce = 4;
const mostEndpoints = 50;
/** Time for which a process serves an endpoint before another process can serve it. */
const turnMs = 60_000;

const [minute, hour] = [60_000, 3_600_000];
/** Milliseconds between attempts. The last attempt is three days after the first. */
const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 18 * hour];
const triedForMs = 72 * hour;

export function nextAttempt(attempts: number, firstAttemptAt: Date, now: Date): Date | null {
  const endsMs = firstAttemptAt.getTime() + triedForMs;
  if (now.getTime() >= endsMs) return null;
  return new Date(Math.min(now.getTime() + (pauses[attempts - 1] ?? triedForMs), endsMs));
}

interface SenderParts extends AddressRules {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretBox;
  readonly patienceMs?: number;
  readonly count?: (outcome: WebhookOutcome) => void;
}

interface Turn {
  readonly take: () => Promise<TakenDelivery | null>;
  readonly attempt: (delivery: TakenDelivery) => Promise<void>;
  readonly isStopping: () => boolean;
}

/**
 * @returns true if due deliveries are left
 * @throws the first failure, after all started deliveries have ended
 */
async function sendDeliveries({ take, attempt, isStopping }: Turn): Promise<boolean> {
  const endsAt = Date.now() + turnMs;
  const isOver = (): boolean => isStopping() || Date.now() > endsAt;
  const open = new Set<Promise<void>>();
  let isLeft = false;
  let failure: unknown = null;
  const send = async (): Promise<void> => {
    for (;;) {
      if (isOver()) {
        isLeft = true;
        return;
      }
      const delivery = await take();
      if (!delivery) return;
      openOneMore();
      await attempt(delivery);
    }
  };
  const openOneMore = (): void => {
    if (open.size >= mostAtOnce || isOver()) return;
    const one = send()
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => open.delete(one));
    open.add(one);
  };
  openOneMore();
  while (open.size > 0) await Promise.all(open);
  if (failure !== null) throw failure;
  return isLeft;
}

/** One process at a time serves an endpoint. Events of one organization arrive in order. */
export function createWebhookQueue({
  db,
  clock,
  log,
  secrets: box,
  patienceMs: patience = patienceMs,
  count = () => undefined,
  ...rules
}: SenderParts): LaneQueue {
  const now = (): Date => new Date(clock.nowMs());

  const note = async (delivery: TakenDelivery, { error, status, answer }: SendOutcome): Promise<void> => {
    const at = now();
    count(error ?? 'delivered');
    const result = { lastStatus: status, lastError: error, lastAnswer: answer };
    if (error === null) return finishDelivery(db, delivery, result, at);
    const { id, endpointId, attempts, firstAttemptAt } = delivery;
    log.info(
      { event: 'webhook_refused', delivery: id, endpoint: endpointId, why: error, status, attempts },
      'an endpoint did not accept an event',
    );
    const isGone = status === 410;
    const next = isGone ? null : nextAttempt(attempts, firstAttemptAt, at);
    if (next !== null) return putOffDelivery(db, delivery, result, next);
    const reason = isGone ? 'gone' : 'refused';
    if (!(await giveUpDelivery(db, delivery, result, { disabledAt: at, disabledReason: reason }))) return;
    log.error(
      { event: 'webhook_endpoint_disabled', endpoint: endpointId, why: reason },
      'an endpoint accepts no events and is disabled; an operator must check it',
    );
  };

  const send = async ({ url, endpointId, secrets: stored, event }: TakenDelivery): Promise<SendOutcome> => {
    let secrets: readonly string[];
    try {
      secrets = openSecrets(box, endpointId, stored);
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
      log.error({ event: 'webhook_secret_sealed', endpoint: endpointId, err: error }, 'no key opens the secret of an endpoint');
      return unsentOutcome('sealed_secret');
    }
    const body = JSON.stringify(platformEventView(event));
    return sendMessage({ url, secrets, id: event.id, body }, { ...rules, patienceMs: patience });
  };
  const attempt = async (delivery: TakenDelivery): Promise<void> => note(delivery, await send(delivery));

  return {
    queue: 'webhooks',
    atOnce: mostEndpoints,
    serve: async (endpointId, isStopping) => {
      const take = () => takeDelivery(db, endpointId, { now: now(), realNow: new Date(), leasedUntil: new Date(Date.now() + leaseMs) });
      await freeDeliveries(db, endpointId);
      return sendDeliveries({ take, attempt, isStopping });
    },
  };
}
