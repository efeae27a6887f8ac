import { afterEach, expect, it } from 'vitest';
import { instantOf } from '#server/database/database.ts';
import { endLeases } from '#server/store/processes.ts';
import { takeDelivery } from '#server/store/webhooks.ts';
import { addressRules } from '#server/webhooks/checked-address.ts';
import { createWebhookSender, nextAttempt, type WebhookSender } from '#server/webhooks/webhook-sender.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { onEachStore, type TestPlatform } from '#tests/support/platform.ts';
import { startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';

const hour = 3600;

onEachStore(
  (platform) => {
    const receivers: WebhookReceiver[] = [];
    const endpoints: string[] = [];
    let operator: Operator;
    let count = 0;

    afterEach(async () => {
      for (const id of endpoints.splice(0)) await operator.ask('DELETE', `/webhook-endpoints/${id}`);
      for (const receiver of receivers.splice(0)) await receiver.close();
    });

    /** A program that listens, and an endpoint for it. */
    const listen = async (events: readonly string[] = ['*']) => {
      operator = await operatorOf(platform());
      const receiver = await startReceiver();
      receivers.push(receiver);
      const { status, body } = await operator.ask('POST', '/webhook-endpoints', { url: receiver.url, events });
      expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
      receiver.secret = body.secret;
      endpoints.push(body.id);
      return { receiver, id: body.id as string };
    };
    const organization = async (): Promise<string> => {
      const slug = `customer-${(count += 1)}`;
      expect((await operator.ask('PUT', `/organizations/${slug}`, { name: slug })).status).toBe(201);
      return slug;
    };
    /** Something that is an event, so many times. */
    const happen = async (slug: string, times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) {
        const role = ['owner', 'admin', 'billing', 'viewer'][time % 4];
        const { status } = await operator.ask('PUT', `/organizations/${slug}/members/${slug}@example.com`, { role });
        expect([200, 201]).toContain(status);
      }
    };
    const endpointOf = async (id: string) =>
      (await operator.ask('GET', '/webhook-endpoints')).body.webhook_endpoints.find((one: { id: string }) => one.id === id);
    const deliveriesOf = async (id: string): Promise<any[]> =>
      (await operator.ask('GET', `/webhook-endpoints/${id}/deliveries`)).body.deliveries;
    const pass = (seconds: number) => platform().context.jobs.moveClock(platform().context.clock.nowSeconds() + seconds);
    const sequences = ({ received }: WebhookReceiver, slug: string): number[] =>
      received.filter(({ event }) => event.organization === slug).map(({ event }) => event.sequence);
    const another = (name: string, { context }: TestPlatform = platform()): WebhookSender =>
      createWebhookSender({ db: context.db, clock: context.clock, log: context.log, processId: name, ...addressRules('embedded') });

    it('brings events in their order, signed, as they can be read, and only those that were asked for', async () => {
      const [all, some] = [await listen(), await listen(['organization.created'])];
      const slug = await organization();
      await happen(slug, 5);
      await platform().context.webhooks.idle();
      const { events } = (await operator.ask('GET', `/organizations/${slug}/events`)).body;
      expect(all.receiver.received.map(({ event }) => event)).toEqual(events);
      expect(all.receiver.received.map(({ id }) => id)).toEqual(events.map(({ id }: { id: string }) => id));
      expect(some.receiver.received.map(({ event }) => event.type)).toEqual(['organization.created']);
      expect([...all.receiver.unsigned, ...some.receiver.unsigned]).toEqual([]);
      const delivered = await deliveriesOf(all.id);
      expect(delivered[0]).toMatchObject({ organization: slug, sequence: 6, state: 'delivered', attempts: 1, last_status: 204, last_error: null });
      expect(delivered.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3, 2, 1]);
    });

    it('shows a secret once, and none after the endpoint is deleted', async () => {
      const { receiver, id } = await listen();
      const listed = JSON.stringify([(await operator.ask('GET', '/webhook-endpoints')).body, await deliveriesOf(id)]);
      expect(listed).not.toContain('whsec_');
      await organization();
      expect((await operator.ask('DELETE', `/webhook-endpoints/${id}`)).status).toBe(204);
      await platform().context.webhooks.idle();
      expect(receiver.received).toEqual([]);
      expect(await endpointOf(id)).toBeUndefined();
      expect((await operator.ask('DELETE', `/webhook-endpoints/${id}`)).status).toBe(404);
      expect((await operator.ask('GET', `/webhook-endpoints/${id}/deliveries`)).status).toBe(404);
    });

    it('gives the first answer again for the same key, and adds one endpoint', async () => {
      operator = await operatorOf(platform());
      const body = { url: 'http://127.0.0.1:9/', events: ['invoice.paid'] };
      const headers = { 'Idempotency-Key': 'endpoint-1' };
      const [first, second] = [
        await operator.ask('POST', '/webhook-endpoints', body, { headers }),
        await operator.ask('POST', '/webhook-endpoints', body, { headers }),
      ];
      endpoints.push(first.body.id);
      expect([second.status, second.body]).toEqual([201, first.body]);
    });

    it('repeats what was not taken, and lets nothing of that organization go before it', async () => {
      const { receiver, id } = await listen();
      const [late, other] = [await organization(), await organization()];
      await platform().context.webhooks.idle();
      receiver.answer = (response, { event }) => void response.writeHead(event.organization === late ? 500 : 204).end('not now');
      await happen(late, 3);
      await happen(other, 3);
      await platform().context.webhooks.idle();
      expect([sequences(receiver, late), sequences(receiver, other)]).toEqual([[1, 2], [1, 2, 3, 4]]);
      const refused = (await deliveriesOf(id)).find(({ last_status: status }) => status === 500);
      expect(refused).toMatchObject({ sequence: 2, state: 'pending', attempts: 1, last_error: 'status', last_answer: 'not now' });
      expect(await endpointOf(id)).toMatchObject({ status: 'enabled', waiting: 3 });
      receiver.answer = (response) => void response.writeHead(200).end();
      await platform().context.webhooks.idle();
      expect(sequences(receiver, late)).toEqual([1, 2]);
      await pass(6);
      await platform().context.webhooks.idle();
      expect(sequences(receiver, late)).toEqual([1, 2, 2, 3, 4]);
      const again = receiver.received.filter(({ event }) => event.organization === late && event.sequence === 2);
      expect(again[0]?.id).toBe(again[1]?.id);
      expect(again[0]?.raw).toBe(again[1]?.raw);
    });

    it('lets a slow endpoint hold up no other', async () => {
      const [slow, quick] = [await listen(), await listen()];
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      slow.receiver.answer = async (response) => {
        await released;
        response.writeHead(204).end();
      };
      const slugs: string[] = [];
      for (let each = 0; each < 6; each += 1) slugs.push(await organization());
      const sent = platform().context.webhooks.idle();
      await quick.receiver.took(6);
      await slow.receiver.took(4);
      // It has as many as one endpoint may, and no more.
      expect(slow.receiver.received).toHaveLength(4);
      await happen(slugs[0] ?? '', 2);
      const later = another('later');
      const sentLater = later.idle();
      await quick.receiver.took(8);
      release();
      await Promise.all([sent, sentLater]);
      await later.stop();
      expect([slow.receiver.received.length, quick.receiver.received.length]).toEqual([8, 8]);
    });

    it('lets two processes bring each event once, and an organization’s one at a time', async () => {
      const { receiver } = await listen();
      receiver.answer = (response) => void setImmediate(() => response.writeHead(204).end());
      const slugs = [await organization(), await organization(), await organization()];
      for (const slug of slugs) await happen(slug, 8);
      const senders = [another('one'), another('two')];
      await Promise.all(senders.map((sender) => sender.idle()));
      await Promise.all(senders.map((sender) => sender.idle()));
      for (const slug of slugs) expect(sequences(receiver, slug)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(receiver.mostAtOnce()).toBe(1);
      for (const sender of senders) await sender.stop();
    });

    it('goes on with what a process had that ended before it was sent', async () => {
      const { receiver, id } = await listen();
      await organization();
      const { db, clock, webhooks } = platform().context;
      const now = instantOf(clock.nowSeconds() + 1);
      const leasedUntil = new Date(Date.now() + 60_000);
      expect(await takeDelivery(db, id, { now, realNow: new Date(), leasedUntil, by: 'ended' })).not.toBeNull();
      await webhooks.idle();
      expect(receiver.received).toEqual([]);
      await endLeases(db, 'ended');
      await webhooks.idle();
      expect(receiver.received).toHaveLength(1);
    });

    it('disables an endpoint that has refused for three days, tells the operator, and goes on when it is asked to', async () => {
      const { receiver, id } = await listen();
      receiver.answer = (response) => void response.writeHead(503).end();
      const slug = await organization();
      const { webhooks } = platform().context;
      await webhooks.idle();
      let tries = 1;
      for (let hours = 0; hours < 80 && (await endpointOf(id)).status === 'enabled'; hours += 2) {
        expect(receiver.received).toHaveLength(tries);
        await pass(2 * hour);
        await webhooks.idle();
        tries = receiver.received.length;
      }
      expect(await endpointOf(id)).toMatchObject({ status: 'disabled', disabled_reason: 'refused', disabled_at: expect.any(Number), waiting: 0 });
      const [failed] = await deliveriesOf(id);
      expect(failed).toMatchObject({ state: 'failed', last_status: 503, next_attempt_at: null });
      expect(failed.last_attempt_at - receiver.received[0]?.event.at).toBeGreaterThanOrEqual(72 * hour);
      expect(platform().logged).toContainEqual(expect.objectContaining({ event: 'webhook_endpoint_disabled', endpoint: id, why: 'refused' }));
      receiver.answer = (response) => void response.writeHead(204).end();
      await happen(slug, 2);
      await pass(24 * hour);
      await webhooks.idle();
      expect([receiver.received.length, (await endpointOf(id)).waiting]).toEqual([tries, 2]);
      const asked = await operator.ask('POST', `/webhook-endpoints/${id}/deliveries/${failed.id}/redeliver`);
      expect([asked.status, asked.body]).toEqual([202, expect.objectContaining({ id: failed.id, state: 'pending', attempts: 0 })]);
      await webhooks.idle();
      expect(sequences(receiver, slug).slice(tries)).toEqual([1, 2, 3]);
      expect(await endpointOf(id)).toMatchObject({ status: 'enabled', waiting: 0 });
    });

    it('brings one again that was delivered, when it is asked to', async () => {
      const { receiver, id } = await listen();
      const slug = await organization();
      await happen(slug, 2);
      const { webhooks } = platform().context;
      await webhooks.idle();
      const second = (await deliveriesOf(id)).find(({ sequence }) => sequence === 2);
      expect((await operator.ask('POST', `/webhook-endpoints/${id}/deliveries/${second.id}/redeliver`)).status).toBe(202);
      await webhooks.idle();
      expect(sequences(receiver, slug)).toEqual([1, 2, 3, 2]);
      const other = await listen();
      expect((await operator.ask('POST', `/webhook-endpoints/${other.id}/deliveries/${second.id}/redeliver`)).status).toBe(404);
    });

    it('disables an endpoint at once that says that it is gone', async () => {
      const { receiver, id } = await listen();
      receiver.answer = (response) => void response.writeHead(410).end();
      await organization();
      await platform().context.webhooks.idle();
      expect(await endpointOf(id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    });

    it('reads deliveries in pages, and by their state', async () => {
      const { id } = await listen();
      await happen(await organization(), 4);
      await platform().context.webhooks.idle();
      const path = `/webhook-endpoints/${id}/deliveries?limit=2`;
      const first = (await operator.ask('GET', path)).body;
      const second = (await operator.ask('GET', `${path}&cursor=${first.next_cursor}`)).body;
      const third = (await operator.ask('GET', `${path}&cursor=${second.next_cursor}`)).body;
      expect([first, second, third].map(({ deliveries }) => deliveries.map(({ sequence }: any) => sequence))).toEqual([[5, 4], [3, 2], [1]]);
      expect(third.next_cursor).toBeNull();
      expect((await operator.ask('GET', `${path}&state=failed`)).body.deliveries).toEqual([]);
    });

    it('takes at most 50 endpoints', async () => {
      operator = await operatorOf(platform());
      const add = () => operator.ask('POST', '/webhook-endpoints', { url: 'http://127.0.0.1:9/', events: ['notice.sent'] });
      let answer = await add();
      while (answer.status === 201) {
        endpoints.push(answer.body.id);
        answer = await add();
      }
      expect([endpoints.length, answer.status, answer.body.code]).toEqual([50, 422, 'rule_violated']);
    });
  },
  { SEED: 'none' },
  { automatic: false },
  'database',
);

it('tries more and more seldom, and the last time when three days are over', () => {
  const first = new Date('2026-06-01T00:00:00Z');
  const tried: number[] = [0];
  for (let at: Date | null = first; at !== null; ) {
    at = nextAttempt(tried.length, first, at);
    if (at !== null) tried.push((at.getTime() - first.getTime()) / 1000);
  }
  expect(tried.at(-1)).toBe(72 * hour);
  const pauses = tried.slice(1).map((at, index) => at - (tried[index] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.length).toBeGreaterThan(7);
});
