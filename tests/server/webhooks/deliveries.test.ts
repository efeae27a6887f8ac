import { expect, it } from 'vitest';
import { instantOf } from '#server/database/database.ts';
import { endLeases } from '#server/store/processes.ts';
import { takeJobs } from '#server/store/background-jobs.ts';
import { takeDelivery } from '#server/store/events/webhook-attempts.ts';
import { nextAttempt } from '#server/webhooks/webhook-sender.ts';
import { onEachStore } from '#tests/support/platform.ts';
import { sequencesAt, webhookGround } from '#tests/support/webhook-ground.ts';

const hour = 3600;

onEachStore(
  (platform) => {
    const { ask, listen, organization, happen, endpointOf, deliveriesOf, pass, deliveriesSent, another } = webhookGround(platform);

    it('brings events in their order, signed, as they can be read, and only those that were asked for', async () => {
      const [all, some] = [await listen(), await listen(['organization.created'])];
      const slug = await organization();
      await happen(slug, 5);
      await deliveriesSent();
      const { events } = (await ask('GET', `/organizations/${slug}/events`)).body;
      expect(all.receiver.received.map(({ event }) => event)).toEqual(events);
      expect(all.receiver.received.map(({ id }) => id)).toEqual(events.map(({ id }: { id: string }) => id));
      expect(some.receiver.received.map(({ event }) => event.type)).toEqual(['organization.created']);
      expect([...all.receiver.unsigned, ...some.receiver.unsigned]).toEqual([]);
      const delivered = await deliveriesOf(all.id);
      expect(delivered[0]).toMatchObject({
        organization: slug,
        sequence: 6,
        state: 'delivered',
        attempts: 1,
        last_status: 204,
        last_error: null,
      });
      expect(delivered.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3, 2, 1]);
    });

    it('repeats what was not taken, and lets nothing of that organization go before it', async () => {
      const { receiver, id } = await listen();
      const [late, other] = [await organization(), await organization()];
      await deliveriesSent();
      receiver.answer = (response, { event }) => void response.writeHead(event.organization === late ? 500 : 204).end('not now');
      await happen(late, 3);
      await happen(other, 3);
      await deliveriesSent();
      expect([sequencesAt(receiver, late), sequencesAt(receiver, other)]).toEqual([
        [1, 2],
        [1, 2, 3, 4],
      ]);
      const refused = (await deliveriesOf(id)).find(({ last_status: status }) => status === 500);
      expect(refused).toMatchObject({ sequence: 2, state: 'pending', attempts: 1, last_error: 'status', last_answer: 'not now' });
      expect(await endpointOf(id)).toMatchObject({ status: 'enabled', waiting: 3 });
      receiver.answer = (response) => void response.writeHead(200).end();
      await deliveriesSent();
      expect(sequencesAt(receiver, late)).toEqual([1, 2]);
      await pass(6);
      await deliveriesSent();
      expect(sequencesAt(receiver, late)).toEqual([1, 2, 2, 3, 4]);
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
      const all = deliveriesSent();
      await quick.receiver.took(6);
      await slow.receiver.took(4);
      // Four is the maximum number of concurrent deliveries per endpoint.
      expect(slow.receiver.received).toHaveLength(4);
      await happen(slugs[0] ?? '', 2);
      const later = another('later');
      const sentLater = later.idle('webhooks');
      await quick.receiver.took(8);
      release();
      await Promise.all([all, sentLater]);
      await later.stop();
      expect([slow.receiver.received.length, quick.receiver.received.length]).toEqual([8, 8]);
    });

    it("lets two processes bring each event once, and an organization's one at a time", async () => {
      const { receiver } = await listen();
      receiver.answer = (response) => void setImmediate(() => response.writeHead(204).end());
      const slugs = [await organization(), await organization(), await organization()];
      for (const slug of slugs) await happen(slug, 8);
      const senders = [another('one'), another('two')];
      await Promise.all(senders.map((sender) => sender.idle('webhooks')));
      for (const slug of slugs) expect(sequencesAt(receiver, slug)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(receiver.mostAtOnce()).toBe(1);
      for (const sender of senders) await sender.stop();
    });

    it('goes on with what a process had that ended before it was sent', async () => {
      const { receiver, id } = await listen();
      await organization();
      const { db, clock } = platform().context;
      const now = instantOf(clock.nowSeconds() + 1);
      const leasedUntil = new Date(Date.now() + 60_000);
      expect((await takeJobs(db, 'webhooks', 'ended', 10)).map(({ lane }) => lane)).toContain(id);
      expect(await takeDelivery(db, id, { now, realNow: new Date(), leasedUntil })).not.toBeNull();
      const other = another('other');
      await other.drain('webhooks');
      expect(receiver.received).toEqual([]);
      await endLeases(db, 'ended');
      await deliveriesSent();
      expect(receiver.received).toHaveLength(1);
    });

    it('disables an endpoint that has refused for three days, tells the operator, and goes on when it is asked to', async () => {
      const { receiver, id } = await listen();
      receiver.answer = (response) => void response.writeHead(503).end();
      const slug = await organization();
      await deliveriesSent();
      let tries = 1;
      for (let hours = 0; hours < 80 && (await endpointOf(id)).status === 'enabled'; hours += 2) {
        expect(receiver.received).toHaveLength(tries);
        await pass(2 * hour);
        await deliveriesSent();
        tries = receiver.received.length;
      }
      expect(await endpointOf(id)).toMatchObject({
        status: 'disabled',
        disabled_reason: 'refused',
        disabled_at: expect.any(Number),
        waiting: 0,
      });
      const [failed] = await deliveriesOf(id);
      expect(failed).toMatchObject({ state: 'failed', last_status: 503, next_attempt_at: null });
      expect(failed.last_attempt_at - receiver.received[0]?.event.at).toBeGreaterThanOrEqual(72 * hour);
      expect(platform().logged).toContainEqual(
        expect.objectContaining({ event: 'webhook_endpoint_disabled', endpoint: id, why: 'refused' }),
      );
      receiver.answer = (response) => void response.writeHead(204).end();
      await happen(slug, 2);
      await pass(24 * hour);
      await deliveriesSent();
      expect([receiver.received.length, (await endpointOf(id)).waiting]).toEqual([tries, 2]);
      const redelivery = await ask('POST', `/webhook-endpoints/${id}/deliveries/${failed.id}/redeliver`);
      expect([redelivery.status, redelivery.body]).toEqual([
        202,
        expect.objectContaining({ id: failed.id, state: 'pending', attempts: 0 }),
      ]);
      await deliveriesSent();
      expect(sequencesAt(receiver, slug).slice(tries)).toEqual([1, 2, 3]);
      expect(await endpointOf(id)).toMatchObject({ status: 'enabled', waiting: 0 });
    });

    it('brings one again that was delivered, when it is asked to', async () => {
      const { receiver, id } = await listen();
      const slug = await organization();
      await happen(slug, 2);
      await deliveriesSent();
      const second = (await deliveriesOf(id)).find(({ sequence }) => sequence === 2);
      expect((await ask('POST', `/webhook-endpoints/${id}/deliveries/${second.id}/redeliver`)).status).toBe(202);
      await deliveriesSent();
      expect(sequencesAt(receiver, slug)).toEqual([1, 2, 3, 2]);
      const other = await listen();
      expect((await ask('POST', `/webhook-endpoints/${other.id}/deliveries/${second.id}/redeliver`)).status).toBe(404);
    });

    it('disables an endpoint at once that says that it is gone', async () => {
      const { receiver, id } = await listen();
      receiver.answer = (response) => void response.writeHead(410).end();
      await organization();
      await deliveriesSent();
      expect(await endpointOf(id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    });
  },
  { SEED: 'none' },
  { automatic: false },
  'database',
);

it('tries more and more seldom, and the last time when three days are over', () => {
  const first = new Date('2026-06-01T00:00:00Z');
  const tried: number[] = [0];
  for (let at: Date | null = first; at !== null;) {
    at = nextAttempt(tried.length, first, at);
    if (at !== null) tried.push((at.getTime() - first.getTime()) / 1000);
  }
  expect(tried.at(-1)).toBe(72 * hour);
  const pauses = tried.slice(1).map((at, index) => at - (tried[index] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.length).toBeGreaterThan(7);
});
