import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deleteCard } from '#server/payments/cards.ts';
import { updateSubscription } from '#server/payments/update-subscription.ts';
import { topUp } from '#server/payments/top-up.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { endAllLeases } from '#server/store/processes.ts';
import { dyingAt, Killed, processOn, type Process } from '#tests/support/money-processes.ts';
import { onMoneyPlatformWith, type MoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const { good, asksAlways } = testCard;

async function organizationId({ send, db }: MoneyPlatform, slug: string): Promise<number> {
  const { body } = await send('GET', `/platform/organizations/${slug}`);
  return (await findOrganization(db, body.id)).id;
}

/** A process receives the request directly. Over HTTP, the simulated crash would close the connection. */
const requestOf = (id: number, call: 'updateSubscription' | 'topUpCredits', key: string, body: any) => ({
  call,
  organizationId: id,
  memberId: null as never,
  idempotencyKey: key,
  requestId: 'req_crash',
  input: body,
  body,
});

onMoneyPlatformWith(
  {
    subject: 'database',
    organizations: ['free-one', 'free-two', 'free-three', 'free-four', 'free-five', 'free-six', 'payg', 'capped', 'rich'],
  },
  (money) => {
    async function restart(): Promise<Process> {
      await endAllLeases(money().db);
      const next = processOn(money());
      await next.worker.reconcile(0);
      return next;
    }
    const dying = (when: 'before' | 'after', call: Parameters<typeof dyingAt>[1] = 'createPayment') =>
      processOn(money(), { gateway: dyingAt(money().platform.context.paymentContext.gateway, call, when) });
    const change = ({ paymentContext }: Process, id: number, key: string, body: Record<string, unknown>) =>
      updateSubscription(paymentContext, requestOf(id, 'updateSubscription', key, body));

    it.each([
      ['free-one', 'before', 'free'],
      ['free-two', 'after', 'pro'],
    ] as const)('%s: killed %s the charge, and nobody asks again: %s', async (slug, when, plan) => {
      const id = await organizationId(money(), slug);
      const body = { tier: 'tier_pro', payment_method: await money().card(good) };
      await expect(change(dying(when), id, `k-${slug}`, body)).rejects.toThrow(Killed);
      expect((await money().subscription(slug))['plan'].id).toBe('free');
      await restart();
      expect((await money().subscription(slug))['plan'].id).toBe(plan);
      const again = change(processOn(money()), id, `k-${slug}`, body);
      if (plan === 'pro') expect(await again).toMatchObject({ status: 200, data: { pending_payment_intent_secret: null } });
      else await expect(again).rejects.toMatchObject({ code: 'conflict' });
    });

    it.each([
      ['free-three', 'before'],
      ['free-four', 'after'],
    ] as const)('%s: killed %s the charge, and the member asks again at once', async (slug, when) => {
      const id = await organizationId(money(), slug);
      const body = { tier: 'tier_pro', payment_method: await money().card(good) };
      await expect(change(dying(when), id, `k-${slug}`, body)).rejects.toThrow(Killed);
      await endAllLeases(money().db);
      expect(await change(processOn(money()), id, `k-${slug}`, body)).toMatchObject({
        status: 200,
        data: { pending_payment_intent_secret: null },
      });
      expect((await money().subscription(slug))['plan'].id).toBe('pro');
    });

    it('a key whose process is gone is in use until its lease is over', async () => {
      const id = await organizationId(money(), 'free-five');
      const body = { tier: 'tier_pro', payment_method: await money().card(good) };
      await expect(change(dying('after'), id, 'k-lease', body)).rejects.toThrow(Killed);
      await expect(change(processOn(money()), id, 'k-lease', { ...body, tier: 'tier_team' })).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      });
      await restart();
      expect((await money().subscription('free-five'))['plan'].id).toBe('pro');
    });

    it('killed between the payment of a challenge and its confirmation', async () => {
      const { subscription, challenge } = money();
      const id = await organizationId(money(), 'free-six');
      const first = (await change(processOn(money()), id, 'k-challenge', {
        tier: 'tier_pro',
        payment_method: await money().card(asksAlways),
      })) as any;
      await challenge(first.data.pending_payment_intent_secret, 'complete');
      const { gateway } = money().platform.context.paymentContext;
      const intent = first.data.pending_payment_intent_secret.split('_secret_')[0];
      await expect(
        processOn(money(), { gateway: dyingAt(gateway, 'retrievePayment', 'before') }).worker.reconcile(0),
      ).resolves.toBeUndefined();
      expect(intent).toMatch(/^pi_/);
      await restart();
      expect(await subscription('free-six')).toMatchObject({ plan: { id: 'pro' }, pending_payment_intent_secret: null });
    });

    it('killed on the way of a top-up: one charge, one credit', async () => {
      const { card, captcha, balance } = money();
      const id = await organizationId(money(), 'payg');
      for (const [when, key] of [
        ['before', 'k-t1'],
        ['after', 'k-t2'],
      ] as const) {
        const before = await balance('payg');
        const body = { amount: 100, payment_method_id: await card(good), hcaptcha_token: captcha() };
        await expect(topUp(dying(when).paymentContext, requestOf(id, 'topUpCredits', key, body))).rejects.toThrow(Killed);
        await endAllLeases(money().db);
        expect(await topUp(processOn(money()).paymentContext, requestOf(id, 'topUpCredits', key, body))).toEqual({
          status: 201,
          data: { status: 'succeeded' },
        });
        expect(await balance('payg')).toBe(before + 10_000);
      }
    });

    it('a charge whose answer is lost while the gateway forgets its key: asked for once, charged once', async () => {
      const { card, captcha, balance, pass, platform } = money();
      const id = await organizationId(money(), 'capped');
      const before = await balance('capped');
      const { gateway } = platform.context.paymentContext;
      let callCount = 0;
      const createPayment: typeof gateway.createPayment = async (...args) => {
        callCount += 1;
        await gateway.createPayment(...args);
        await pass(2 * 86_400);
        return { ok: false, error: { kind: 'unknown_outcome', reason: 'connection', message: 'Lost', requestId: null } };
      };
      const body = { amount: 100, payment_method_id: await card(good), hcaptcha_token: captcha() };
      const { paymentContext: late } = processOn(money(), { gateway: { ...gateway, createPayment } });
      await expect(topUp(late, requestOf(id, 'topUpCredits', 'k-forgotten', body))).rejects.toMatchObject({
        code: 'payment_outcome_unknown',
      });
      await restart();
      expect([callCount, await balance('capped')]).toEqual([1, before + 10_000]);
    });

    it('killed while it deletes a card, or refunds: the work is done later', async () => {
      const { send, card, captcha, confirm, db, platform } = money();
      const path = '/platform/organizations/rich/payments';
      for (const number of [good, '5555555555554444']) {
        const { body } = await send('POST', `${path}/setup-intent`, { hcaptchaToken: captcha() });
        await confirm(body.client_secret, await card(number));
      }
      const [, second] = (await send('GET', path)).body.data;
      const id = await organizationId(money(), 'rich');
      const mortal = processOn(money(), { gateway: dyingAt(platform.context.paymentContext.gateway, 'detachPaymentMethod', 'before') });
      await deleteCard(mortal.paymentContext, { organizationId: id, memberId: 1 }, second.id);
      await mortal.worker.idle();
      expect((await platform.context.paymentContext.gateway.retrievePaymentMethod(second.id)) as any).toMatchObject({
        value: { customerId: expect.any(String) },
      });
      await db.execute(sql`update outbox set run_after = now() - interval '1 hour' where state = 'pending'`);
      await restart();
      expect((await platform.context.paymentContext.gateway.retrievePaymentMethod(second.id)) as any).toMatchObject({
        value: { customerId: null },
      });
    });

    it('settles everything it has charged', async () => {
      expect(await money().faults()).toEqual([]);
    });
  },
);
