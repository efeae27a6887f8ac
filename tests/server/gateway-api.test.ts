import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import objectFields from '#server/payments/sandbox/data/stripe-objects.json' with { type: 'json' };
import { openSandbox, testKeys, type SandboxHarness } from '#server/payments/testing/sandbox-harness.ts';

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
    const sent = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: 'https://example.com/back',
    });
    expect(sent.next_action).toMatchObject({ type: 'redirect_to_url', redirect_to_url: { return_url: 'https://example.com/back' } });
  });
});

describe('objects', () => {
  it('have every field of the API', async () => {
    const customer = await sandbox.stripe.customers.create({ email: 'fields@example.com' });
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: customer.id,
      payment_method: 'pm_card_createDispute',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    });
    const charge = intent.latest_charge as { object: string; balance_transaction: object };
    const setup = await sandbox.stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      expand: ['latest_attempt'],
    });
    const session = await sandbox.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ quantity: 2, price_data: { currency: 'usd', unit_amount: 300, product_data: { name: 'Thing' } } }],
      success_url: 'https://example.com',
      expand: ['line_items'],
    });
    const line = session.line_items?.data[0];
    await sandbox.advance(5_000);
    const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: intent.id })).data;
    const refunded = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    const refund = await sandbox.stripe.refunds.create({ payment_intent: refunded.id });
    const taxId = await sandbox.stripe.customers.createTaxId(customer.id, { type: 'us_ein', value: '12-3456789' });
    const endpoint = await sandbox.stripe.webhookEndpoints.create({ url: `${sandbox.origin}/hook`, enabled_events: ['*'] });
    const [event] = (await sandbox.stripe.events.list({ limit: 1 })).data;
    expect(session.amount_total).toBe(600);
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect((await sandbox.stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
    for (const object of [
      customer,
      intent,
      intent.payment_method,
      charge,
      charge.balance_transaction,
      setup,
      setup.latest_attempt,
      session,
      line,
      line?.price,
      dispute,
      refund,
      taxId,
      endpoint,
      event,
    ]) {
      const name = (object as { object: string }).object;
      const names = (objectFields as unknown as Record<string, string[]>)[name] ?? [];
      const missing = names.filter((field) => !(field in (object as object)));
      expect({ name, known: names.length > 0, missing }).toEqual({ name, known: true, missing: [] });
    }
    await sandbox.stripe.webhookEndpoints.del(endpoint.id);
  });

  it('name what they belong to, or show it where asked', async () => {
    const customer = await sandbox.stripe.customers.create({});
    await sandbox.stripe.customers.createTaxId(customer.id, { type: 'eu_vat', value: 'ATU12345678' });
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    expect(intent.customer).toBe(customer.id);
    const full = await sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: ['customer.tax_ids', 'latest_charge.refunds'] });
    expect(full.customer).toMatchObject({ id: customer.id, tax_ids: { data: [{ value: 'ATU12345678', country: 'AT' }] } });
    expect(full.latest_charge).toMatchObject({ object: 'charge', refunds: { data: [] } });
    const listed = await sandbox.stripe.paymentIntents.list({ limit: 1, expand: ['data.latest_charge'] });
    expect(listed.data[0]?.latest_charge).toMatchObject({ object: 'charge', payment_intent: intent.id });
  });

  it('merge metadata: values replace, empty ones remove, an empty string removes all', async () => {
    const { id } = await sandbox.stripe.customers.create({ metadata: { a: '1', b: '2' } });
    expect((await sandbox.stripe.customers.update(id, { metadata: { b: '', c: '3' } })).metadata).toEqual({ a: '1', c: '3' });
    expect((await sandbox.stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
    await expect(sandbox.stripe.customers.update(id, { metadata: { ['k'.repeat(41)]: '1' } })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(sandbox.stripe.customers.update(id, { metadata: { k: 'v'.repeat(501) } })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('are gone when deleted', async () => {
    const { id } = await sandbox.stripe.customers.create({});
    const method = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: id });
    await sandbox.stripe.customers.del(id);
    expect(await sandbox.stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
    await expect(sandbox.stripe.customers.update(id, { name: 'x' })).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await sandbox.stripe.paymentMethods.retrieve(method.id)).customer).toBeNull();
  });
});

describe('cards of customers', () => {
  it('pay for nobody else', async () => {
    const [owner, other] = [await sandbox.stripe.customers.create({}), await sandbox.stripe.customers.create({})];
    const method = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: owner.id });
    const pay = (customer?: string) =>
      sandbox.stripe.paymentIntents.create({
        amount: 500,
        currency: 'usd',
        payment_method: method.id,
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        ...(customer !== undefined && { customer }),
      });
    await expect(pay(other.id)).rejects.toMatchObject({ param: 'payment_method' });
    await expect(pay()).rejects.toMatchObject({ param: 'payment_method' });
    expect((await pay(owner.id)).status).toBe('succeeded');
    await expect(sandbox.stripe.paymentMethods.attach(method.id, { customer: other.id })).rejects.toMatchObject({
      code: 'payment_method_already_attached',
    });
  });

  it('that were never saved pay once', async () => {
    const method = await sandbox.card('4242424242424242');
    const pay = () =>
      sandbox.stripe.paymentIntents.create({
        amount: 500,
        currency: 'usd',
        payment_method: method,
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      });
    expect((await pay()).status).toBe('succeeded');
    await expect(pay()).rejects.toMatchObject({ param: 'payment_method' });
  });
});

