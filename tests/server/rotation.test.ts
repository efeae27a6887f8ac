import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGateway } from '#server/gateway/stripe/create-gateway.ts';
import Stripe from 'stripe';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

// Tests the rotation of secrets: the previous and the current secret are both valid, so that no request fails during the switch.

const [old, next, other] = ['the-token-of-last-year', 'the-token-of-this-year', 'a-token-of-somebody-else'];
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform(
    'pglite',
    { SERVICE_TOKEN: next, SERVICE_TOKEN_PREVIOUS: old, METRICS_TOKEN: next, METRICS_TOKEN_PREVIOUS: old },
    { automatic: false },
  );
});
afterAll(() => platform?.stop());

it.each([
  [next, 200],
  [old, 200],
  [other, 404],
])('the figures are for the holder of the new token and of the one before (%s: %i)', async (token, status) => {
  expect((await platform.ask('/metrics', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(status);
});

it.each([
  [next, 200],
  [old, 200],
  [other, 401],
])('usage is taken from programs with the new token and with the one before (%s: %i)', async (token, status) => {
  const answer = await platform.ask('/platform/organizations/pro-payg/usage/records', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Version: '2' },
    body: JSON.stringify({ records: [null] }),
  });
  expect([answer.status === status, answer.status]).toEqual([true, status]);
});

it('events of the gateway are taken by the new signing secret and by the one before', () => {
  const gateway = createGateway({ secretKey: 'sk_test_1', webhookSecret: 'whsec_new', previousWebhookSecret: 'whsec_old' });
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.updated',
    created: 1,
    data: { object: { id: 'cus_1', object: 'customer' } },
  });
  const read = (secret: string) =>
    gateway.readWebhook(payload, new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret }));
  for (const secret of ['whsec_new', 'whsec_old']) expect(read(secret)).toMatchObject({ ok: true, value: { id: 'evt_1' } });
  expect(read('whsec_other')).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
});
