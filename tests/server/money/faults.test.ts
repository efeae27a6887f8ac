import { describe, expect, it } from 'vitest';
import { settlePayment } from '#server/payments/settle.ts';
import type { RequestEffect } from '#sandbox/faults.ts';
import { rowsOf } from '#server/database/database.ts';
import { findPaymentByIntent } from '#server/store/payments.ts';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const { good } = testCard;

onMoneyPlatform((money) => {
  const charges = (subject: 'change' | 'top-up') =>
    money()
      .sandbox.money()
      .filter(({ kind, metadata }) => kind === 'charge_succeeded' && metadata['subject']?.startsWith(subject));

  describe.each<[RequestEffect, number]>([
    ['timeout_before', 1],
    ['timeout_after', 1],
    ['lost_before', 2],
    ['lost_after', 2],
    ['conflict', 4],
    ['rate_limit', 2],
    ['server_error_before', 2],
    ['server_error_after', 2],
  ])('a charge that meets %s', (effect, times) => {
    it('is not made twice, and the same attempt finds out how it ended', async () => {
      const { topUp, card, sandbox, captcha, balance, settled } = money();
      const body = { amount: 100, payment_method_id: await card(good), hcaptcha_token: captcha() };
      const [before, creditBefore] = [charges('top-up').length, await balance('payg')];
      sandbox.faults.add({ on: 'request', effect, method: 'POST', path: '/payment_intents', times, retryAfterSeconds: 3 });
      const key = `k-${effect}`;
      const first = await topUp('payg', body, key);
      expect([effect, first.status]).toEqual([effect, effect === 'rate_limit' ? 429 : effect === 'server_error_after' ? 201 : 500]);
      sandbox.faults.clear();
      const again = await topUp('payg', body, key);
      expect([again.status, again.body]).toEqual([201, { status: 'succeeded' }]);
      expect(await topUp('payg', body, key)).toMatchObject({ status: 201, body: again.body });
      await settled();
      expect(charges('top-up')).toHaveLength(before + 1);
      expect(await balance('payg')).toBe(creditBefore + 10_000);
    });
  });

  it('with a short interruption succeeds at once', async () => {
    const { topUp, card, sandbox } = money();
    for (const effect of ['lost_after', 'conflict', 'server_error_before'] as const) {
      sandbox.faults.add({ on: 'request', effect, method: 'POST', path: '/payment_intents', times: 1 });
      expect((await topUp('rich', { payment_method_id: await card(good) }, `k-short-${effect}`)).body).toEqual({ status: 'succeeded' });
    }
  });

  it('finds out that a payment is canceled where the gateway repeats its failure to say so', async () => {
    const { change, card, sandbox, send, subscription, settled, db } = money();
    const fault = { on: 'request', effect: 'server_error_after', path: '/payment_intents/:any/cancel', times: 1 } as const;
    expect((await change('free-two', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) })).status).toBe(200);
    sandbox.faults.add(fault);
    expect((await send('DELETE', '/platform/organizations/free-two/billing/subscription/pending-change')).status).toBe(204);
    expect((await subscription('free-two'))['pending_payment_intent_secret']).toBeNull();
    // Repeats the fault during background work: after a decline, the worker cancels the payment at the gateway.
    sandbox.faults.add(fault);
    expect((await change('free-three', { tier: 'tier_pro', payment_method: await card(testCard.hasNoFunds) })).status).toBe(402);
    await settled();
    const rows = rowsOf<{ state: string }>(await db.execute("select state from outbox where kind = 'cancel_intent'"));
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['done']));
  });

  it('makes a customer although the gateway repeats its failure to say that it has', async () => {
    const { topUp, card, sandbox } = money();
    sandbox.faults.add({ on: 'request', effect: 'server_error_after', method: 'POST', path: '/customers', times: 1 });
    expect((await topUp('agreed', { payment_method_id: await card(good) }, 'k-customer')).body).toEqual({ status: 'succeeded' });
  });

  it('asked for again weeks later is not made again', async () => {
    const { topUp, card, captcha, balance, pass, platform } = money();
    const body = { amount: 100, payment_method_id: await card(good), hcaptcha_token: captcha() };
    const [before, creditBefore] = [charges('top-up').length, await balance('capped')];
    expect((await topUp('capped', body, 'k-weeks')).status).toBe(201);
    await pass(15 * 86_400);
    await platform.context.payments.worker.reconcile(0);
    expect((await topUp('capped', body, 'k-weeks')).body).toEqual({ status: 'succeeded' });
    expect([charges('top-up').length, await balance('capped')]).toEqual([before + 1, creditBefore + 10_000]);
  });

  it('learns from an event what the answer would have said', async () => {
    const { change, card, sandbox, settled, subscription } = money();
    sandbox.faults.add({ on: 'request', effect: 'timeout_after', method: 'POST', path: '/payment_intents', times: 1 });
    const body = { tier: 'tier_pro', payment_method: await card(good) };
    expect((await change('free-one', body, 'k-event')).status).toBe(500);
    expect((await subscription('free-one'))['plan'].id).toBe('free');
    await settled();
    expect((await subscription('free-one'))['plan'].id).toBe('pro');
    expect(await change('free-one', body, 'k-event')).toMatchObject({ status: 200, body: { pending_payment_intent_secret: null } });
  });

  it.each(['timeout_after', 'timeout_before'] as const)('settles by itself when the member never asks again: %s', async (effect) => {
    const { change, card, sandbox, platform, subscription } = money();
    const slug = effect === 'timeout_after' ? 'free-two' : 'free-three';
    sandbox.faults.add({ on: 'event', effect: 'drop', type: '*', times: 50 });
    sandbox.faults.add({ on: 'request', effect, method: 'POST', path: '/payment_intents', times: 1 });
    expect((await change(slug, { tier: 'tier_pro', payment_method: await card(good) }, `k-${slug}`)).status).toBe(500);
    sandbox.faults.clear();
    await platform.context.payments.worker.reconcile(0);
    // If the payment reached the gateway, the change applies. Otherwise, the platform must not charge the payment later.
    expect((await subscription(slug))['plan'].id).toBe(effect === 'timeout_after' ? 'pro' : 'free');
    expect((await change(slug, { tier: 'tier_pro' })).status).toBe(422);
  });

  it('takes events that are dropped, doubled and out of order', async () => {
    const { topUp, card, sandbox, challenge, settled, balance, platform } = money();
    for (const effect of ['drop', 'duplicate', 'reorder'] as const) {
      const before = await balance('capped');
      sandbox.faults.add({ on: 'event', effect, type: '*', times: 20 });
      const { body } = await topUp('capped', { payment_method_id: await card(testCard.asksAlways) });
      await challenge(body.payment_intent_secret, 'complete');
      await settled();
      sandbox.faults.clear();
      await platform.context.payments.worker.reconcile(0);
      expect([effect, await balance('capped')]).toEqual([effect, before + 10_000]);
    }
  });

  it('gives back what was charged without an effect', async () => {
    const { topUp, card, sandbox, settled, platform, balance, db } = money();
    const before = await balance('top');
    const { body } = await topUp('top', { payment_method_id: await card(testCard.asksAlways) });
    const secret = body.payment_intent_secret as string;
    const payment = await findPaymentByIntent(db, secret.split('_secret_')[0] ?? '');
    // The payment is still open at the gateway.
    if (payment) await settlePayment(platform.context.paymentContext, payment, { state: 'canceled', intentId: null });
    await money().challenge(secret, 'complete');
    await settled();
    expect(await balance('top')).toBe(before);
    expect(
      sandbox
        .money()
        .filter(({ paymentIntent }) => paymentIntent === payment?.intentId)
        .map(({ kind }) => kind),
    ).toEqual(['charge_succeeded', 'refund_succeeded']);
  });

  it('is left for later, and found done, while the gateway is away', async () => {
    const { change, card, sandbox, challenge, send, subscription } = money();
    const { body } = await change('free-four', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    const secret = body.pending_payment_intent_secret as string;
    await challenge(secret, 'complete');
    sandbox.faults.add({ on: 'request', effect: 'server_error_before', times: 8 });
    const path = '/platform/organizations/free-four/billing/subscription/confirm';
    const confirm = { payment_intent_id: secret.split('_secret_')[0] };
    expect(await send('POST', path, confirm, { key: 'k-away' })).toMatchObject({
      status: 202,
      body: { message: expect.stringContaining('still being confirmed') },
    });
    expect((await subscription('free-four'))['plan'].id).toBe('free');
    sandbox.faults.clear();
    expect((await send('POST', path, confirm, { key: 'k-away' })).status).toBe(200);
    expect((await subscription('free-four'))['plan'].id).toBe('pro');
  });

  it('settles everything it has charged', async () => {
    money().sandbox.faults.clear();
    expect(await money().faults()).toEqual([]);
  });
});
