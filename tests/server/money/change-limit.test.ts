import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const day = 86_400;

onMoneyPlatformWith({ organizations: ['free-one', 'payg', 'capped', 'fly'] }, (money) => {
  const toggle = async (slug: string, capOn: boolean): Promise<number> =>
    (await money().change(slug, { tier: capOn ? 'tier_pro' : 'tier_payg' })).status;

  it('lets ten changes a day through and says when the next is possible; what saves money is never refused', async () => {
    const { change, card, pass, platform, subscription } = money();
    const first = platform.context.clock.nowSeconds();
    for (let round = 0; round < 5; round += 1) expect([await toggle('capped', false), await toggle('capped', true)]).toEqual([200, 200]);

    const refused = await change('capped', { tier: 'tier_payg' }, 'k-refused');
    expect([refused.status, refused.body.code]).toEqual([429, 'plan_change_limit']);
    expect(refused.body.message).toMatch(/^Plan changes are limited to 10 a day\. Next possible at \w{3} \d{2}, \d{4}, \d{2}:\d{2} UTC\.$/);
    const retryAfter = Number(refused.headers.get('Retry-After'));
    expect(Math.abs(retryAfter - (first + day - platform.context.clock.nowSeconds()))).toBeLessThanOrEqual(5);
    expect((await change('capped', { tier: 'tier_team', payment_method: await card(testCard.good) })).status).toBe(429);
    expect((await subscription('capped'))['usage_billing_enabled']).toBe(false);

    await pass(retryAfter + 1);
    expect((await change('capped', { tier: 'tier_payg' }, 'k-refused')).status).toBe(200);
    expect(await toggle('capped', true)).toBe(200);
  });

  it('refuses neither the cap nor Free, however many changes there were', async () => {
    await money().pass(2 * day);
    for (let round = 0; round < 5; round += 1) expect([await toggle('payg', true), await toggle('payg', false)]).toEqual([200, 200]);
    expect([await toggle('payg', true), await toggle('payg', false)]).toEqual([200, 429]);
    expect((await money().change('payg', { tier: 'tier_free' })).status).toBe(200);
  });

  it('counts neither what was declined or canceled, nor what a retry repeats, nor what the end of a cycle brings', async () => {
    const { change, card, send, preview } = money();
    const shown = await preview('free-one', 'tier_pro');
    const body = { tier: 'tier_pro', quote_id: shown.body.quote.id };
    expect((await change('free-one', { ...body, payment_method: await card(testCard.declines) })).status).toBe(402);
    const waiting = await change('free-one', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    expect(waiting.body.pending_payment_intent_secret).not.toBeNull();
    expect((await send('DELETE', '/platform/organizations/free-one/billing/subscription/pending-change')).status).toBe(204);
    const method = await card(testCard.good);
    for (let retry = 0; retry < 3; retry += 1)
      expect((await change('free-one', { ...body, payment_method: method }, 'k-replayed')).status).toBe(200);
    for (let round = 0; round < 4; round += 1)
      expect([await toggle('free-one', false), await toggle('free-one', true)]).toEqual([200, 200]);
    expect(await toggle('free-one', false)).toBe(200);
    expect([await toggle('free-one', true), await toggle('free-one', false)]).toEqual([200, 429]);
    const [counted] = await money().rows<{ count: number }>(
      `select count(*)::int as count from changes where state = 'applied' and counts_for_limit and organization_id = ${await money().idOf('free-one')}`,
    );
    expect(counted?.count).toBe(11);
  });

  it('does not count a change that was scheduled for the end of the cycle', async () => {
    const { change, subscription, pass, platform } = money();
    expect((await change('fly', { tier: 'tier_free' })).status).toBe(200);
    await pass((await subscription('fly'))['current_period_end'] - platform.context.clock.nowSeconds() + 10);
    expect((await subscription('fly'))['plan'].id).toBe('free');
    const rows = await money().rows<{ state: string; counts: boolean }>(
      `select state, counts_for_limit as counts from changes where organization_id = ${await money().idOf('fly')}`,
    );
    expect(rows).toEqual([{ state: 'applied', counts: false }]);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
