import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestEffect } from '#sandbox/faults.ts';
import { createSandboxGateway, type SandboxGateway } from '#sandbox/sandbox-gateway.ts';
import { createGateway } from '#server/gateway/stripe/create-gateway.ts';
import { openSandbox, testKeys, testWebhookSecret, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

let sandbox: SandboxHarness;
let customerId: string;
beforeEach(async () => {
  sandbox = await openSandbox({ timeoutMs: 250 });
  customerId = (await sandbox.stripe.customers.create({})).id;
});
afterEach(() => sandbox.close());

const pay = (key: string, gateway = sandbox.gateway) =>
  gateway.createPayment(
    {
      amountCents: 2500,
      currency: 'usd',
      customerId,
      paymentMethodId: 'pm_card_visa',
      description: 'Faults',
      metadata: { key },
      offSession: false,
      saveForOffSession: false,
    },
    key,
  );
const script = (effect: RequestEffect, more: { retryAfterSeconds?: number; times?: number } = {}) =>
  sandbox.sandbox.faults.add({ on: 'request', effect, method: 'POST', path: '/payment_intents', times: 1, ...more });
const charges = () => sandbox.sandbox.money().length;

describe('scripted faults of requests', () => {
  it.each<[RequestEffect, object, number]>([
    ['timeout_before', { kind: 'unknown_outcome', reason: 'timeout' }, 0],
    ['timeout_after', { kind: 'unknown_outcome', reason: 'timeout' }, 1],
    ['conflict', { kind: 'conflict', code: 'lock_timeout' }, 0],
    ['rate_limit', { kind: 'rate_limited', retryAfterSeconds: null }, 0],
    ['server_error_before', { kind: 'unknown_outcome', reason: 'server_error' }, 0],
  ])('%s: %o, and the same key then charges once', async (effect, error, before) => {
    script(effect);
    expect(await pay('one')).toMatchObject({ ok: false, error });
    expect(charges()).toBe(before);
    expect(await pay('one')).toMatchObject({ ok: true, value: { status: 'succeeded' } });
    expect(charges()).toBe(1);
  });

  it('server_error_after: the key answers 500 from now on, and the payment is found by its metadata', async () => {
    script('server_error_after');
    const error = { kind: 'unknown_outcome', reason: 'server_error' };
    expect(await pay('one')).toMatchObject({ ok: false, error });
    expect(await pay('one')).toMatchObject({ ok: false, error });
    expect(charges()).toBe(1);
    expect(await sandbox.gateway.searchPayments({ key: 'one' })).toMatchObject({ ok: true, value: [{ status: 'succeeded' }] });
  });

  it.each<RequestEffect>(['lost_before', 'lost_after'])(
    '%s: the SDK tries a broken connection once more, with the same key',
    async (effect) => {
      script(effect);
      expect(await pay('one')).toMatchObject({ ok: true });
      expect(charges()).toBe(1);
    },
  );

  it.each<[RequestEffect, number]>([
    ['lost_before', 0],
    ['lost_after', 1],
  ])('%s, twice: nobody knows', async (effect, before) => {
    script(effect, { times: 2 });
    expect(await pay('one')).toMatchObject({ ok: false, error: { kind: 'unknown_outcome', reason: 'connection' } });
    expect(charges()).toBe(before);
    expect(await pay('one')).toMatchObject({ ok: true });
    expect(charges()).toBe(1);
  });

  it('rate_limit says how long to wait', async () => {
    script('rate_limit', { retryAfterSeconds: 7 });
    expect(await pay('one')).toMatchObject({ ok: false, error: { kind: 'rate_limited', retryAfterSeconds: 7 } });
  });

  it('hit only what they name', async () => {
    sandbox.sandbox.faults.add({ on: 'request', effect: 'conflict', method: 'POST', path: '/payment_intents/:any/cancel', times: 5 });
    sandbox.sandbox.faults.add({ on: 'request', effect: 'conflict', keyContains: 'two', times: 1 });
    expect(await pay('one')).toMatchObject({ ok: true });
    expect(await pay('two')).toMatchObject({ ok: false, error: { kind: 'conflict' } });
    expect(await sandbox.gateway.cancelPayment('pi_x')).toMatchObject({ ok: false, error: { kind: 'conflict' } });
    sandbox.sandbox.faults.clear();
    expect(await sandbox.gateway.cancelPayment('pi_x')).toMatchObject({ ok: false, error: { kind: 'not_found' } });
  });

  it('are set, shown and removed in the inspector', async () => {
    const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${sandbox.baseUrl}/inspector/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    expect((await send('faults', { on: 'request', effect: 'conflict', path: '/payment_intents', times: 2 })).status).toBe(200);
    expect(await pay('one')).toMatchObject({ ok: false, error: { kind: 'conflict' } });
    const state = (await (await fetch(`${sandbox.baseUrl}/inspector/state`)).json()) as {
      faults: { id: string; times: number }[];
      requests: { fault: string | null }[];
    };
    expect(state.faults).toMatchObject([{ effect: 'conflict', times: 1 }]);
    expect(state.requests[0]).toMatchObject({
      method: 'POST',
      path: '/payment_intents',
      status: 409,
      fault: 'conflict',
      idempotencyKey: 'one',
    });
    expect((await send('faults/clear', { id: state.faults[0]?.id })).status).toBe(200);
    expect(await pay('one')).toMatchObject({ ok: true });
    for (const [bad, field] of [
      [{ on: 'request', effect: 'explode' }, 'effect'],
      [{ on: 'moon' }, 'on'],
      [{ on: 'request', effect: 'conflict', times: 0 }, 'times'],
      [{ on: 'event', effect: 'drop', path: '/x' }, 'path'],
    ] as const) {
      const refused = await send('faults', bad);
      expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await send('faults', { on: 'request', effect: 'conflict' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send('faults', { on: 'request', effect: 'conflict' }, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('in one process, without a network', () => {
  let inside: SandboxGateway;
  const origin = 'http://sandbox.test';
  beforeEach(async () => {
    inside = await createSandboxGateway({
      ...testKeys,
      onError: (error) => {
        throw error;
      },
      dataDir: null,
      clock: { nowMs: () => 1_795_251_600_000 },
      origin,
      assetsDir: '/nowhere',
      automatic: false,
    });
  });
  afterEach(() => inside.close());

  it('the same port works, faults included', async () => {
    const gateway = createGateway({
      secretKey: testKeys.secretKey,
      webhookSecret: testWebhookSecret,
      baseUrl: `${origin}${inside.basePath}`,
      fetch: inside.fetch,
      timeoutMs: 200,
    });
    const customer = await gateway.createCustomer({}, 'customer');
    customerId = customer.ok ? customer.value.id : '';
    expect(await pay('one', gateway)).toMatchObject({ ok: true, value: { status: 'succeeded' } });
    inside.faults.add({ on: 'request', effect: 'lost_after', path: '/payment_intents', times: 1 });
    expect(await pay('two', gateway)).toMatchObject({ ok: false, error: { kind: 'unknown_outcome', reason: 'connection' } });
    inside.faults.add({ on: 'request', effect: 'timeout_before', path: '/payment_intents', times: 1 });
    expect(await pay('three', gateway)).toMatchObject({ ok: false, error: { kind: 'unknown_outcome', reason: 'timeout' } });
    expect(inside.money()).toHaveLength(2);
  });
});
