import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayResult } from '#server/payments/gateway-result.ts';
import { testCards } from '#server/payments/sandbox/cards/test-cards.ts';
import { createCardLikeBrowser } from '#server/payments/sandbox/new-card.ts';
import { openSandbox, testKeys, type SandboxHarness } from '#server/payments/testing/sandbox-harness.ts';

let sandbox: SandboxHarness;
let customerId: string;
let count = 0;
const key = () => `cards-${(count += 1)}`;

beforeAll(async () => {
  sandbox = await openSandbox({ delays: { disputeMs: 5_000, processingMs: 15_000, refundMs: 30_000 } });
  customerId = value(await sandbox.gateway.createCustomer({ email: 'cards@example.com' }, key())).id;
});
afterAll(() => sandbox.close());

const pay = (paymentMethodId: string, options: { offSession?: boolean; save?: boolean } = {}) =>
  sandbox.gateway.createPayment(
    {
      amountCents: 2500,
      currency: 'usd',
      customerId,
      paymentMethodId,
      description: 'Cards',
      metadata: {},
      offSession: options.offSession ?? false,
      saveForOffSession: options.save ?? true,
    },
    key(),
  );

/** What a browser does with the bank's page, without a browser. */
async function answerChallenge(clientSecret: string | null, outcome: 'complete' | 'fail' | 'cancel'): Promise<void> {
  const [id = ''] = (clientSecret ?? '').split('_secret_');
  const path = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const headers = { authorization: `Bearer ${testKeys.publishableKey}` };
  const intent = (await (await fetch(`${sandbox.baseUrl}/v1/${path}/${id}?client_secret=${clientSecret}`, { headers })).json()) as {
    next_action: { use_stripe_sdk: { stripe_js: string } };
  };
  const url = new URL(intent.next_action.use_stripe_sdk.stripe_js, sandbox.origin);
  const body = new URLSearchParams({ secret: url.searchParams.get('secret') ?? '', outcome });
  const answered = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body, headers: { accept: 'application/json' } });
  expect(answered.status).toBe(200);
}

describe('cards that succeed', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['4000056655665556', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['5200828282828210', 'mastercard'],
    ['5105105105105100', 'mastercard'],
    ['378282246310005', 'amex'],
    ['371449635398431', 'amex'],
    ['6011111111111117', 'discover'],
    ['6011000990139424', 'discover'],
    ['6011981111111113', 'discover'],
    ['3566002020360505', 'jcb'],
    ['6200000000000005', 'unionpay'],
    ['4000000000003055', 'visa'],
    ['4000000000003097', 'visa'],
    ['4000000000004954', 'visa'],
    ['4000000000009235', 'visa'],
    ['4000000000000077', 'visa'],
  ])('%s', async (number, brand) => {
    const method = await sandbox.card(number);
    expect(value(await pay(method)).status).toBe('succeeded');
    expect(value(await sandbox.gateway.retrievePaymentMethod(method)).card).toMatchObject({
      brand,
      last4: number.slice(-4),
      checks: { cvc: 'pass' },
    });
  });
});

