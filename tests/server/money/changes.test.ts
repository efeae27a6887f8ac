import { describe, expect, it } from 'vitest';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const { good } = testCard;
const invoicesOf = (slug: string) => `/platform/organizations/${slug}/billing/invoices`;
const pendingChange = (slug: string) => `/platform/organizations/${slug}/billing/subscription/pending-change`;

onMoneyPlatform((money) => {
  const invoices = async (slug: string) => (await money().send('GET', invoicesOf(slug))).body as Record<string, any>[];

  describe('plans', () => {
    it('uses credit first, and charges nothing where it suffices', async () => {
      const { preview, change, balance, subscription, sandbox } = money();
      const { body } = await preview('rich', 'tier_team');
      expect(body.upfront_charge).toMatchObject({ plan_price: 599, tax: null, total: 0 });
      expect(body.upfront_charge.customer_balance).toBeCloseTo(599 - body.upfront_charge.unused_credit, 2);
      const charges = sandbox.money().length;
      expect(await change('rich', { tier: 'tier_team', quote_id: body.quote.id })).toMatchObject({
        status: 200,
        body: { pending_payment_intent_secret: null },
      });
      expect(sandbox.money()).toHaveLength(charges);
      expect(await balance('rich')).toBe(100_000 - Math.round(body.upfront_charge.customer_balance * 100));
      expect((await subscription('rich'))['plan'].id).toBe('team');
    });

    it('gives unused time back as credit, and takes it for the way up again: no value is made', async () => {
      const { preview, change, balance } = money();
      const before = await balance('rich');
      const down = (await preview('rich', 'tier_payg')).body;
      expect(down).toMatchObject({ plan_change_type: 'downgrade', upfront_charge: { plan_price: 25, total: 0 } });
      expect((await change('rich', { tier: 'tier_payg', quote_id: down.quote.id })).status).toBe(200);
      const between = await balance('rich');
      // The change takes effect when it is accepted. If that is a second after the preview, the unused time is worth slightly less.
      const shown = before + Math.round((down.upfront_charge.unused_credit - 25) * 100);
      expect([between <= shown, between >= shown - 2]).toEqual([true, true]);
      const up = (await preview('rich', 'tier_team')).body;
      expect((await change('rich', { tier: 'tier_team', quote_id: up.quote.id })).status).toBe(200);
      expect(await balance('rich')).toBeLessThanOrEqual(before);
      const [latest] = await invoices('rich');
      expect(latest).toMatchObject({ status: 'paid', amount_due: 0, payment_attempted: false });
    });

    it('goes to Free with a final invoice of the usage so far, credit first', async () => {
      const { preview, change, subscription, pass, card, balance } = money();
      const { body } = await preview('payg', 'tier_free');
      expect(body).toMatchObject({
        plan_change_type: 'downgrade',
        upfront_charge: { plan_price: 0, total: 0 },
        usage_so_far: { invoiced_on: 'final_invoice' },
      });
      expect(body.breakdown).toEqual([{ description: 'Free Plan', total_price: 0 }]);
      expect((await change('payg', { tier: 'tier_free', quote_id: body.quote.id })).status).toBe(200);
      expect(await subscription('payg')).toMatchObject({ plan: { id: 'free' }, project_addons: [] });
      const final = (await invoices('payg')).find(
        ({ amount_due, subtotal }) =>
          subtotal > 0 && subtotal === Math.round(body.usage_so_far.total * 100) && amount_due === Math.round(body.usage_so_far.due * 100),
      );
      expect(final).toMatchObject({ payment_attempted: false });
      expect(await balance('payg')).toBeGreaterThanOrEqual(0);

      const again = await change('payg', { tier: 'tier_pro', payment_method: await card(good) });
      expect(again.status).toBe(200);
      await pass(86_400);
    });

    it('says in the preview which of the running projects are branches', async () => {
      const { body } = await money().preview('branching', 'tier_free');
      expect(body).toMatchObject({
        number_of_projects: 3,
        active_projects: [
          { name: 'web', instance_size: 'small', is_branch: false },
          { name: 'web-preview', is_branch: true },
        ],
      });
    });

    it('does not go to Free while members who run it are at their limit of Free projects', async () => {
      const { preview, change } = money();
      expect((await preview('crowded', 'tier_free')).status).toBe(201);
      const refused = await change('crowded', { tier: 'tier_free' });
      expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('tess-tideline (limit: 2)')]);
    });

    it('issues an invoice to those who pay by invoice, without a card', async () => {
      const { change, subscription } = money();
      expect((await change('by-invoice', { tier: 'tier_team' })).status).toBe(200);
      expect((await subscription('by-invoice'))['plan'].id).toBe('team');
      const [latest] = await invoices('by-invoice');
      expect(latest).toMatchObject({ status: 'issued', payment_attempted: false });
      expect(latest?.['amount_due']).toBeGreaterThan(0);
    });

    it('asks for a card where there is none', async () => {
      const { change } = money();
      expect(await change('capped', { tier: 'tier_team' })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'body.payment_method' }] },
      });
    });

    it('keeps a new card although nothing is charged to it', async () => {
      const { change, card, send } = money();
      const method = await card(good);
      expect((await change('rich', { tier: 'tier_payg', payment_method: method })).status).toBe(200);
      expect((await send('GET', '/platform/organizations/rich/payments')).body.data.map(({ id }: any) => id)).toContain(method);
      // Renewals charge the card while the member is absent, so the change must set up the card for off-session payments.
      const { context } = money().platform;
      const gatewayEvents = await context.paymentContext.gateway.listEvents({ types: ['setup_intent.succeeded'] });
      expect(gatewayEvents.ok && gatewayEvents.value.items.length).toBeGreaterThan(0);
      const refused = await change('rich', { tier: 'tier_team', payment_method: await card(testCard.declines) });
      expect([refused.status, (await money().subscription('rich'))['plan'].id]).toEqual([402, 'pro']);
    });
  });

  describe('the month that a preview estimates', () => {
    const disks = async (tier: string) => {
      const { body } = await money().preview('top', tier);
      return Object.fromEntries(
        (body.breakdown as Record<string, any>[])
          .filter(({ description }) => description.startsWith('Disk Size'))
          .map(({ description, quantity, total_price }) => [description, [quantity, total_price]]),
      );
    };

    it('has disks as large as they are, and what the spend cap leaves of them', async () => {
      const found = await disks('tier_payg');
      const hours = (found['Disk Size (gp3) (Read Replicas)']?.[0] ?? 0) / 60;
      // If a month of 28 to 31 days does not start on a full hour, it touches one more clock hour.
      expect([672, 673, 696, 697, 720, 721, 744, 745]).toContain(hours);
      expect(found).toEqual({
        'Disk Size (gp3)': [52 * hours, Math.round(52 * hours * 0.0171) / 100],
        'Disk Size (gp3) (Read Replicas)': [60 * hours, Math.round(60 * hours * 0.0171) / 100],
      });
      expect(Object.values(await disks('tier_pro'))).toEqual([
        [0, 0],
        [0, 0],
      ]);
    });
  });

  describe('spend cap', () => {
    it('turns off without a fee or a new cycle, and on with an invoice of the overage', async () => {
      const { preview, change, subscription, card } = money();
      const before = await subscription('capped');
      const off = (await preview('capped', 'tier_payg')).body;
      expect(off).toMatchObject({
        plan_change_type: 'upgrade',
        upfront_charge: null,
        quote: { total_cents: 0 },
        usage_so_far: { invoiced_on: 'next_invoice', total: 0, due: null },
      });
      expect((await change('capped', { tier: 'tier_payg', quote_id: off.quote.id })).status).toBe(200);
      expect(await subscription('capped')).toMatchObject({ usage_billing_enabled: true, current_period_end: before['current_period_end'] });
      expect((await change('capped', { tier: 'tier_pro', payment_method: await card(good) })).status).toBe(200);
      expect(await subscription('capped')).toMatchObject({
        plan: { id: 'pro' },
        usage_billing_enabled: false,
        current_period_start: before['current_period_start'],
      });
    });
  });

  describe('quotes', () => {
    it('are applied after they have expired where no more is due, at the price of then', async () => {
      const { preview, change, card, pass, subscription, platform } = money();
      const { body } = await preview('free-one', 'tier_pro');
      expect(body.quote).toMatchObject({ total_cents: 2500, due_now_cents: 2500 });
      await pass(16 * 60);
      const { clock } = platform.context;
      const askedAt = clock.nowSeconds();
      const late = await change('free-one', { tier: 'tier_pro', payment_method: await card(good), quote_id: body.quote.id }, 'k-late');
      expect([late.status, late.body.amounts.charge_cents]).toEqual([200, 2500]);
      const answeredAt = clock.nowSeconds();
      const start: number = (await subscription('free-one'))['current_period_start'];
      // The cycle starts at the time of the change, not at the quote 16 minutes earlier. The clock runs while the request is handled.
      expect([start >= askedAt, start <= answeredAt]).toEqual([true, true]);
    });

    it('are applied where less is due than was shown, and the answer says what it came to', async () => {
      const { preview, change, card, topUp } = money();
      const { body } = await preview('free-two', 'tier_pro');
      expect((await topUp('free-two', { payment_method_id: await card(good) })).status).toBe(201);
      const changed = await change('free-two', { tier: 'tier_pro', quote_id: body.quote.id });
      expect([body.quote.due_now_cents, changed.status, changed.body.amounts.charge_cents]).toEqual([2500, 200, 0]);
    });

    it('no longer hold when more is due than was shown, and come back with the new price', async () => {
      const { preview, change, topUp, card, subscription } = money();
      expect((await topUp('free-six', { payment_method_id: await card(good) })).status).toBe(201);
      const { body } = await preview('free-six', 'tier_pro');
      expect(body.quote.due_now_cents).toBe(0);
      await money().owe('free-six', 0);
      const changed = await change('free-six', { tier: 'tier_pro', quote_id: body.quote.id });
      expect([changed.status, changed.body.code, changed.body.quote.due_now_cents]).toEqual([409, 'quote_changed', 2500]);
      expect((await subscription('free-six'))['plan'].id).toBe('free');
    });

    it('are of one organization and one tier', async () => {
      const { preview, change } = money();
      const { body } = await preview('free-three', 'tier_pro');
      for (const [slug, tier] of [
        ['free-four', 'tier_pro'],
        ['free-three', 'tier_team'],
      ] as const) {
        expect(await change(slug, { tier, quote_id: body.quote.id })).toMatchObject({
          status: 422,
          body: { errors: [{ path: 'body.quote_id' }] },
        });
      }
      expect((await change('free-three', { tier: 'tier_pro', quote_id: 'qt_unknownunknownunknown12' })).status).toBe(422);
      expect((await change('free-three', { tier: 'tier_pro', quote_id: 'quote' })).status).toBe(400);
    });
  });

  describe('partners', () => {
    it('schedules the way down of the hosting provider, shows it, and lets it be taken back or happen', async () => {
      const { preview, change, subscription, send, pass } = money();
      const { body } = await preview('fly', 'tier_free');
      const before = await subscription('fly');
      expect(body).toMatchObject({
        billed_via_partner: true,
        upfront_charge: null,
        effective_at: before['current_period_end'],
        quote: { total_cents: 0 },
      });
      expect((await change('fly', { tier: 'tier_free', quote_id: body.quote.id })).status).toBe(200);
      expect(await subscription('fly')).toMatchObject({
        plan: { id: 'pro' },
        scheduled_plan_change: { at: before['current_period_end'], target_plan: { id: 'free' } },
      });
      expect((await change('fly', { tier: 'tier_free' })).status).toBe(422);
      expect((await send('DELETE', pendingChange('fly'))).status).toBe(204);
      expect((await subscription('fly'))['scheduled_plan_change']).toBeNull();

      expect((await change('fly', { tier: 'tier_free' })).status).toBe(200);
      // The cycle has ended, but is not closed yet.
      const { clock } = money().platform.context;
      const offset = clock.offsetMs();
      clock.moveTo(offset + (before['current_period_end'] - clock.nowSeconds()) * 1000);
      expect(await send('DELETE', pendingChange('fly'))).toMatchObject({
        status: 409,
        body: { message: 'The billing cycle is being closed. Try again in a moment.' },
      });
      clock.moveTo(offset);
      await pass(before['current_period_end'] - money().platform.context.clock.nowSeconds() + 7200);
      expect(await subscription('fly')).toMatchObject({ plan: { id: 'free' }, scheduled_plan_change: null });
    });

    it.each([
      ['vercel_icfg_test1', 'tier_team', 'You cannot change the plan for an organization managed by Vercel Marketplace'],
      ['aws', 'tier_free', 'You cannot change the plan for an organization managed by AWS Marketplace'],
      ['aws', 'tier_pro', 'The spend cap cannot be changed for an organization managed by AWS Marketplace'],
      ['agreed', 'tier_pro', 'Reach out to us via support to update your plan from Enterprise'],
      ['top', 'tier_enterprise', 'Reach out to us via support to move to the Enterprise Plan'],
      ['oriole', 'tier_pro', 'Projects on OrioleDB exist only on the Free Plan. Remove them before upgrading.'],
      ['frozen', 'tier_team', 'We have temporarily disabled project and subscription changes - our engineers are working on a fix.'],
      ['frozen', 'tier_payg', 'Subscription changes are currently disabled. Our engineers are working on a fix.'],
      ['sleeping', 'tier_payg', 'Unable to update subscription as project is currently not active'],
    ])('refuses %s to %s: %s', async (slug, tier, message) => {
      const { preview, change } = money();
      expect(await preview(slug, tier)).toMatchObject({ status: 400, body: { errors: [{ path: 'body.tier', message }] } });
      expect(await change(slug, { tier, payment_method: 'pm_1234567890' })).toMatchObject({ status: 422, body: { message } });
    });

    it('refuses readers, unknown tiers, and organizations without billing', async () => {
      const { send, change } = money();
      const path = '/platform/organizations/top/billing/subscription';
      expect((await send('PUT', path, { tier: 'tier_pro' }, { as: 'developer' })).status).toBe(403);
      expect((await send('DELETE', `${path}/pending-change`, undefined, { as: 'org-editor' })).status).toBe(403);
      expect((await change('top', { tier: 'tier_gold' })).body.errors[0].path).toBe('body.tier');
      expect((await change('top', { tier: 'tier_team' })).status).toBe(422);
      expect((await change('no-billing', { tier: 'tier_team' })).status).toBe(403);
    });
  });

  it('gives an open change up when its payer has had their time, and lets the cycle close then', async () => {
    const { change, card, subscription, pass, platform } = money();
    const before = await subscription('sleeping');
    const pending = await change('sleeping', { tier: 'tier_team', payment_method: await card(testCard.asksAlways) });
    expect(pending.body.pending_payment_intent_secret).not.toBeNull();
    await pass(22 * 3600);
    expect((await subscription('sleeping'))['pending_payment_intent_secret']).not.toBeNull();
    await pass(3660);
    expect(await subscription('sleeping')).toMatchObject({ plan: { id: 'pro' }, pending_payment_intent_secret: null });
    const confirm = await money().send('POST', '/platform/organizations/sleeping/billing/subscription/confirm', {
      payment_intent_id: pending.body.pending_payment_intent_secret.split('_secret_')[0],
    });
    expect(confirm.status).toBe(409);
    await pass(before['current_period_end'] - platform.context.clock.nowSeconds() + 60);
    expect((await subscription('sleeping'))['current_period_start']).toBe(before['current_period_end']);
  });

  it('refuses intents of others, and such as never were', async () => {
    const { send, change, card } = money();
    const pending = await change('free-five', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    const payment_intent_id = pending.body.pending_payment_intent_secret.split('_secret_')[0];
    for (const id of [payment_intent_id, 'pi_neverwas1234567']) {
      expect((await send('POST', '/platform/organizations/free-six/billing/subscription/confirm', { payment_intent_id: id })).status).toBe(
        404,
      );
    }
    expect(
      (await send('POST', '/platform/organizations/free-five/billing/subscription/confirm', { payment_intent_id: 'ch_1' })).status,
    ).toBe(400);
    expect((await send('DELETE', pendingChange('free-five'))).status).toBe(204);
    expect((await send('DELETE', pendingChange('free-five'))).status).toBe(204);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
