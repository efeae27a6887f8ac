import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const { good, asksAlways } = testCard;

onMoneyPlatformWith({ organizations: ['free-one', 'free-two', 'free-three', 'free-four', 'free-five', 'free-six'] }, (payer) => {
  describe('upgrade with a new card', () => {
    it('charges the quoted sum once, changes the plan and keeps the card', async () => {
      const { preview, change, card, subscription, send, sandbox, settled } = payer();
      const before = sandbox.money().length;
      const { status, body } = await preview('free-one', 'tier_pro');
      expect([status, body.plan_change_type, body.upfront_charge.total, body.quote.total_cents]).toEqual([201, 'upgrade', 25, 2500]);
      const method = await card(good);
      const changed = await change(
        'free-one',
        {
          tier: 'tier_pro',
          payment_method: method,
          quote_id: body.quote.id,
          billing_name: 'Ada Lovelace',
          address: { line1: '1 Main Street', city: 'Berlin', postal_code: '10115', country: 'DE' },
        },
        'k-upgrade',
      );
      const amounts = { charge_cents: 2500, usage_due_cents: 0, carried_cents: 0, credited_cents: 0 };
      expect([changed.status, changed.body]).toEqual([200, { pending_payment_intent_secret: null, amounts }]);
      expect(sandbox.money().slice(before)).toMatchObject([{ kind: 'charge_succeeded', amount: 2500 }]);
      expect(await subscription('free-one')).toMatchObject({
        plan: { id: 'pro' },
        usage_billing_enabled: false,
        pending_payment_intent_secret: null,
      });
      const cards = (await send('GET', '/platform/organizations/free-one/payments')).body;
      expect(cards).toMatchObject({
        data: [{ id: method, is_default: true, card: { brand: 'visa', last4: '4242' } }],
        defaultPaymentMethodId: method,
      });
      const invoices = (await send('GET', '/platform/organizations/free-one/billing/invoices')).body;
      expect(invoices).toMatchObject([{ status: 'paid', amount_due: 2500, payment_attempted: true }]);
      expect((await send('GET', '/platform/organizations/free-one/customer')).body).toMatchObject({
        billing_name: 'Ada Lovelace',
        address: { line1: '1 Main Street', country: 'DE' },
      });
      await settled();
    });

    it('refuses a used quote, and the plan that it is on', async () => {
      const { preview, change, card } = payer();
      const { body } = await preview('free-two', 'tier_pro');
      const method = await card(good);
      expect((await change('free-two', { tier: 'tier_pro', payment_method: method, quote_id: body.quote.id })).status).toBe(200);
      expect((await change('free-two', { tier: 'tier_pro', payment_method: method, quote_id: body.quote.id })).body).toMatchObject({
        code: 'conflict',
      });
      expect((await change('free-two', { tier: 'tier_pro', payment_method: method })).status).toBe(422);
      expect((await preview('free-two', 'tier_pro')).status).toBe(400);
    });
  });

  describe('upgrade with a challenge', () => {
    it('changes nothing before the payment has succeeded, and everything when confirmed', async () => {
      const { change, card, subscription, challenge, send } = payer();
      const pending = await change('free-three', { tier: 'tier_pro', payment_method: await card(asksAlways) }, 'k-3ds');
      const secret = pending.body.pending_payment_intent_secret as string;
      expect(secret).toMatch(/^pi_.*_secret_/);
      expect(await subscription('free-three')).toMatchObject({ plan: { id: 'free' }, pending_payment_intent_secret: secret });
      const other = await send('GET', '/platform/organizations/free-three/billing/subscription', undefined, { as: 'developer' });
      expect(other.body.pending_payment_intent_secret).toBeNull();

      const intent = { payment_intent_id: secret.split('_secret_')[0] };
      const path = '/platform/organizations/free-three/billing/subscription/confirm';
      expect((await send('POST', path, intent)).status).toBe(202);
      await challenge(secret, 'complete');
      expect(await send('POST', path, intent, { key: 'k-confirm' })).toMatchObject({ status: 200, body: {} });
      expect(await send('POST', path, intent)).toMatchObject({ status: 200, body: {} });
      expect(await subscription('free-three')).toMatchObject({ plan: { id: 'pro' }, pending_payment_intent_secret: null });
    });

    it('can be resumed with another card, canceled, and started anew', async () => {
      const { change, card, subscription, challenge, confirm, send, settled } = payer();
      const first = await change('free-four', { tier: 'tier_pro', payment_method: await card(asksAlways) });
      await challenge(first.body.pending_payment_intent_secret, 'fail');
      const waiting = await subscription('free-four');
      expect(waiting['pending_payment_intent_secret']).toBe(first.body.pending_payment_intent_secret);
      expect(await send('DELETE', '/platform/organizations/free-four/billing/subscription/pending-change')).toMatchObject({
        status: 204,
      });
      expect((await subscription('free-four'))['pending_payment_intent_secret']).toBeNull();

      const second = await change('free-four', { tier: 'tier_pro', payment_method: await card(asksAlways) });
      const secret = second.body.pending_payment_intent_secret as string;
      expect((await change('free-four', { tier: 'tier_team', payment_method: await card(good) })).status).toBe(409);
      await challenge(secret, 'fail');
      await confirm(secret, await card(good));
      await settled();
      expect(await subscription('free-four')).toMatchObject({ plan: { id: 'pro' }, pending_payment_intent_secret: null });
    });
  });

  describe('a payment that its bank takes its time for and refuses', () => {
    const pendingChange = (slug: string) => `/platform/organizations/${slug}/billing/subscription/pending-change`;
    const processing = 'The payment is being processed and can no longer be canceled';

    /** A change can't be canceled while its payment is being processed. The payment fails later. */
    async function refusedTooEarly(slug: string): Promise<string> {
      const { change, card, send, subscription } = payer();
      const { body } = await change(slug, { tier: 'tier_pro', payment_method: await card(testCard.processesThenFails) });
      expect(await send('DELETE', pendingChange(slug))).toMatchObject({ status: 409, body: { message: processing } });
      const expectedTerms = {
        plan: { id: 'free' },
        pending_payment_intent_secret: expect.any(String),
        pending_payment_is_processing: true,
        pending_change: { tier: 'tier_pro', amount: 2500 },
      };
      expect(await subscription(slug)).toMatchObject(expectedTerms);
      return body.pending_payment_intent_secret as string;
    }

    it('lets go of the plan when its payer had their time, although it could not be canceled before', async () => {
      const { subscription, pass, preview } = payer();
      await refusedTooEarly('free-six');
      await pass(30);
      await pass(23 * 3600);
      expect((await subscription('free-six'))['pending_payment_intent_secret']).toBeNull();
      expect((await preview('free-six', 'tier_pro')).status).toBe(201);
    });

    it('can be canceled as soon as it is refused, although that was too early before', async () => {
      const { send, subscription, pass, change, card } = payer();
      const secret = await refusedTooEarly('free-six');
      await pass(30);
      const intent = { payment_intent_id: secret.split('_secret_')[0] };
      const confirmed = await send('POST', '/platform/organizations/free-six/billing/subscription/confirm', intent);
      expect([confirmed.status, confirmed.body.code]).toEqual([402, 'card_declined']);
      expect(await subscription('free-six')).not.toHaveProperty('pending_payment_is_processing');
      expect(await send('DELETE', pendingChange('free-six'))).toMatchObject({ status: 204 });
      expect((await subscription('free-six'))['pending_payment_intent_secret']).toBeNull();
      expect((await change('free-six', { tier: 'tier_pro', payment_method: await card(good) })).status).toBe(200);
    });
  });

  describe('a declined card', () => {
    it('is told with its reason; the same key repeats it, a new attempt works', async () => {
      const { change, card, subscription, preview } = payer();
      // Resets the count of declines, because only the first declines of a day return a reason.
      await payer().db.execute(sql`delete from rate_limits`);
      const { body: shown } = await preview('free-five', 'tier_pro');
      const body = { tier: 'tier_pro', payment_method: await card(testCard.hasNoFunds), quote_id: shown.quote.id };
      const declined = await change('free-five', body, 'k-declined');
      expect([declined.status, declined.body.code, declined.body.decline_code]).toEqual([402, 'card_declined', 'insufficient_funds']);
      const again = await change('free-five', body, 'k-declined');
      expect([again.status, again.body]).toEqual([402, declined.body]);
      const stolen = await change('free-five', { ...body, payment_method: await card(testCard.isStolen) }, 'k-stolen');
      expect([stolen.status, stolen.body.decline_code]).toEqual([402, 'generic_decline']);
      expect((await subscription('free-five'))['plan'].id).toBe('free');
      const corrected = await change('free-five', { ...body, payment_method: await card(good) }, 'k-corrected');
      expect(corrected.status).toBe(200);
      expect((await subscription('free-five'))['plan'].id).toBe('pro');
    });
  });

  it('settles everything it has charged, and charges nothing twice', async () => {
    expect(await payer().faults()).toEqual([]);
  });
});