describe('cards that are refused', () => {
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', null],
    ['4000000000000127', 'incorrect_cvc', null],
    ['4000000000000119', 'processing_error', null],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
  ])('%s: %s, when charged and when attached', async (number, code, declineCode) => {
    const charged = await pay(await sandbox.card(number));
    expect(charged).toMatchObject({
      ok: false,
      error: { kind: 'declined', code, declineCode, payment: { status: 'requires_payment_method', lastFailure: { code, declineCode } } },
    });
    expect(await sandbox.gateway.attachPaymentMethod(await sandbox.card(number), customerId, key())).toMatchObject({
      ok: false,
      error: { kind: 'declined', code, declineCode },
    });
  });

  it('4000000000000341 can be saved, and every charge is refused', async () => {
    const method = await sandbox.card('4000000000000341');
    expect(value(await sandbox.gateway.attachPaymentMethod(method, customerId, key())).customerId).toBe(customerId);
    expect(await pay(method)).toMatchObject({ ok: false, error: { kind: 'declined', code: 'card_declined' } });
    expect(await pay(method, { offSession: true })).toMatchObject({ ok: false, error: { kind: 'declined', code: 'card_declined' } });
  });

  it('4100000000000019 is blocked as fraudulent', async () => {
    const refused = await pay(await sandbox.card('4100000000000019'));
    expect(refused).toMatchObject({
      ok: false,
      error: {
        kind: 'declined',
        declineCode: 'fraudulent',
        memberMessage: 'Your card was declined. Please use a different card or contact your bank.',
      },
    });
    const [charge] = (await sandbox.stripe.charges.list({ limit: 1 })).data;
    expect(charge?.outcome).toMatchObject({ type: 'blocked', risk_level: 'highest', network_status: 'not_sent_to_network' });
  });

  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ number: '4242424242424242', expMonth: 13 }, 'invalid_expiry_month'],
    [{ number: '4242424242424242', expYear: 1970 }, 'invalid_expiry_year'],
    [{ number: '4242424242424242', cvc: '99' }, 'invalid_cvc'],
    [{ number: '4111111111111111' }, 'card_declined'],
  ])('%o never becomes a payment method: %s', async (card, code) => {
    expect(await createCardLikeBrowser({ baseUrl: sandbox.baseUrl, publishableKey: testKeys.publishableKey }, card)).toMatchObject({
      ok: false,
      code,
    });
  });
});

describe('cards that ask for 3-D Secure', () => {
  it.each(['4000002500003155', '4000002760003184', '4000003800000446', '4000000000003220'])(
    '%s succeeds once the challenge is completed',
    async (number) => {
      const waiting = value(await pay(await sandbox.card(number)));
      expect(waiting.status).toBe('requires_action');
      await answerChallenge(waiting.clientSecret, 'complete');
      expect(value(await sandbox.gateway.retrievePayment(waiting.id)).status).toBe('succeeded');
    },
  );

  it.each(['fail', 'cancel'] as const)('a challenge that ends with %s opens the payment for another card', async (outcome) => {
    const waiting = value(await pay(await sandbox.card('4000002760003184')));
    await answerChallenge(waiting.clientSecret, outcome);
    const open = value(await sandbox.gateway.retrievePayment(waiting.id));
    expect(open).toMatchObject({
      status: 'requires_payment_method',
      paymentMethodId: null,
      lastFailure: { code: 'payment_intent_authentication_failure' },
    });
    expect(value(await sandbox.gateway.confirmPayment(waiting.id, await sandbox.card('4242424242424242'), key())).status).toBe('succeeded');
  });

  it.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('%s is refused after the challenge: %s', async (number, declineCode) => {
    const waiting = value(await pay(await sandbox.card(number)));
    await answerChallenge(waiting.clientSecret, 'complete');
    expect(value(await sandbox.gateway.retrievePayment(waiting.id))).toMatchObject({
      status: 'requires_payment_method',
      lastFailure: { code: 'card_declined', declineCode },
    });
  });

  it('4000008400001280 is refused at once: the challenge cannot be started', async () => {
    expect(await pay(await sandbox.card('4000008400001280'))).toMatchObject({
      ok: false,
      error: { kind: 'declined', code: 'card_declined' },
    });
  });

  it.each([
    ['4000002500003155', 'succeeded'],
    ['4000000000003220', 'succeeded'],
    ['4000002760003184', 'requires_action'],
    ['4000008260003178', 'insufficient_funds'],
  ])('%s, once set up, is without the customer: %s', async (number, expected) => {
    const setup = value(await sandbox.gateway.createSetup(customerId, {}, key()));
    const method = await sandbox.card(number);
    await sandbox.browserStripe.setupIntents.confirm(setup.id, {
      payment_method: method,
      client_secret: setup.clientSecret,
      use_stripe_sdk: true,
    } as never);
    await answerChallenge(setup.clientSecret, 'complete');
    expect(value(await sandbox.gateway.retrieveSetup(setup.id))).toMatchObject({ status: 'succeeded', paymentMethodId: method });
    expect(outcomeOf(await pay(method, { offSession: true, save: false }))).toBe(expected);
  });

  it.each([
    ['4000002500003155', 'requires_action'],
    ['4000003800000446', 'succeeded'],
    ['4242424242424242', 'succeeded'],
  ])('%s, attached but not set up, is without the customer: %s', async (number, expected) => {
    const method = await sandbox.card(number);
    value(await sandbox.gateway.attachPaymentMethod(method, customerId, key()));
    expect(outcomeOf(await pay(method, { offSession: true, save: false }))).toBe(expected);
  });

  it('a payment that saves the card sets it up as well', async () => {
    const first = value(await pay(await sandbox.card('4000002500003155')));
    await answerChallenge(first.clientSecret, 'complete');
    const { paymentMethodId } = value(await sandbox.gateway.retrievePayment(first.id));
    expect(outcomeOf(await pay(paymentMethodId ?? '', { offSession: true, save: false }))).toBe('succeeded');
  });

  it('asks where the caller wants it and the card can, and only there', async () => {
    const wanted = async (number: string) => {
      const intent = await sandbox.stripe.paymentIntents.create({
        amount: 2500,
        currency: 'usd',
        customer: customerId,
        payment_method: await sandbox.card(number),
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        payment_method_options: { card: { request_three_d_secure: 'any' } },
      });
      return intent.status;
    };
    expect(await wanted('4000000000003055')).toBe('requires_action');
    expect(await wanted('4242424242424242')).toBe('succeeded');
    expect(await wanted('378282246310005')).toBe('succeeded');
    await expect(wanted('4000000000003097')).rejects.toMatchObject({ code: 'card_declined' });
  });
});

