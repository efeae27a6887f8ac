import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';
import { staffAt } from '#tests/support/staff.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatformWith({ kinds: ['pglite'] }, (money) => {
  const { act, as, unpaid, paid, invoice } = staffAt(money);
  const charges = () =>
    money()
      .sandbox.money()
      .filter(({ kind }) => kind === 'charge_succeeded').length;
  const put = async (body: object) => (await as('ops@example.com')).ask('PUT', '/charges', body);
  const readiness = async () => (await money().platform.ask('/readyz')).body;
  const gauge = async () => /platform_charges_paused (\d)/.exec((await money().platform.ask('/metrics')).body)?.[1];

  it('stops every charge at once and says so, lets refunds go on, and charges what waited afterwards', async () => {
    const { topUp, card, change, pass, settled, subscription, platform, send } = money();
    expect((await change('free-one', { tier: 'tier_payg', payment_method: await card(testCard.good) })).status).toBe(200);
    const { id } = await unpaid('free-three');
    expect([(await put({ paused: false })).body.paused, await gauge(), await readiness()]).toEqual([false, '0', { status: 'ready' }]);

    const paused = await put({ paused: true, reason: 'Wrong tax rate' });
    expect(paused.body).toEqual({
      paused: true,
      since: expect.any(Number),
      reason: 'Wrong tax rate',
      by: expect.stringMatching(/^key_/),
    });
    expect((await put({ paused: true, reason: 'Again' })).body).toEqual(paused.body);
    expect([await gauge(), await readiness()]).toEqual(['1', { status: 'ready', payments: 'paused', why: 'charges_paused' }]);
    expect((await subscription('free-one'))['payments_paused']).toBe(true);

    const before = charges();
    const refused = [
      await topUp('free-one', { amount: 100, payment_method_id: await card(testCard.good) }),
      await change('free-one', { tier: 'tier_team' }),
      await send('GET', `${base('free-three')}/billing/invoices/${id}/payment-link`),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array.from({ length: 3 }, () => [409, 'payments_paused']));
    await pass((await subscription('free-one'))['current_period_end'] - platform.context.clock.nowSeconds() + 2 * 3600);
    await settled();
    const { body: invoices } = await send('GET', `${base('free-one')}/billing/invoices`);
    expect([invoices[0].status, charges()]).toEqual(['open', before]);
    expect((await act(`/payments/${(await paid('free-one')).id}/refunds`, { amount_cents: 100, reason: 'Small' }, once())).status).toBe(
      201,
    );
    await settled();
    expect(money().sandbox.money().at(-1)?.kind).toBe('refund_succeeded');

    expect((await put({ paused: false })).body).toEqual({ paused: false, since: null, reason: null, by: null });
    await settled();
    expect([(await invoice('free-one', invoices[0].id))['status'], charges()]).toEqual(['paid', before + 1]);
    expect((await subscription('free-one'))['payments_paused']).toBeUndefined();
  }, 180_000);

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
