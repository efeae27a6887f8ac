import { expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { changeWebhookEndpoint, createWebhookEndpoint } from '#server/admin/webhook-endpoints.ts';
import { onEachStore } from '#tests/support/platform.ts';
import { sequencesAt, webhookGround } from '#tests/support/webhook-ground.ts';

onEachStore(
  (platform) => {
    const { ask, listen, forget, organization, happen, endpointOf, deliveriesOf, pass, deliveriesSent } = webhookGround(platform);
    const now = () => platform().context.clock.nowSeconds();

    it('shows a secret once, and none after the endpoint is deleted', async () => {
      const { receiver, id } = await listen();
      const listed = JSON.stringify([(await ask('GET', '/webhook-endpoints')).body, await deliveriesOf(id)]);
      expect(listed).not.toContain('whsec_');
      await organization();
      expect((await ask('DELETE', `/webhook-endpoints/${id}`)).status).toBe(204);
      await deliveriesSent();
      expect(receiver.received).toEqual([]);
      expect(await endpointOf(id)).toBeUndefined();
      expect((await ask('DELETE', `/webhook-endpoints/${id}`)).status).toBe(404);
      expect((await ask('GET', `/webhook-endpoints/${id}/deliveries`)).status).toBe(404);
    });

    it('gives the first answer again for the same key, and adds one endpoint', async () => {
      const body = { url: 'http://127.0.0.1:9/', events: ['invoice.paid'] };
      const headers = { 'Idempotency-Key': 'endpoint-1' };
      const [first, second] = [
        await ask('POST', '/webhook-endpoints', body, { headers }),
        await ask('POST', '/webhook-endpoints', body, { headers }),
      ];
      forget(first.body.id);
      expect([second.status, second.body]).toEqual([201, first.body]);
    });

    it('reads deliveries in pages, and by their state', async () => {
      const { id } = await listen();
      await happen(await organization(), 4);
      await deliveriesSent();
      const path = `/webhook-endpoints/${id}/deliveries?limit=2`;
      const first = (await ask('GET', path)).body;
      const second = (await ask('GET', `${path}&cursor=${first.next_cursor}`)).body;
      const third = (await ask('GET', `${path}&cursor=${second.next_cursor}`)).body;
      expect([first, second, third].map(({ deliveries }) => deliveries.map(({ sequence }: any) => sequence))).toEqual([
        [5, 4],
        [3, 2],
        [1],
      ]);
      expect(third.next_cursor).toBeNull();
      expect((await ask('GET', `${path}&state=failed`)).body.deliveries).toEqual([]);
    });

    it('changes the address, and sends there what has waited for the old one', async () => {
      const [{ receiver: before, id }, { receiver: after }] = [await listen(), await listen(['invoice.paid'])];
      before.answer = (response) => void response.writeHead(500).end();
      const slug = await organization();
      await deliveriesSent();
      const secret = before.secret;
      const changed = await ask('PATCH', `/webhook-endpoints/${id}`, { url: after.url, description: 'moved' });
      expect([changed.status, changed.body]).toEqual([200, { ...(await endpointOf(id)), url: after.url, description: 'moved' }]);
      after.secret = secret;
      await pass(6);
      await deliveriesSent();
      expect([before.received.length, sequencesAt(after, slug), after.unsigned]).toEqual([1, [1], []]);
    });

    it('sends other types of events from the change on, and removes a description', async () => {
      const { receiver, id } = await listen(['invoice.paid']);
      const slug = await organization();
      const { body } = await ask('PATCH', `/webhook-endpoints/${id}`, { events: ['member.changed'], description: null });
      expect(body).toMatchObject({ events: ['member.changed'], description: null, url: receiver.url });
      await happen(slug, 1);
      await deliveriesSent();
      expect(receiver.received.map(({ event }) => event.type)).toEqual(['member.changed']);
    });

    it.each([
      [{}, 'body'],
      [{ url: 'ftp://127.0.0.1/' }, 'body.url'],
      [{ url: 'http://127.0.0.1/\na' }, 'body.url'],
      [{ events: [] }, 'body.events'],
    ])('refuses the change %j and names %s', async (change, path) => {
      const { id } = await listen();
      const before = await endpointOf(id);
      const { status, body } = await ask('PATCH', `/webhook-endpoints/${id}`, change);
      expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
      expect(await endpointOf(id)).toEqual(before);
    });

    it('stores no address with a control character', async () => {
      for (const sign of ['\t', '\n', '\r', '\u001f', '\u007f', '\u0085', '\u202e']) {
        const { status, body } = await ask('POST', '/webhook-endpoints', { url: `http://127.0.0.1:9/a${sign}b`, events: ['*'] });
        expect([sign, status, body.errors]).toEqual([
          sign,
          400,
          [expect.objectContaining({ path: 'body.url', message: 'must hold no control characters' })],
        ]);
      }
    });

    it('enables an endpoint again that answered 410, and sends everything since then in order', async () => {
      const { receiver, id } = await listen();
      const slug = await organization();
      await deliveriesSent();
      receiver.answer = (response) => void response.writeHead(410).end();
      await happen(slug, 3);
      await deliveriesSent();
      expect(await endpointOf(id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
      expect(sequencesAt(receiver, slug)).toEqual([1, 2]);
      receiver.answer = (response) => void response.writeHead(204).end();
      const enabled = await ask('POST', `/webhook-endpoints/${id}/enable`);
      expect([enabled.status, enabled.body]).toEqual([
        200,
        expect.objectContaining({ id, status: 'enabled', disabled_reason: null, disabled_at: null, waiting: 3 }),
      ]);
      await deliveriesSent();
      expect(sequencesAt(receiver, slug)).toEqual([1, 2, 2, 3, 4]);
      expect((await ask('POST', `/webhook-endpoints/${id}/enable`)).body).toMatchObject({ status: 'enabled', waiting: 0 });
      await deliveriesSent();
      expect(sequencesAt(receiver, slug)).toEqual([1, 2, 2, 3, 4]);
    });

    it('tests an endpoint once, signed, also while it is disabled, and says what it answered', async () => {
      const { receiver, id } = await listen();
      const test = () => ask('POST', `/webhook-endpoints/${id}/test`);
      expect((await test()).body).toEqual({ delivered: true, status: 204, error: null, answer: '' });
      expect(receiver.received.map(({ event }) => event)).toEqual([
        { id: expect.stringMatching(/^evt_/), type: 'webhook.test', at: expect.any(Number), data: { endpoint_id: id } },
      ]);
      receiver.answer = (response) => void response.writeHead(410).end('no longer here');
      expect((await test()).body).toEqual({ delivered: false, status: 410, error: 'status', answer: 'no longer here' });
      expect(await endpointOf(id)).toMatchObject({ status: 'enabled', waiting: 0 });
      await organization();
      await deliveriesSent();
      expect(await endpointOf(id)).toMatchObject({ status: 'disabled' });
      expect((await test()).body).toMatchObject({ delivered: false, status: 410 });
      expect(receiver.unsigned).toEqual([]);
    });

    it('sends at most 30 tests of an endpoint in an hour', async () => {
      const { receiver, id } = await listen();
      const statuses: number[] = [];
      for (let each = 0; each < 31; each += 1) statuses.push((await ask('POST', `/webhook-endpoints/${id}/test`)).status);
      expect([statuses.filter((status) => status === 200).length, statuses.at(-1), receiver.received.length]).toEqual([30, 429, 30]);
    });

    it('signs by the old and the new secret for a day after a rotation, then by the new one alone', async () => {
      const { receiver, id } = await listen();
      const old = receiver.secret ?? '';
      const headers = { 'Idempotency-Key': `rotate-${id}` };
      const startedAt = now();
      const { status, body } = await ask('POST', `/webhook-endpoints/${id}/rotate`, undefined, { headers });
      expect([status, body]).toEqual([200, { ...(await endpointOf(id)), secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) }]);
      expect(body.secret).not.toBe(old);
      expect(body.replaced_secret_ends_at).toBeGreaterThanOrEqual(startedAt + 86_400);
      expect(body.replaced_secret_ends_at).toBeLessThanOrEqual(now() + 86_400);
      expect((await ask('POST', `/webhook-endpoints/${id}/rotate`, undefined, { headers })).body).toEqual(body);
      const isSignedBy = (secret: string): boolean => {
        const { raw, headers: sentHeaders } = receiver.received.at(-1)!;
        try {
          new Webhook(secret).verify(raw, sentHeaders as Record<string, string>);
          return true;
        } catch {
          return false;
        }
      };
      const signatures = () => String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length;
      await organization();
      await deliveriesSent();
      expect([isSignedBy(old), isSignedBy(body.secret), signatures()]).toEqual([true, true, 2]);
      receiver.secret = body.secret;
      await pass(86_400);
      await organization();
      await deliveriesSent();
      expect([isSignedBy(old), isSignedBy(body.secret), signatures()]).toEqual([false, true, 1]);
      expect(await endpointOf(id)).toMatchObject({ replaced_secret_ends_at: null });
    });

    it.each(['enable', 'test', 'rotate'])('answers 404 to %s of an endpoint that is deleted', async (act) => {
      const { id } = await listen();
      await ask('DELETE', `/webhook-endpoints/${id}`);
      expect((await ask('POST', `/webhook-endpoints/${id}/${act}`)).status).toBe(404);
      expect((await ask('PATCH', `/webhook-endpoints/${id}`, { description: 'late' })).status).toBe(404);
    });

    it('takes at most 50 endpoints', async () => {
      const add = () => ask('POST', '/webhook-endpoints', { url: 'http://127.0.0.1:9/', events: ['notice.sent'] });
      let added = 0;
      let answer = await add();
      while (answer.status === 201) {
        forget(answer.body.id);
        added += 1;
        answer = await add();
      }
      expect([added, answer.status, answer.body.code]).toEqual([50, 422, 'rule_violated']);
    });
  },
  { SEED: 'none' },
  { automatic: false },
);

it.each([
  ['http://hooks.example/', 'must be an https address'],
  ['https://127.0.0.1/', 'must be on the public internet'],
  ['https://[::1]:8443/', 'must be on the public internet'],
  ['https://inside.example/', 'must be on the public internet'],
  ['https://hooks.example:8080/', 'must use one of these ports: 443, 8443'],
  ['https://hooks.example:22/', 'must use one of these ports: 443, 8443'],
])('production adds no endpoint at %s, and moves none there', async (url, message) => {
  const resolve = () => Promise.resolve([{ address: '10.0.0.7', family: 4 }]);
  const parts = {
    db: null as never,
    key: { id: 'key_1', name: 'test', scopes: [] },
    nowSeconds: 0,
    lateUsageDays: 35,
    usageReviewAboveCents: 100_000,
    usageClockAheadSeconds: 300,
    priceNoticeDays: 30,
    emailLimits: null as never,
    approvedBy: 'keys' as const,
    paymentContext: null as never,
    secrets: null as never,
  };
  const input = { params: {}, query: {}, body: { url, events: ['*' as const] } };
  const context = { ...parts, hosts: { ports: [443, 8443], allowsPrivate: false, resolve } };
  const change = { params: { endpoint_id: 'we_1' }, query: {}, body: { url } };
  const refusal = { status: 400, fields: [{ path: 'body.url', message }] };
  await expect(createWebhookEndpoint(input, context)).rejects.toMatchObject(refusal);
  await expect(changeWebhookEndpoint(change, context)).rejects.toMatchObject(refusal);
});
