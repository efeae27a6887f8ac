import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayPayment } from '#server/gateway/gateway-objects.ts';
import type { GatewayResult } from '#server/gateway/gateway-result.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import { createGateway } from '#server/gateway/stripe/create-gateway.ts';
import { openSandbox, testWebhookSecret, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

/** Key for a run on Stripe: STRIPE_TEST_SECRET_KEY=sk_test_… npx vitest run --project server tests/server/gateway-contract.test.ts */
const stripeKey = process.env['STRIPE_TEST_SECRET_KEY'];
const targets = [{ name: 'the sandbox', stripeKey: null }, ...(stripeKey === undefined ? [] : [{ name: 'Stripe', stripeKey }])];

describe.each(targets)('the gateway contract on $name', ({ stripeKey: key }) => {
  let sandbox: SandboxHarness | null = null;
  let gateway: PaymentGateway;
  let customerId: string;
  const run = crypto.randomUUID();
  let count = 0;
  const newKey = () => `${run}-${(count += 1)}`;

  beforeAll(async () => {
    if (key === null) sandbox = await openSandbox();
    gateway = sandbox?.gateway ?? createGateway({ secretKey: key ?? '', webhookSecret: testWebhookSecret });
    customerId = value(await gateway.createCustomer({ email: 'contract@example.com', name: 'Contract', metadata: { run } }, newKey())).id;
  });
  afterAll(() => sandbox?.close());

  const pay = (
    paymentMethodId: string,
    options: { amountCents?: number; offSession?: boolean; key?: string; metadata?: Record<string, string> } = {},
  ) =>
    gateway.createPayment(
      {
        amountCents: options.amountCents ?? 2500,
        currency: 'usd',
        customerId,
        paymentMethodId,
        description: 'Contract',
        metadata: options.metadata ?? { run },
        offSession: options.offSession ?? false,
        saveForOffSession: !options.offSession,
      },
      options.key ?? newKey(),
    );

  it('keeps customers', async () => {
    const changed = value(
      await gateway.updateCustomer(
        customerId,
        { name: 'Changed', address: { line1: '1 Main Street', city: 'Springfield', postalCode: '12345', country: 'US' } },
        newKey(),
      ),
    );
    expect(changed).toMatchObject({ id: customerId, name: 'Changed', email: 'contract@example.com', metadata: { run } });
    expect(value(await gateway.updateCustomer(customerId, { email: null, address: null }, newKey())).email).toBeNull();
    expect(value(await gateway.retrieveCustomer(customerId)).name).toBe('Changed');
    expect(await gateway.retrieveCustomer('cus_none')).toMatchObject({ ok: false, error: { kind: 'not_found' } });
  });

  it('attaches, lists and detaches cards, and knows the same card again', async () => {
    const first = value(await gateway.attachPaymentMethod('pm_card_mastercard', customerId));
    const again = value(await gateway.attachPaymentMethod('pm_card_mastercard', customerId));
    expect(first).toMatchObject({ customerId, card: { brand: 'mastercard', last4: '4444' } });
    expect(again.id).not.toBe(first.id);
    expect(again.card?.fingerprint).toBe(first.card?.fingerprint);
    const listed = value(await gateway.listPaymentMethods(customerId)).map((method) => method.id);
    expect(listed).toEqual(expect.arrayContaining([first.id, again.id]));
    expect(value(await gateway.detachPaymentMethod(again.id)).customerId).toBeNull();
    expect(value(await gateway.retrievePaymentMethod(first.id)).customerId).toBe(customerId);
    expect(await gateway.attachPaymentMethod(again.id, customerId)).toMatchObject({
      ok: false,
      error: { kind: 'invalid_request' },
    });
  });

  it('charges once per key', async () => {
    const key = newKey();
    const first = value(await pay('pm_card_visa', { key }));
    const second = value(await pay('pm_card_visa', { key }));
    expect(first).toMatchObject({ status: 'succeeded', amountCents: 2500, amountReceivedCents: 2500, currency: 'usd', customerId });
    expect(second).toEqual(first);
    expect(await pay('pm_card_visa', { key, amountCents: 2600 })).toMatchObject({
      ok: false,
      error: { kind: 'invalid_request', code: 'idempotency_error' },
    });
    expect(value(await gateway.retrieveCharge(first.latestChargeId ?? ''))).toMatchObject({
      status: 'succeeded',
      amountCents: 2500,
      paymentId: first.id,
    });
  });

  it('saves a card for payments without the customer', async () => {
    const { paymentMethodId } = value(await pay('pm_card_visa'));
    expect(value(await pay(paymentMethodId ?? '', { offSession: true })).status).toBe('succeeded');
  });

  it('says why a card is refused, and remembers it under the key', async () => {
    const key = newKey();
    const refused = await pay('pm_card_chargeDeclinedInsufficientFunds', { key });
    expect(refused).toMatchObject({
      ok: false,
      error: { kind: 'declined', code: 'card_declined', declineCode: 'insufficient_funds', payment: { status: 'requires_payment_method' } },
    });
    expect(await pay('pm_card_chargeDeclinedInsufficientFunds', { key })).toMatchObject({ ok: false, error: { kind: 'declined' } });
    const lost = await pay('pm_card_chargeDeclinedLostCard');
    expect(!lost.ok && lost.error.kind === 'declined' && lost.error.memberMessage).toBe(
      'Your card was declined. Please use a different card or contact your bank.',
    );
  });

  it('asks for the cardholder, and refuses where there is none', async () => {
    const waiting = value(await pay('pm_card_authenticationRequired'));
    expect(waiting.status).toBe('requires_action');
    expect(waiting.clientSecret).toMatch(/^pi_.+_secret_/);
    const other = value(await gateway.confirmPayment(waiting.id, 'pm_card_visa', newKey()));
    expect(other.status).toBe('succeeded');
    expect(await gateway.confirmPayment(waiting.id, 'pm_card_visa', newKey())).toMatchObject({
      ok: false,
      error: { kind: 'unexpected_state', payment: { status: 'succeeded' } },
    });
    const saved = value(await gateway.attachPaymentMethod('pm_card_authenticationRequired', customerId));
    expect(await pay(saved.id, { offSession: true })).toMatchObject({
      ok: false,
      error: { kind: 'requires_action', payment: { status: 'requires_payment_method' } },
    });
  });

  it('cancels what is not paid', async () => {
    const waiting = value(await pay('pm_card_authenticationRequired'));
    const canceled = value(await gateway.cancelPayment(waiting.id));
    expect(canceled.status).toBe('canceled');
    expect(canceled.canceledAtSeconds).not.toBeNull();
    expect(await gateway.cancelPayment(waiting.id)).toMatchObject({ ok: false, error: { kind: 'unexpected_state' } });
  });

  it('prepares cards for later', async () => {
    const setup = value(await gateway.createSetup(customerId, { run }, newKey()));
    expect(setup).toMatchObject({ status: 'requires_payment_method', customerId });
    expect(value(await gateway.retrieveSetup(setup.id)).clientSecret).toBe(setup.clientSecret);
    expect(value(await gateway.cancelSetup(setup.id)).status).toBe('canceled');
  });

  it('lists payments newest first, page by page', async () => {
    const first = value(await gateway.listPayments({ customerId, limit: 2 }));
    expect(first.items).toHaveLength(2);
    expect(first.hasMore).toBe(true);
    const second = value(await gateway.listPayments({ customerId, limit: 2, after: first.items[1]?.id ?? '' }));
    const ids = [...first.items, ...second.items].map((payment) => payment.id);
    expect(new Set(ids).size).toBe(4);
  });

  it('opens, finds and expires a hosted page', async () => {
    const key = newKey();
    const input = {
      customerId,
      currency: 'usd',
      lines: [{ description: 'Invoice 1', amountCents: 7218 }],
      successUrl: 'https://example.com/ok',
      cancelUrl: 'https://example.com/no',
      metadata: { invoice: '1' },
    };
    const opened = value(await gateway.createSession(input, key));
    expect(opened).toMatchObject({
      status: 'open',
      paymentStatus: 'unpaid',
      amountTotalCents: 7218,
      customerId,
      metadata: { invoice: '1' },
    });
    expect(opened.url).toMatch(/^https?:\/\//);
    expect(value(await gateway.createSession(input, key)).id).toBe(opened.id);
    expect(value(await gateway.expireSession(opened.id))).toMatchObject({ status: 'expired', url: null });
    expect(await gateway.expireSession(opened.id)).toMatchObject({ ok: false, error: { kind: 'invalid_request' } });
    expect(value(await gateway.retrieveSession(opened.id)).status).toBe('expired');
  });

  it('gives money back, never more than was taken', async () => {
    const paid = value(await pay('pm_card_visa'));
    const part = value(await gateway.createRefund({ paymentId: paid.id, amountCents: 1000, metadata: { run } }, newKey()));
    expect(part).toMatchObject({ status: 'succeeded', amountCents: 1000, paymentId: paid.id });
    expect(await gateway.createRefund({ paymentId: paid.id, amountCents: 1501, metadata: {} }, newKey())).toMatchObject({
      ok: false,
      error: { kind: 'invalid_request' },
    });
    expect(value(await gateway.createRefund({ paymentId: paid.id, amountCents: null, metadata: {} }, newKey())).amountCents).toBe(1500);
    expect(await gateway.createRefund({ paymentId: paid.id, amountCents: null, metadata: {} }, newKey())).toMatchObject({
      ok: false,
      error: { code: 'charge_already_refunded' },
    });
    expect(value(await gateway.retrieveRefund(part.id)).amountCents).toBe(1000);
  });

  it('keeps tax IDs', async () => {
    const made = value(await gateway.createTaxId(customerId, { type: 'eu_vat', value: 'DE123456789' }, newKey()));
    expect(made).toMatchObject({ type: 'eu_vat', value: 'DE123456789', country: 'DE', verification: 'pending' });
    expect(value(await gateway.listTaxIds(customerId)).map((taxId) => taxId.id)).toEqual([made.id]);
    expect(await gateway.createTaxId(customerId, { type: 'eu_vat', value: 'nonsense' }, newKey())).toMatchObject({
      ok: false,
      error: { kind: 'invalid_request', code: 'tax_id_invalid' },
    });
    expect(value(await gateway.deleteTaxId(customerId, made.id)).id).toBe(made.id);
    expect(value(await gateway.deleteTaxId(customerId, made.id)).id).toBe(made.id);
    expect(value(await gateway.listTaxIds(customerId))).toEqual([]);
  });

  it('deletes a customer, and one that is gone already', async () => {
    const { id } = value(await gateway.createCustomer({ name: 'Ends soon' }, `ends-${Date.now()}`));
    expect(value(await gateway.deleteCustomer(id)).id).toBe(id);
    expect(value(await gateway.deleteCustomer(id)).id).toBe(id);
    expect(await gateway.retrieveCustomer(id)).toMatchObject({ ok: false, error: { kind: 'not_found' } });
  });

  it('tells what happened', async () => {
    const paid: GatewayPayment = value(await pay('pm_card_visa'));
    const { items } = value(await gateway.listEvents({ types: ['payment_intent.succeeded'], limit: 5 }));
    const event = items.find((candidate) => candidate.objectId === paid.id);
    expect(event).toMatchObject({ type: 'payment_intent.succeeded', objectType: 'payment_intent' });
    expect(value(await gateway.retrieveEvent(event?.id ?? '')).objectId).toBe(paid.id);
  });

  // Runs on the sandbox only, because Stripe's search finds new payments up to a minute late.
  it.runIf(key === null)('finds payments by metadata, whatever is in it', async () => {
    const odd = `it's a \\ "test"`;
    const paid = value(await pay('pm_card_visa', { metadata: { run, odd } }));
    expect(value(await gateway.searchPayments({ run, odd })).map((payment) => payment.id)).toEqual([paid.id]);
    expect(value(await gateway.searchPayments({ run: 'other' }))).toEqual([]);
  });
});

function value<Value>(result: GatewayResult<Value>): Value {
  if (!result.ok) throw new Error(`${result.error.kind}: ${JSON.stringify(result.error)}`);
  return result.value;
}
