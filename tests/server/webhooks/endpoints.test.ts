import { expect, it } from 'vitest';
import { createWebhookEndpoint } from '#server/admin/webhooks.ts';
import { onEachStore } from '#tests/support/platform.ts';
import { webhookGround } from '#tests/support/webhook-ground.ts';

onEachStore(
  (platform) => {
    const { ask, listen, forget, organization, happen, endpointOf, deliveriesOf, sent } = webhookGround(platform);

    it('shows a secret once, and none after the endpoint is deleted', async () => {
      const { receiver, id } = await listen();
      const listed = JSON.stringify([(await ask('GET', '/webhook-endpoints')).body, await deliveriesOf(id)]);
      expect(listed).not.toContain('whsec_');
      await organization();
      expect((await ask('DELETE', `/webhook-endpoints/${id}`)).status).toBe(204);
      await sent();
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
      await sent();
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
])('production adds no endpoint at %s', async (url, message) => {
  const resolve = () => Promise.resolve([{ address: '10.0.0.7', family: 4 }]);
  const parts = {
    db: null as never,
    key: { id: 'key_1', name: 'test', scopes: [] },
    nowSeconds: 0,
    lateUsageDays: 35,
    priceNoticeDays: 30,
    approvalAboveCents: 0,
    money: null as never,
  };
  const input = { params: {}, query: {}, body: { url, events: ['*' as const] } };
  await expect(createWebhookEndpoint(input, { ...parts, hosts: { allowsPrivate: false, resolve } })).rejects.toMatchObject({
    status: 400,
    fields: [{ path: 'body.url', message }],
  });
});
