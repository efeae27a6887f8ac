import { expect, it } from 'vitest';
import { collectDue } from '#server/payments/collect.ts';
import { giveUpExpired, reconcilePayments } from '#server/payments/reconcile.ts';
import { rowsOf } from '#server/database/database.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;
const daySeconds = 86_400;
/** With one entry per page, these tests fail if an entry that stays in the work list blocks all later entries. */
const pageSize = 1;

onMoneyPlatformWith({ subject: 'database', organizations: ['payg', 'capped', 'rich', 'frozen', 'top', 'agreed'] }, (money) => {
  const quietContext = () => ({ ...money().platform.context.paymentContext, wake: () => undefined });
  const latest = async (slug: string) => (await money().send('GET', `${base(slug)}/billing/invoices?limit=1`)).body[0];

  it('invoices that stay due, since nobody knows or banks take their time, keep none behind them waiting', async () => {
    const { pass, settled, subscription, platform, sandbox } = money();
    const { clock } = platform.context;
    // Without a card, each new invoice waits for its next attempt. The list is in the order in which the cycles end.
    await pass((await subscription('payg'))['current_period_end'] - clock.nowSeconds() + 3660);
    const slugs = ['payg', 'capped', 'top', 'frozen'];
    const [stuck, slow, ...behind] = slugs;
    for (const slug of slugs) await money().useCard(slug, slug === slow ? testCard.processesThenSucceeds : testCard.good);
    const { id } = await latest(stuck ?? '');
    await settled();
    sandbox.faults.add({
      on: 'request',
      effect: 'server_error_before',
      path: '/payment_intents',
      keyContains: `invoice:${id}`,
      times: 99,
    });
    clock.moveTo(clock.offsetMs() + daySeconds * 1000);
    expect(await collectDue(quietContext(), pageSize)).toBe(3);
    expect(await collectDue(quietContext(), pageSize)).toBe(0);
    for (const slug of behind) expect(await latest(slug)).toMatchObject({ status: 'paid' });
    expect(await latest(slow ?? '')).toMatchObject({ status: 'open', payment_is_processing: true });
    sandbox.faults.clear();
    await pass(60);
    for (const slug of slugs) expect(await latest(slug)).toMatchObject({ status: 'paid' });
  });

  it('payments that can not be settled keep none behind them waiting', async () => {
    const { topUp, card, sandbox, db, balance, platform } = money();
    const before = await balance('rich');
    expect((await topUp('rich', { payment_method_id: await card(testCard.processesThenSucceeds) })).body).toEqual({
      status: 'processing',
    });
    for (const key of ['k-first', 'k-second', 'k-third']) {
      const payment_method_id = await card(testCard.good);
      sandbox.faults.add({ on: 'request', effect: 'timeout_after', method: 'POST', path: '/payment_intents', times: 1 });
      expect((await topUp('rich', { payment_method_id }, key)).status).toBe(500);
    }
    const open = async () => rowsOf(await db.execute("select state from payments where state in ('sending', 'processing') order by 1"));
    await platform.context.payments.worker.idle();
    // The gateway can't look up the first payment whose response was lost.
    sandbox.faults.add({ on: 'request', effect: 'server_error_before', method: 'GET', path: '/payment_intents', times: 2 });
    await reconcilePayments(quietContext(), 0, pageSize);
    expect(await open()).toEqual([{ state: 'processing' }, { state: 'sending' }]);
    expect(await balance('rich')).toBe(before + 20_000);
    await money().pass(60);
    await reconcilePayments(quietContext(), 0, pageSize);
    expect([await open(), await balance('rich')]).toEqual([[], before + 40_000]);
  });

  it('payments that can not be given up keep none behind them waiting', async () => {
    const { send, captcha, card, sandbox, platform } = money();
    const { clock } = platform.context;
    // Needs different members, because a new top-up cancels the open top-up of the same member.
    for (const as of ['owner', 'admin', 'billing']) {
      const order = { payment_method_id: await card(testCard.asksAlways), amount: 100, hcaptcha_token: captcha() };
      const { body } = await send('POST', `${base('agreed')}/billing/credits/top-up`, order, { as });
      expect(body).toMatchObject({ status: 'requires_action' });
    }
    clock.moveTo(clock.offsetMs() + 20 * 60_000);
    sandbox.faults.add({ on: 'request', effect: 'server_error_before', method: 'POST', path: '/payment_intents/:any/cancel', times: 2 });
    sandbox.faults.add({ on: 'request', effect: 'server_error_before', method: 'GET', path: '/payment_intents/:any', times: 2 });
    expect(await giveUpExpired(quietContext(), pageSize)).toBe(2);
    expect(await giveUpExpired(quietContext(), pageSize)).toBe(1);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
