import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { addWork } from '#server/store/outbox.ts';
import { refundPayment } from '#tests/support/refund-payment.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const asksUntilSetUp = '4000002500003155';
const base = (slug: string) => `/platform/organizations/${slug}`;

// Tests changes that add a card without charging it. The bank must confirm the card, so that renewals can charge it later.
onMoneyPlatformWith({ organizations: ['free-one', 'rich', 'by-invoice'] }, (money) => {
  beforeEach(() => money().db.execute(sql`delete from rate_limits`));
  const cards = async (slug: string): Promise<string[]> =>
    (await money().send('GET', `${base(slug)}/payments`)).body.data.map(({ id }: { id: string }) => id);
  const planOf = async (slug: string): Promise<string> => (await money().subscription(slug))['plan'].id;
  const confirmation = (slug: string, secret: string) =>
    money().send('POST', `${base(slug)}/billing/subscription/confirm`, { payment_intent_id: secret.split('_secret_')[0] });

  /** Leaves the bank's challenge open. @returns the card, and the secret of its setup */
  async function askForTeam(slug: string, key?: string): Promise<{ readonly method: string; readonly secret: string }> {
    const { change, card } = money();
    const method = await card(asksUntilSetUp);
    const { status, body } = await change(slug, { tier: 'tier_team', payment_method: method }, key);
    expect([status, body.pending_payment_intent_secret]).toEqual([200, expect.stringMatching(/^seti_/)]);
    return { method, secret: body.pending_payment_intent_secret };
  }

  it('waits for the bank and takes effect when the card is confirmed, without a charge', async () => {
    const { challenge, sandbox, subscription, pass } = money();
    const charges = sandbox.money().length;
    const { method, secret } = await askForTeam('rich');
    expect(await subscription('rich')).toMatchObject({
      plan: { id: 'pro' },
      pending_payment_intent_secret: secret,
      pending_change: { tier: 'tier_team', amount: 0 },
    });
    expect(await cards('rich')).not.toContain(method);
    await pass(600);
    const acceptedAt = money().platform.context.clock.nowSeconds();
    await challenge(secret, 'complete');
    expect((await confirmation('rich', secret)).status).toBe(200);
    const now = await subscription('rich');
    expect([now['plan'].id, now['pending_payment_intent_secret']]).toEqual(['team', null]);
    // Usage before the confirmation belongs to the old plan.
    expect(now['current_period_start']).toBeGreaterThanOrEqual(acceptedAt);
    expect(await cards('rich')).toContain(method);
    expect(sandbox.money()).toHaveLength(charges);
    expect(await money().faults()).toEqual([]);
  });

  it('that is canceled after it has succeeded keeps its card', async () => {
    const { send, captcha, confirm, card, db, rows, idOf, platform } = money();
    const { body } = await send('POST', `${base('by-invoice')}/payments/setup-intent`, { hcaptchaToken: captcha() });
    await confirm(body.client_secret, await card(testCard.good));
    const [subject = ''] = body.client_secret.split('_secret_');
    await addWork(db, { organizationId: await idOf('by-invoice'), kind: 'cancel_setup', subject });
    await platform.context.payments.worker.idle();
    expect(
      await rows(`select s.state, (select count(*)::int from payment_methods m where m.organization_id = s.organization_id) as cards
        from setup_intents s where s.id = '${subject}'`),
    ).toEqual([{ state: 'succeeded', cards: 1 }]);
  });

  it('has nothing to refund', async () => {
    const [setup] = await money().rows<{ id: string; organizationId: number }>(
      `select id, organization_id as "organizationId" from payments where channel = 'setup' and state = 'succeeded' limit 1`,
    );
    const { id: paymentId = '', organizationId = 0 } = setup ?? {};
    const refund = (amountCents: number) =>
      refundPayment(money().platform.context.paymentContext, { organizationId, paymentId, amountCents, reason: 'Agreed by support' });
    for (const amountCents of [0, 100]) await expect(refund(amountCents)).rejects.toMatchObject({ code: 'rule_violated' });
  });

  it('gives the same secret to a retry of the same attempt', async () => {
    const { change, send } = money();
    expect((await change('rich', { tier: 'tier_payg' })).status).toBe(200);
    const { method, secret } = await askForTeam('rich', 'one-attempt');
    const again = await change('rich', { tier: 'tier_team', payment_method: method }, 'one-attempt');
    expect(again.body.pending_payment_intent_secret).toBe(secret);
    expect((await send('DELETE', `${base('rich')}/billing/subscription/pending-change`)).status).toBe(204);
  });

  it('takes effect by the event alone, where the browser never comes back', async () => {
    const { challenge, settled } = money();
    const { secret } = await askForTeam('rich');
    await challenge(secret, 'complete');
    await settled();
    expect(await planOf('rich')).toBe('team');
    expect((await confirmation('rich', secret)).status).toBe(200);
    expect(await money().faults()).toEqual([]);
  });

  it('stays as it is when the bank refuses, and takes another card for the same change', async () => {
    const { challenge, change, confirm, card, settled, subscription } = money();
    expect((await change('rich', { tier: 'tier_payg' })).status).toBe(200);
    const { method, secret } = await askForTeam('rich');
    await challenge(secret, 'fail');
    const refused = await confirmation('rich', secret);
    expect([refused.status, refused.body.message]).toEqual([402, expect.stringContaining('could not confirm that it is you')]);
    expect(await planOf('rich')).toBe('pro');
    const other = await card(testCard.good);
    await confirm(secret, other);
    await settled();
    expect((await subscription('rich'))['plan'].id).toBe('team');
    expect(await cards('rich')).toContain(other);
    expect(await cards('rich')).not.toContain(method);
    expect(await money().faults()).toEqual([]);
  });

  it('keeps no card once it is canceled, and nothing is left open', async () => {
    const { send, change, platform, subscription } = money();
    expect((await change('rich', { tier: 'tier_payg' })).status).toBe(200);
    const { method, secret } = await askForTeam('rich');
    expect((await send('DELETE', `${base('rich')}/billing/subscription/pending-change`)).status).toBe(204);
    const setup = await platform.context.paymentContext.gateway.retrieveSetup(secret.split('_secret_')[0] ?? '');
    expect(setup.ok && setup.value.status).toBe('canceled');
    expect((await subscription('rich'))['pending_payment_intent_secret']).toBeNull();
    expect(await cards('rich')).not.toContain(method);
    expect((await confirmation('rich', secret)).status).toBe(409);
    expect(await planOf('rich')).toBe('pro');
  });

  it('is given up after 23 hours, and keeps no cycle open', async () => {
    const { pass, subscription, platform } = money();
    const { secret } = await askForTeam('rich');
    await pass(24 * 3600);
    expect(await subscription('rich')).toMatchObject({ plan: { id: 'pro' }, pending_payment_intent_secret: null });
    const setup = await platform.context.paymentContext.gateway.retrieveSetup(secret.split('_secret_')[0] ?? '');
    expect(setup.ok && setup.value.status).toBe('canceled');
    const end: number = (await subscription('rich'))['current_period_end'];
    await pass(end - 3600 - platform.context.clock.nowSeconds());
    await askForTeam('rich');
    await pass(2 * 3600);
    const later = await subscription('rich');
    expect(later).toMatchObject({ plan: { id: 'pro' }, current_period_start: end, pending_payment_intent_secret: null });
    expect(await money().faults()).toEqual([]);
  });

  it('is not applied where the credit that paid for it is gone by then, and says so', async () => {
    const { topUp, card, change, challenge, pass, subscription } = money();
    expect((await topUp('free-one', { payment_method_id: await card(testCard.isDisputed) })).status).toBe(201);
    const { body } = await change('free-one', { tier: 'tier_pro', payment_method: await card(asksUntilSetUp) });
    const secret: string = body.pending_payment_intent_secret;
    expect(secret).toMatch(/^seti_/);
    // Before the confirmation, the bank disputes the top-up that gave the credit. The credit is therefore held.
    await pass(60);
    await challenge(secret, 'complete');
    const response = await confirmation('free-one', secret);
    expect([response.status, response.body.message]).toEqual([409, expect.stringContaining('nothing was charged')]);
    expect(await subscription('free-one')).toMatchObject({ plan: { id: 'free' }, pending_payment_intent_secret: null });
    expect((await subscription('free-one'))['refunded_change']).toBeUndefined();
    expect(await money().faults()).toEqual([]);
  });
});
