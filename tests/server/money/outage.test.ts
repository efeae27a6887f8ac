import { expect, it, vi } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import { unsettled } from '#tests/simulation/checker.ts';

const hourSeconds = 3600;

onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['free-one', 'payg', 'rich'] }, (money) => {
  it('is over 72 hours of a gateway that does not answer with one run of the worker', async () => {
    const { topUp, change, card, sandbox, balance, subscription, pass, settled, platform, db, send, faults } = money();
    const before = await balance('payg');
    sandbox.faults.add({ on: 'event', effect: 'drop', type: '*', times: 100 });
    sandbox.faults.add({ on: 'request', effect: 'timeout_after', method: 'POST', path: '/payment_intents', times: 1 });
    const unknown = { payment_method_id: await card(testCard.good), hcaptcha_token: money().captcha() };
    expect((await topUp('payg', unknown, 'k-outage')).status).toBe(500);
    const waiting = await change('free-one', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    expect(waiting.body.pending_payment_intent_secret).toMatch(/^pi_/);

    sandbox.faults.add({ on: 'request', effect: 'server_error_before', times: 1_000_000 });
    for (let hours = 0; hours < 72; hours += 12) await pass(12 * hourSeconds);
    expect((await topUp('rich', { payment_method_id: 'pm_card_visa' }, 'k-during')).status).toBe(500);
    expect(await balance('payg')).toBe(before);

    sandbox.faults.clear();
    for (const table of ['outbox', 'gateway_events']) await db.execute(`update ${table} set run_after = now() - interval '1 hour'`);
    await platform.context.payments.worker.reconcile(0);
    await settled();
    expect(await balance('payg')).toBe(before + 10_000);
    expect(await subscription('free-one')).toMatchObject({ plan: { id: 'free' }, pending_payment_intent_secret: null });
    expect((await topUp('payg', unknown, 'k-outage')).body).toEqual({ status: 'succeeded' });
    expect((await send('GET', '/platform/organizations/payg/billing/audit')).status).toBe(200);
    expect(await faults()).toEqual([]);
    expect(await unsettled(db)).toEqual([]);
  }, 120_000);

  it('lets an attempt go on with its captcha where the database failed just after the check', async () => {
    const { topUp, card, captcha, balance, db, platform } = money();
    const before = await balance('rich');
    // A real captcha service accepts a token only once. The sandbox's service accepts a token repeatedly.
    const verify = vi
      .spyOn(platform.context.payments.paymentContext.captcha, 'verify')
      .mockResolvedValueOnce('passed')
      .mockResolvedValue('refused');
    const body = { amount: 100, payment_method_id: await card(testCard.good), hcaptcha_token: captcha() };
    await db.execute('alter table captcha_tokens add constraint no_writes check (false) not valid');
    expect((await topUp('rich', body, 'k-unstored')).status).toBe(500);
    await db.execute('alter table captcha_tokens drop constraint no_writes');

    const { status, body: refused } = await topUp('payg', body, 'k-other');
    expect([status, refused.errors]).toEqual([422, [{ path: 'body.hcaptcha_token', message: 'is not a fresh captcha token' }]]);
    expect(await topUp('rich', body, 'k-unstored')).toMatchObject({ status: 201, body: { status: 'succeeded' } });
    expect(await balance('rich')).toBe(before + 10_000);
    verify.mockRestore();
  });
});