describe('lists and searches', () => {
  it('page in both directions', async () => {
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) made.unshift((await sandbox.stripe.customers.create({ email: 'paged@example.com' })).id);
    const list = (params: object) => sandbox.stripe.customers.list({ email: 'paged@example.com', ...params });
    const first = await list({ limit: 3 });
    expect([first.data.map((customer) => customer.id), first.has_more]).toEqual([made.slice(0, 3), true]);
    const last = await list({ limit: 5, starting_after: made[2] });
    expect([last.data.map((customer) => customer.id), last.has_more]).toEqual([made.slice(3), false]);
    const back = await list({ limit: 2, ending_before: made[3] });
    expect([back.data.map((customer) => customer.id), back.has_more]).toEqual([made.slice(1, 3), true]);
    const all: string[] = [];
    for await (const customer of list({ limit: 2 })) all.push(customer.id);
    expect(all).toEqual(made);
    await expect(list({ starting_after: made[0], ending_before: made[1] })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('sort by time, and filter by it', async () => {
    const early = await sandbox.stripe.customers.create({ email: 'timed@example.com' });
    await sandbox.advance(60_000);
    const late = await sandbox.stripe.customers.create({ email: 'timed@example.com' });
    const after = await sandbox.stripe.customers.list({ email: 'timed@example.com', created: { gt: early.created } });
    expect(after.data.map((customer) => customer.id)).toEqual([late.id]);
  });

  it('search by metadata, status and amount, with AND, OR and NOT', async () => {
    const make = (amount: number, color: string) =>
      sandbox.stripe.paymentIntents.create({ amount, currency: 'usd', metadata: { color, set: 'search' } });
    const [red, blue] = [await make(1000, 'red'), await make(2000, 'blue')];
    const found = async (query: string) => (await sandbox.stripe.paymentIntents.search({ query })).data.map((intent) => intent.id);
    expect(await found(`metadata['set']:'search' AND metadata["color"]:"red"`)).toEqual([red.id]);
    expect(await found(`metadata['set']:'search' amount>1000`)).toEqual([blue.id]);
    expect(await found(`metadata['color']:'red' OR metadata['color']:'blue'`)).toEqual([blue.id, red.id]);
    expect(await found(`metadata['set']:'search' AND -metadata['color']:'red'`)).toEqual([blue.id]);
    expect(await found(`metadata['set']:'search' AND status:'succeeded'`)).toEqual([]);
    expect(await found(`metadata['set']:'search' AND metadata['missing']:null`)).toEqual([blue.id, red.id]);
    await expect(found(`metadata['a']:'1' AND amount>1 OR amount<5`)).rejects.toMatchObject({ statusCode: 400 });
    const page = await sandbox.stripe.paymentIntents.search({ query: `metadata['set']:'search'`, limit: 1 });
    expect(page.has_more).toBe(true);
    const next = await sandbox.stripe.paymentIntents.search({ query: `metadata['set']:'search'`, limit: 1, page: page.next_page ?? '' });
    expect([page.data[0]?.id, next.data[0]?.id, next.has_more]).toEqual([blue.id, red.id, false]);
  });
});

describe('tax IDs', () => {
  it.each([
    ['eu_vat', 'DE123456789', 'DE', 'verified'],
    ['eu_vat', 'EL111111111', 'GR', 'unverified'],
    ['eu_vat', 'XI222222222', 'GB', 'pending'],
    ['gb_vat', 'GB333333333', 'GB', 'unavailable'],
    ['us_ein', '12-3456789', 'US', 'unavailable'],
  ] as const)('%s %s is of %s, and in the end %s', async (type, value, country, status) => {
    const customer = await sandbox.stripe.customers.create({});
    const made = await sandbox.stripe.customers.createTaxId(customer.id, { type, value });
    expect(made.country).toBe(country);
    await sandbox.advance(5_000);
    expect((await sandbox.stripe.customers.retrieveTaxId(customer.id, made.id)).verification?.status).toBe(status);
  });

  it('are of a known type, at most five, and of that customer', async () => {
    const [customer, other] = [await sandbox.stripe.customers.create({}), await sandbox.stripe.customers.create({})];
    await expect(sandbox.stripe.customers.createTaxId(customer.id, { type: 'mars_vat', value: '12345' })).rejects.toMatchObject({
      param: 'type',
    });
    const made = await sandbox.stripe.customers.createTaxId(customer.id, { type: 'us_ein', value: '12-3456789' });
    await expect(sandbox.stripe.customers.deleteTaxId(other.id, made.id)).rejects.toMatchObject({ code: 'resource_missing' });
    for (let index = 0; index < 4; index += 1)
      await sandbox.stripe.customers.createTaxId(customer.id, { type: 'us_ein', value: `12-345678${index}` });
    await expect(sandbox.stripe.customers.createTaxId(customer.id, { type: 'us_ein', value: '12-3456799' })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});
