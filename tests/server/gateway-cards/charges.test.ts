import { beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '#sandbox/cards/test-cards.ts';
import { createCardLikeBrowser } from '#sandbox/new-card.ts';
import { testKeys, type SandboxHarness } from '#tests/support/sandbox-harness.ts';
import { outcomeOf, setUpCardSandbox, value } from './card-sandbox.ts';

const { opened, pay } = setUpCardSandbox();
let sandbox: SandboxHarness;
let customerId: string;
beforeAll(() => {
  ({ sandbox, customerId } = opened());
});

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
    expect(await sandbox.gateway.attachPaymentMethod(await sandbox.card(number), customerId)).toMatchObject({
      ok: false,
      error: { kind: 'declined', code, declineCode },
    });
  });

  it('4000000000000341 can be saved, and every charge is refused', async () => {
    const method = await sandbox.card('4000000000000341');
    expect(value(await sandbox.gateway.attachPaymentMethod(method, customerId)).customerId).toBe(customerId);
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

it('every number of the table has a ready-made id that behaves the same', async () => {
  for (const card of testCards.filter((candidate) => !candidate.losesAnswer)) {
    const byNumber = outcomeOf(await pay(await sandbox.card(card.numbers[0] ?? '')));
    for (const id of card.methodIds) expect([id, outcomeOf(await pay(id))]).toEqual([id, byNumber]);
  }
});
