import { afterEach, expect } from 'vitest';
import type { PlatformEventType } from '#contract/admin/event-shapes.ts';
import { addressRules } from '#server/webhooks/checked-address.ts';
import { createEngine, type BackgroundEngine } from '#server/background/engine.ts';
import { createWebhookQueue } from '#server/webhooks/webhook-sender.ts';
import { operatorOf, type Operator } from './operator.ts';
import type { TestPlatform } from './platform.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

interface Listener {
  readonly receiver: WebhookReceiver;
  readonly id: string;
}

interface WebhookGround {
  readonly ask: Operator['ask'];
  readonly listen: (events?: readonly (PlatformEventType | '*')[]) => Promise<Listener>;
  readonly forget: (endpointId: string) => void;
  /** Creates an organization. The creation records an event. @returns the slug of the organization */
  readonly organization: () => Promise<string>;
  readonly happen: (slug: string, times: number) => Promise<void>;
  readonly endpointOf: (id: string) => Promise<any>;
  readonly deliveriesOf: (id: string) => Promise<any[]>;
  readonly pass: (seconds: number) => Promise<unknown>;
  readonly deliveriesSent: () => Promise<void>;
  /** Returns the webhook sender of another process on the same database. */
  readonly another: (name: string) => BackgroundEngine;
}

export const sequencesAt = ({ received }: WebhookReceiver, slug: string): number[] =>
  received.filter(({ event }) => event.organization === slug).map(({ event }) => event.sequence);

export function webhookGround(platform: () => TestPlatform): WebhookGround {
  const receivers: WebhookReceiver[] = [];
  const endpoints: string[] = [];
  let operator: Promise<Operator> | null = null;
  let count = 0;

  const ask: Operator['ask'] = async (...request) => (await (operator ??= operatorOf(platform()))).ask(...request);
  afterEach(async () => {
    for (const id of endpoints.splice(0)) await ask('DELETE', `/webhook-endpoints/${id}`);
    for (const receiver of receivers.splice(0)) await receiver.close();
  });
  return {
    ask,
    listen: async (events = ['*']) => {
      const receiver = await startReceiver();
      receivers.push(receiver);
      const { status, body } = await ask('POST', '/webhook-endpoints', { url: receiver.url, events });
      expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
      receiver.secret = body.secret;
      endpoints.push(body.id);
      return { receiver, id: body.id };
    },
    forget: (id) => void endpoints.push(id),
    organization: async () => {
      const slug = `customer-${(count += 1)}`;
      expect((await ask('PUT', `/organizations/${slug}`, { name: slug })).status).toBe(201);
      return slug;
    },
    happen: async (slug, times) => {
      for (let time = 0; time < times; time += 1) {
        const role = ['owner', 'admin', 'billing', 'viewer'][time % 4];
        const { status } = await ask('PUT', `/organizations/${slug}/members/${slug}@example.com`, { role });
        expect([200, 201]).toContain(status);
      }
    },
    endpointOf: async (id) => (await ask('GET', '/webhook-endpoints')).body.webhook_endpoints.find((one: { id: string }) => one.id === id),
    deliveriesOf: async (id) => (await ask('GET', `/webhook-endpoints/${id}/deliveries`)).body.deliveries,
    pass: (seconds) => platform().context.jobs.moveClock(platform().context.clock.nowSeconds() + seconds),
    deliveriesSent: () => platform().context.webhooks.idle(),
    another: (name) => {
      const { db, clock, log, config, secrets } = platform().context;
      const queue = createWebhookQueue({ db, clock, log, secrets, ...addressRules(config) });
      return createEngine({ db, log, processId: name, queues: [queue] });
    },
  };
}
