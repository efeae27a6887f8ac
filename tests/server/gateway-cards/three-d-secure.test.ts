import { beforeAll, describe, expect, it } from 'vitest';
import type { SandboxHarness } from '#tests/support/sandbox-harness.ts';
import { outcomeOf, setUpCardSandbox, value } from './card-sandbox.ts';

const { opened, key, pay, answerChallenge } = setUpCardSandbox();
let sandbox: SandboxHarness;
let customerId: string;
beforeAll(() => {
  ({ sandbox, customerId } = opened());
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
    value(await sandbox.gateway.attachPaymentMethod(method, customerId));
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