describe('checks', () => {
  const billing = { address: { line1: '1 Main Street', postal_code: '94107', country: 'US' } };

  it.each([
    ['4242424242424242', { cvc: 'pass', postalCode: 'pass', line1: 'pass' }],
    ['4000000000000101', { cvc: 'fail', postalCode: 'pass', line1: 'pass' }],
    ['4000000000000036', { cvc: 'pass', postalCode: 'fail', line1: 'pass' }],
    ['4000000000000028', { cvc: 'pass', postalCode: 'pass', line1: 'fail' }],
    ['4000000000000010', { cvc: 'pass', postalCode: 'fail', line1: 'fail' }],
  ])('%s', async (number, checks) => {
    const method = await sandbox.card({ number, billing });
    expect(value(await sandbox.gateway.retrievePaymentMethod(method)).card?.checks).toEqual({
      cvc: 'unchecked',
      postalCode: 'unchecked',
      line1: 'unchecked',
    });
    expect(value(await pay(method)).status).toBe('succeeded');
    expect(value(await sandbox.gateway.retrievePaymentMethod(method)).card?.checks).toEqual(checks);
  });
});

describe('what comes later', () => {
  it.each([
    ['4000000000000259', 'fraudulent', 'needs_response'],
    ['4000000000002685', 'product_not_received', 'needs_response'],
    ['4000000000001976', 'fraudulent', 'warning_needs_response'],
  ])('%s is disputed: %s, %s', async (number, reason, status) => {
    const paid = value(await pay(await sandbox.card(number)));
    expect(value(await sandbox.gateway.retrieveCharge(paid.latestChargeId ?? '')).disputed).toBe(false);
    await sandbox.advance(5_000);
    const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: paid.id })).data;
    expect(value(await sandbox.gateway.retrieveDispute(dispute?.id ?? ''))).toMatchObject({
      reason,
      status,
      amountCents: 2500,
      paymentId: paid.id,
    });
    expect(value(await sandbox.gateway.retrieveCharge(paid.latestChargeId ?? '')).disputed).toBe(true);
    const taken = sandbox.sandbox.money().filter((entry) => entry.paymentIntent === paid.id && entry.kind === 'dispute_opened');
    expect(taken).toHaveLength(status === 'needs_response' ? 1 : 0);
  });

  it('4000000000005423 brings a fraud warning', async () => {
    const paid = value(await pay(await sandbox.card('4000000000005423')));
    await sandbox.advance(5_000);
    const [warning] = value(await sandbox.gateway.listEvents({ types: ['radar.early_fraud_warning.created'] })).items;
    expect(warning).toMatchObject({ objectType: 'radar.early_fraud_warning' });
    expect(value(await sandbox.gateway.retrieveCharge(paid.latestChargeId ?? '')).disputed).toBe(false);
  });

  it('4000000000007726: a refund is pending, then succeeds', async () => {
    const paid = value(await pay(await sandbox.card('4000000000007726')));
    const refund = value(await sandbox.gateway.createRefund({ paymentId: paid.id, amountCents: null, metadata: {} }, key()));
    expect(refund.status).toBe('pending');
    await sandbox.advance(30_000);
    expect(value(await sandbox.gateway.retrieveRefund(refund.id)).status).toBe('succeeded');
  });

  it('4000000000005126: a refund succeeds, then fails, and the money is back', async () => {
    const paid = value(await pay(await sandbox.card('4000000000005126')));
    const refund = value(await sandbox.gateway.createRefund({ paymentId: paid.id, amountCents: null, metadata: {} }, key()));
    expect(refund.status).toBe('succeeded');
    await sandbox.advance(30_000);
    expect(value(await sandbox.gateway.retrieveRefund(refund.id))).toMatchObject({
      status: 'failed',
      failureReason: 'expired_or_canceled_card',
    });
    expect(value(await sandbox.gateway.retrieveCharge(paid.latestChargeId ?? '')).amountRefundedCents).toBe(0);
  });

  it.each([
    ['4000009990000005', 'succeeded'],
    ['4000009990000013', 'requires_payment_method'],
  ])('%s stays processing, then: %s', async (number, expected) => {
    const processing = value(await pay(await sandbox.card(number)));
    expect(processing).toMatchObject({ status: 'processing', amountReceivedCents: 0 });
    expect(await sandbox.gateway.cancelPayment(processing.id, key())).toMatchObject({ ok: false, error: { kind: 'unexpected_state' } });
    await sandbox.advance(14_000);
    expect(value(await sandbox.gateway.retrievePayment(processing.id)).status).toBe('processing');
    await sandbox.advance(1_000);
    expect(value(await sandbox.gateway.retrievePayment(processing.id)).status).toBe(expected);
  });

  it('4000009990000021: the charge happens, its answer is lost, and the same key finds it', async () => {
    const hasty = await openSandbox({ timeoutMs: 300 });
    try {
      const customer = value(await hasty.gateway.createCustomer({}, 'c'));
      const input = {
        amountCents: 2500,
        currency: 'usd',
        customerId: customer.id,
        paymentMethodId: await hasty.card('4000009990000021'),
        description: 'Lost',
        metadata: {},
        offSession: false,
        saveForOffSession: true,
      };
      expect(await hasty.gateway.createPayment(input, 'lost')).toMatchObject({
        ok: false,
        error: { kind: 'unknown_outcome', reason: 'timeout' },
      });
      expect(hasty.sandbox.money().map((entry) => entry.kind)).toEqual(['charge_succeeded']);
      expect(value(await hasty.gateway.createPayment(input, 'lost')).status).toBe('succeeded');
      expect(hasty.sandbox.money()).toHaveLength(1);
    } finally {
      await hasty.close();
    }
  });
});

it('every number of the table has a ready-made id that behaves the same', async () => {
  for (const card of testCards.filter((candidate) => !candidate.losesAnswer)) {
    const byNumber = outcomeOf(await pay(await sandbox.card(card.numbers[0] ?? '')));
    for (const id of card.methodIds) expect([id, outcomeOf(await pay(id))]).toEqual([id, byNumber]);
  }
});

/** Status of a payment, or the most exact reason why there is none. */
function outcomeOf(result: Awaited<ReturnType<typeof pay>>): string {
  if (result.ok) return result.value.status;
  return result.error.kind === 'declined' ? (result.error.declineCode ?? result.error.code) : result.error.kind;
}

function value<Value>(result: GatewayResult<Value>): Value {
  if (!result.ok) throw new Error(`${result.error.kind}: ${JSON.stringify(result.error)}`);
  return result.value;
}
