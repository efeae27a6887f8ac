import type { GatewayCore } from '#sandbox/core.ts';
import { renderObject } from '#sandbox/render.ts';
import type { Delivery } from '#sandbox/store/entries.ts';
import { NotSent, type Send } from './send.ts';
import { createHmac } from 'node:crypto';

/** Returns the Stripe-Signature header: the send time in Unix seconds of real time, and an HMAC of time and body. */
function signatureHeader(body: string, secret: string, sentAtSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${sentAtSeconds}.${body}`).digest('hex');
  return `t=${sentAtSeconds},v1=${signature}`;
}

/** Milliseconds to wait after each failed attempt. A delivery fails permanently if the attempt after the last wait fails. */
export const retryDelaysMs: readonly number[] = [1, 5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600].map(
  (seconds) => seconds * 1000,
);

const timeoutMs = 10_000;
const parallel = 8;

export class Deliverer {
  private readonly core: GatewayCore;
  private readonly send: Send;
  private readonly onError: (error: unknown) => void;
  private readonly underWay = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private automatic = false;

  constructor(core: GatewayCore, send: Send, onError: (error: unknown) => void) {
    this.core = core;
    this.send = send;
    this.onError = onError;
  }

  start(): void {
    this.automatic = true;
    this.core.onDeliveries = () => this.plan();
    this.plan();
  }

  async stop(): Promise<void> {
    this.automatic = false;
    this.core.onDeliveries = () => {};
    if (this.timer) clearTimeout(this.timer);
    await Promise.allSettled(this.underWay.values());
  }

  async sendDue(evenLater = false): Promise<void> {
    const now = this.core.settings.realNowMs();
    const due = this.pending().filter((delivery) => evenLater || delivery.nextAttemptAtMs <= now);
    for (let start = 0; start < due.length; start += parallel) {
      await Promise.all(due.slice(start, start + parallel).map((delivery) => this.attemptOnce(delivery)));
    }
  }

  private pending(): Delivery[] {
    return [...this.core.state.deliveries.values()]
      .filter((delivery) => delivery.status === 'pending' && !this.underWay.has(delivery.id))
      .sort((a, b) => a.nextAttemptAtMs - b.nextAttemptAtMs);
  }

  private plan(): void {
    if (!this.automatic) return;
    if (this.timer) clearTimeout(this.timer);
    const [next] = this.pending();
    if (!next) return;
    const wait = Math.max(0, next.nextAttemptAtMs - this.core.settings.realNowMs());
    this.timer = setTimeout(() => void this.sendAndPlan(), Math.min(wait, 60_000));
    this.timer.unref();
  }

  /** Sends due events and plans the next run. An internal error, such as a failed log write, pauses deliveries until the next event. */
  private async sendAndPlan(): Promise<void> {
    try {
      await this.sendDue();
    } catch (error) {
      this.onError(error);
      return;
    }
    this.plan();
  }

  private attemptOnce(delivery: Delivery): Promise<void> {
    const attempt = this.attempt(delivery).finally(() => this.underWay.delete(delivery.id));
    this.underWay.set(delivery.id, attempt);
    return attempt;
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const answer = await this.post(delivery);
    const delivered = /^2\d\d$/.test(answer);
    const attempts = delivery.attempts + 1;
    const wait = retryDelaysMs[attempts - 1];
    this.core.updateDelivery({
      ...delivery,
      attempts,
      lastAnswer: answer,
      nextAttemptAtMs: this.core.settings.realNowMs() + (wait ?? 0),
      status: delivered ? 'delivered' : wait === undefined ? 'failed' : 'pending',
    });
  }

  /** Resolves to the response status, or to the reason why no response arrived. */
  private async post(delivery: Delivery): Promise<string> {
    const event = this.core.state.get('event', delivery.event);
    const endpoint = this.core.state.get('webhook_endpoint', delivery.endpoint);
    if (!event || !endpoint || endpoint.deleted) return 'endpoint removed';
    // An event must be on disk before it is sent.
    await this.core.durable();
    const body = JSON.stringify(renderObject(event, this.core.begin()), null, 2);
    const sentAtSeconds = Math.floor(this.core.settings.realNowMs() / 1000);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureHeader(body, endpoint._.secret, sentAtSeconds),
      'user-agent': 'Stripe/1.0 (sandbox)',
    };
    try {
      const response = await this.send(
        new Request(endpoint.url, { method: 'POST', body, headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }),
      );
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      if (error instanceof NotSent) return error.message;
      return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection';
    }
  }
}
