import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { settlePayment } from '#server/payments/settle.ts';
import { findPaymentByName } from '#server/store/payments.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

onMoneyPlatformWith({ organizations: ['payg', 'capped', 'rich', 'top'] }, (money) => {
  const history = async (slug: string): Promise<string[]> => {
    const { body } = await money().send('GET', `/platform/organizations/${slug}/billing/credits/history`);
    return body.entries.map(({ description }: { description: string }) => description);
  };
  const lastIntent = () => money().sandbox.money().at(-1)?.paymentIntent ?? '';

  describe('a payment whose answer and events were lost', () => {
    /** The response and all events are lost, so the platform does not learn of the payment. */
    async function topUpUnheard(slug: string, number: string): Promise<void> {
      const { topUp, card, sandbox } = money();
      const payment_method_id = await card(number);
      sandbox.faults.add({ on: 'event', effect: 'drop', type: 'payment_intent.*', times: 50 });
      sandbox.faults.add({ on: 'request', effect: 'timeout_after', method: 'POST', path: '/payment_intents', times: 1 });
      expect((await topUp(slug, { payment_method_id })).status).toBe(500);
    }
    async function reconciled(): Promise<void> {
      const { sandbox, db, platform } = money();
      sandbox.faults.clear();
      await db.execute(sql`update gateway_events set run_after = now() - interval '1 hour' where processed_at is null`);
      await platform.context.payments.worker.reconcile(0);
    }

    it('is credited before its dispute takes the credit back', async () => {
      await topUpUnheard('payg', testCard.isDisputed);
      await money().pass(60);
      expect([await history('payg'), await money().balance('payg')]).toEqual([['Held while a payment is disputed', 'Top-up'], 0]);
      await reconciled();
      expect([(await history('payg')).length, await money().balance('payg')]).toEqual([2, 0]);
    });

    it('is credited before its refund takes the credit back', async () => {
      await topUpUnheard('capped', testCard.good);
      const { gateway } = money().platform.context.paymentContext;
      await gateway.createRefund({ paymentId: lastIntent(), amountCents: 4000, metadata: {} }, 'refund-by-operator');
      await money().settled();
      expect([await history('capped'), await money().balance('capped')]).toEqual([['Refund', 'Top-up'], 6000]);
      await reconciled();
      expect([(await history('capped')).length, await money().balance('capped')]).toEqual([2, 6000]);
    });

    it('has its dispute wait while it can not be read', async () => {
      const { sandbox, pass, balance } = money();
      await topUpUnheard('top', testCard.isDisputed);
      sandbox.faults.add({ on: 'request', effect: 'server_error_before', method: 'GET', path: '/payment_intents/:any', times: 50 });
      await pass(60);
      expect(await history('top')).toEqual([]);
      await reconciled();
      expect([(await history('top')).toSorted(), await balance('top')]).toEqual([['Held while a payment is disputed', 'Top-up'], 0]);
    });
  });

  it("is an operator's matter where the refund fails after all", async () => {
    const { topUp, card, sandbox, settled, pass, platform, db } = money();
    const payment_method_id = await card(testCard.refundFails);
    sandbox.faults.add({ on: 'request', effect: 'timeout_after', method: 'POST', path: '/payment_intents', times: 1 });
    expect((await topUp('rich', { payment_method_id })).status).toBe(500);
    // At the gateway, the payment is still open.
    const payment = await findPaymentByName(db, sandbox.money().at(-1)?.metadata['payment'] ?? '');
    if (payment) await settlePayment(platform.context.paymentContext, payment, { state: 'canceled', intentId: null });
    const unsettled = async () => (await platform.ask('/metrics/unsettled')).body.unsettled;
    await settled();
    expect([sandbox.money().at(-1)?.kind, await unsettled()]).toEqual(['refund_succeeded', []]);
    for (let times = 0; times < 2; times += 1) {
      await pass(60);
      expect(await unsettled()).toMatchObject([
        {
          kind: 'work',
          organization: 'rich',
          subject: `refund:${lastIntent()}`,
          state: 'dead',
          amount_cents: 10_000,
          reason: expect.stringContaining('expired_or_canceled_card'),
        },
      ]);
    }
    expect(platform.logged.filter(({ event }) => event === 'refund_failed')).toMatchObject([
      { level: 50, organization: expect.anything() },
    ]);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
