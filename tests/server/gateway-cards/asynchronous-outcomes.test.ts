import { beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type SandboxHarness } from '#tests/support/sandbox-harness.ts';
import { setUpCardSandbox, value } from './card-sandbox.ts';

const { opened, key, pay } = setUpCardSandbox();
let sandbox: SandboxHarness;
beforeAll(() => {
  ({ sandbox } = opened());
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
    expect(await sandbox.gateway.cancelPayment(processing.id)).toMatchObject({ ok: false, error: { kind: 'unexpected_state' } });
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
