import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;
const intentOf = (secret: string): string => secret.split('_secret_')[0] ?? '';

onMoneyPlatformWith({ organizations: ['payg', 'capped'] }, (money) => {
  async function payAcrossContract(slug: string): Promise<string> {
    const { change, card, challenge, db } = money();
    const response = await change(slug, { tier: 'tier_team', payment_method: await card(testCard.asksAlways) });
    const secret = response.body.pending_payment_intent_secret as string;
    await db.execute(sql`update subscriptions set contract = '{"planPriceCents": 30000}'
      where organization_id = (select id from organizations where slug = ${slug})`);
    await challenge(secret, 'complete');
    return secret;
  }

  describe('a change whose contract was edited while its challenge was open', () => {
    it('is refunded, and the answer says why', async () => {
      const { send, settled, sandbox, account, balance } = money();
      const secret = await payAcrossContract('payg');
      const confirmed = await send('POST', `${base('payg')}/billing/subscription/confirm`, { payment_intent_id: intentOf(secret) });
      expect([confirmed.status, confirmed.body.code]).toEqual([409, 'change_not_applied']);
      expect(confirmed.body.message).toMatch(/price .* The change was not applied, and your payment is refunded\./);
      await settled();
      await settled();
      const last = sandbox.money().filter(({ paymentIntent }) => paymentIntent === intentOf(secret));
      expect(last.map(({ kind }) => kind)).toEqual(['charge_succeeded', 'refund_succeeded']);
      expect([await account('payg', 'unapplied'), await balance('payg')]).toEqual([0, 0]);
    });

    it('shows to the members on the page and in the audit log', async () => {
      const { subscription, send } = money();
      const shown = await subscription('payg');
      expect(shown).toMatchObject({
        plan: { id: 'pro' },
        pending_payment_intent_secret: null,
        refunded_change: { target_plan: { id: 'team' }, reason: 'price_changed' },
      });
      expect(shown['refunded_change'].amount).toBeGreaterThan(50_000);
      const { body } = await send('GET', `${base('payg')}/billing/audit`);
      expect(body.entries.find(({ after }: { after: Record<string, unknown> }) => after['failure_reason'])).toMatchObject({
        what: 'plan_change',
        after: { state: 'failed', failure_reason: 'price_changed' },
      });
    });

    it('blocks neither the cycle nor another change', async () => {
      const { pass, subscription, platform, change } = money();
      const end = (await subscription('payg'))['current_period_end'];
      await pass(end - platform.context.clock.nowSeconds() + 7200);
      expect((await subscription('payg'))['current_period_start']).toBe(end);
      expect((await change('payg', { tier: 'tier_pro' })).status).toBe(200);
      expect((await subscription('payg'))['refunded_change']).toBeUndefined();
    });
  });

  it('is refunded as well where only an event tells of the payment', async () => {
    const { settled, subscription, sandbox } = money();
    const secret = await payAcrossContract('capped');
    await settled();
    await settled();
    expect((await subscription('capped'))['refunded_change']).toMatchObject({ reason: 'price_changed' });
    expect(sandbox.money().findLast(({ paymentIntent }) => paymentIntent === intentOf(secret))).toMatchObject({
      kind: 'refund_succeeded',
    });
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
