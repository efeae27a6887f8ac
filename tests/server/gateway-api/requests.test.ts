import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, testKeys, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function call(method: string, path: string, options: { key?: string; body?: string; headers?: Record<string, string> } = {}) {
  const form = options.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${sandbox.baseUrl}/v1${path}`, {
    method,
    headers: { ...bearer(options.key ?? testKeys.secretKey), ...form, ...options.headers },
    ...(options.body !== undefined && { body: options.body }),
  });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown> & { error?: Record<string, unknown> },
  };
}

describe('keys', () => {
  it('are asked for', async () => {
    expect((await fetch(`${sandbox.baseUrl}/v1/customers`)).status).toBe(401);
    expect(await call('GET', '/customers', { key: 'sk_test_wrong' })).toMatchObject({
      status: 401,
      json: { error: { type: 'invalid_request_error' } },
    });
    const basic = Buffer.from(`${testKeys.secretKey}:`).toString('base64');
    expect((await fetch(`${sandbox.baseUrl}/v1/customers`, { headers: { authorization: `Basic ${basic}` } })).status).toBe(200);
  });

  it('of browsers open only what browsers need', async () => {
    const browser = { key: testKeys.publishableKey };
    for (const [method, path] of [
      ['GET', '/customers'],
      ['POST', '/customers'],
      ['GET', '/payment_intents'],
      ['POST', '/payment_intents'],
      ['POST', '/refunds'],
      ['GET', '/events'],
      ['GET', '/charges'],
    ] as const) {
      expect([path, await call(method, path, { ...browser, ...(method === 'POST' && { body: '' }) })]).toMatchObject([
        path,
        { status: 403, json: { error: { code: 'secret_key_required' } } },
      ]);
    }
  });

  it('of servers may not send card numbers', async () => {
    const refused = await call('POST', '/payment_methods', {
      body: 'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2030',
    });
    expect(refused).toMatchObject({ status: 402, json: { error: { type: 'invalid_request_error' } } });
  });

  it('of browsers need the client secret of that very intent, and see less of it', async () => {
    const customer = await sandbox.stripe.customers.create({});
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: customer.id,
      metadata: { secret: 'plan' },
    });
    const other = await sandbox.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    const path = `/payment_intents/${intent.id}`;
    const key = testKeys.publishableKey;
    expect(await call('GET', path, { key })).toMatchObject({ status: 400, json: { error: { param: 'client_secret' } } });
    expect(await call('GET', `${path}?client_secret=${other.client_secret}`, { key })).toMatchObject({ status: 400 });
    const seen = await call('GET', `${path}?client_secret=${intent.client_secret}`, { key });
    expect(seen).toMatchObject({ status: 200, json: { id: intent.id, amount: 500, status: 'requires_payment_method' } });
    for (const hidden of ['metadata', 'customer', 'latest_charge']) expect(seen.json).not.toHaveProperty(hidden);
    expect(
      await call('POST', `${path}/confirm`, {
        key,
        body: `client_secret=${intent.client_secret}&payment_method=pm_card_visa&off_session=true&use_stripe_sdk=true`,
      }),
    ).toMatchObject({ status: 400, json: { error: { param: 'off_session' } } });
    expect(
      await call('POST', `${path}/confirm`, {
        key,
        body: `client_secret=${intent.client_secret}&payment_method=pm_card_visa&use_stripe_sdk=true`,
      }),
    ).toMatchObject({ status: 200, json: { status: 'succeeded' } });
  });
});

describe('requests', () => {
  it('have an id, and a version that must fit', async () => {
    const answer = await call('GET', '/customers');
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
    expect(answer.headers.get('stripe-version')).toBe('2026-10-28.endive');
    expect(await call('GET', '/customers', { headers: { 'stripe-version': '2020-08-27' } })).toMatchObject({ status: 400 });
  });

  it.each([
    ['POST', '/customers', 'nickname=x', 'parameter_unknown', 'nickname'],
    ['POST', '/customers', 'address[planet]=x', 'parameter_unknown', 'address[planet]'],
    ['POST', '/customers', '__proto__[x]=1', 'parameter_unknown', '__proto__'],
    ['POST', '/payment_intents', 'amount=500&currency=usd&payment_method_types[]=card', 'parameter_unknown', 'payment_method_types'],
    [
      'POST',
      '/payment_intents',
      'amount=500&currency=usd&allowed_payment_method_types[]=klarna',
      undefined,
      'allowed_payment_method_types[0]',
    ],
    ['POST', '/payment_intents', 'currency=usd', 'parameter_missing', 'amount'],
    ['POST', '/payment_intents', 'amount=12.5&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['POST', '/payment_intents', 'amount=1e3&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['POST', '/payment_intents', 'amount=-5&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['POST', '/payment_intents', 'amount=49&currency=usd', 'amount_too_small', 'amount'],
    ['POST', '/payment_intents', 'amount=100000000&currency=usd', 'amount_too_large', 'amount'],
    ['POST', '/payment_intents', 'amount=500&currency=', 'parameter_invalid_empty', 'currency'],
    ['POST', '/payment_intents', 'amount=500&currency=usd&customer=cus_none', 'resource_missing', 'customer'],
    ['POST', '/payment_intents', 'amount=500&currency=usd&payment_method=pm_none', 'resource_missing', 'payment_method'],
    ['POST', '/payment_intents', 'amount=500&currency=usd&customer=cus_none&expand[]=nothing', undefined, 'expand'],
    ['GET', '/customers?limit=0', undefined, 'parameter_invalid_integer', 'limit'],
    ['GET', '/customers?starting_after=cus_none', undefined, 'resource_missing', 'starting_after'],
    ['GET', `/events?${'types[]=refund.created&'.repeat(21)}`, undefined, undefined, 'types'],
    ['GET', '/payment_intents/search?query=amount~', undefined, undefined, 'query'],
  ])('%s %s %s: %s %s', async (method, path, body, code, param) => {
    const answer = await call(method, path, body === undefined ? {} : { body });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatchObject({ type: 'invalid_request_error', param, ...(code !== undefined && { code }) });
  });

  it('in other shapes are refused in words', async () => {
    expect(await call('GET', '/nothing')).toMatchObject({ status: 404 });
    expect(await call('PUT', '/customers', { body: '' })).toMatchObject({ status: 404 });
    expect(await call('POST', '/customers', { body: '{}', headers: { 'content-type': 'application/json' } })).toMatchObject({
      status: 400,
    });
    expect(await call('POST', '/customers', { body: 'a=1&a[b]=2' })).toMatchObject({ status: 400 });
    expect(await call('POST', '/customers', { body: `metadata${'[a]'.repeat(9)}=1` })).toMatchObject({ status: 400 });
    expect(await call('POST', '/customers', { body: `name=${'x'.repeat(300_000)}` })).toMatchObject({ status: 400 });
  });

  it('ask for a return URL where leaving the page is allowed', async () => {
    const refused = sandbox.stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true });
    await expect(refused).rejects.toMatchObject({ param: 'return_url' });
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: 'https://example.com/back',
    });
    expect(intent.next_action).toMatchObject({ type: 'redirect_to_url', redirect_to_url: { return_url: 'https://example.com/back' } });
  });
});
