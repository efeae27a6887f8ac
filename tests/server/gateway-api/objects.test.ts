import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import objectFields from '#sandbox/data/stripe-objects.json' with { type: 'json' };
import { openSandbox, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

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

describe('the balance', () => {
  const cents = async () => {
    const { object, available, pending } = await sandbox.stripe.balance.retrieve();
    return { object, available: available[0]?.amount ?? 0, pending: pending[0]?.amount ?? 0 };
  };

  it('is pending for two days after a payment, then available, without what was refunded', async () => {
    const before = await cents();
    const { id } = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    expect(await cents()).toEqual({ ...before, pending: before.pending + 500 });
    await sandbox.stripe.refunds.create({ payment_intent: id, amount: 200 });
    await sandbox.advance(3 * 86_400_000);
    const after = await cents();
    expect(after).toEqual({ object: 'balance', available: before.available + before.pending + 300, pending: 0 });
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
