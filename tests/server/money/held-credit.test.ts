import { describe, expect, it } from 'vitest';
import { bookDispute, bookRefund } from '#server/payments/refunds/refunds-and-disputes.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import { staffAt } from '#tests/support/staff.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatformWith({ organizations: ['free-one', 'free-two', 'free-three', 'free-four', 'free-five', 'free-six'] }, (money) => {
  const { act, invoices, paid } = staffAt(money);
  const held = async (slug: string): Promise<number> => (await money().subscription(slug))['disputed']?.held_credit ?? 0;

  /** The sandbox never disputes payments with this test card. */
  const withdraw = (paymentId: string, amountCents: number): Promise<void> =>
    bookDispute(money().platform.context.paymentContext, {
      id: `dp_${paymentId}`,
      status: 'needs_response',
      amountCents,
      paymentId,
      chargeId: `ch_${paymentId}`,
      reason: 'fraudulent',
    });

  /** Pays for a plan with a card whose payment the bank disputes within a minute. @returns the id of the paid invoice */
  async function disputedFee(slug: string, tier: string): Promise<string> {
    const { change, card, pass } = money();
    expect((await change(slug, { tier, payment_method: await card(testCard.isDisputed) })).status).toBe(200);
    await pass(60);
    const invoice = (await invoices(slug)).find(({ status }) => status === 'paid');
    if (!invoice) throw new Error(`${slug} has no paid invoice`);
    return invoice['id'];
  }

  describe('a credit note on a disputed payment', () => {
    it('is held until the dispute is won', async () => {
      const invoice = await disputedFee('free-one', 'tier_team');
      const note = await act(`/invoices/${invoice}/credit-notes`, { amount_cents: 20_000, reason: 'Slow queries' });
      expect([note.status, note.body.credit_note]).toEqual([
        201,
        expect.objectContaining({ amount_cents: 20_000, added_to_credits_cents: 0, held_by_dispute_cents: 20_000 }),
      ]);
      expect([await money().balance('free-one'), await held('free-one')]).toEqual([0, 20_000]);
      await money().closeDispute('won');
      await money().settled();
      expect([await money().balance('free-one'), await held('free-one')]).toEqual([20_000, 0]);
    });

    it('pays for no change of plan and no invoice', async () => {
      const invoice = await disputedFee('free-two', 'tier_pro');
      expect((await act(`/invoices/${invoice}/credit-notes`, { amount_cents: 2000, reason: 'x' })).status).toBe(201);
      const { body } = await money().preview('free-two', 'tier_team');
      expect(body.upfront_charge).toMatchObject({ customer_balance: 0, total: 599 });
      const { send, platform, subscription, pass } = money();
      await pass((await subscription('free-two'))['current_period_end'] - platform.context.clock.nowSeconds() + 7200);
      const [renewal] = (await send('GET', `${base('free-two')}/billing/invoices`)).body;
      expect(renewal).toMatchObject({ subtotal: 2500, amount_due: 2500 });
      expect([await money().balance('free-two'), await held('free-two')]).toEqual([0, 2000]);
    });

    it('reduces the debt of a lost dispute, and no more', async () => {
      const invoice = await disputedFee('free-five', 'tier_pro');
      expect((await act(`/invoices/${invoice}/credit-notes`, { amount_cents: 2000, reason: 'x' })).status).toBe(201);
      await money().closeDispute('lost');
      await money().settled();
      expect([await money().balance('free-five'), await held('free-five')]).toEqual([-500, 0]);
    });
  });

  it('credit that another invoice gives is held too, for the disputed money may have paid it', async () => {
    const { topUp, card, change, balance, pass } = money();
    expect((await topUp('free-three', { amount: 600, payment_method_id: await card(testCard.isDisputed) })).status).toBe(201);
    expect((await change('free-three', { tier: 'tier_team' })).status).toBe(200);
    await pass(60);
    expect([await balance('free-three'), await held('free-three')]).toEqual([0, 100]);
    const [invoice] = await invoices('free-three');
    const note = await act(`/invoices/${invoice?.['id']}/credit-notes`, { amount_cents: 5000, reason: 'x' });
    expect(note.body.credit_note).toMatchObject({ added_to_credits_cents: 0, held_by_dispute_cents: 5000 });
    expect([await balance('free-three'), await held('free-three')]).toEqual([0, 5100]);
  });

  it('a gift and a payment that no bank disputes stay spendable', async () => {
    const { topUp, card, balance } = money();
    expect((await act('/organizations/free-three/credits', { amount_cents: 700, reason: 'x' })).status).toBe(201);
    expect((await topUp('free-three', { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
    expect(await balance('free-three')).toBe(10_700);
  });

  it('unused time that waited for a dispute is held for the dispute of the credit that paid its fee', async () => {
    const { topUp, card, change, closeDispute, settled, balance, preview, pass } = money();
    expect((await topUp('free-four', { amount: 300, payment_method_id: await card(testCard.good) })).status).toBe(201);
    const { intent } = await paid('free-four');
    await disputedFee('free-four', 'tier_team');
    await withdraw(intent, 30_000);
    await pass(5 * 86_400);
    const { body } = await preview('free-four', 'tier_free');
    const waiting = Math.round(body.disputed_unused * 100);
    const creditCents = Math.round(body.upfront_charge.unused_credit * 100);
    expect((await change('free-four', { tier: 'tier_free', quote_id: body.quote.id })).status).toBe(200);
    expect([await balance('free-four'), await held('free-four')]).toEqual([0, creditCents]);
    expect(waiting + creditCents).toBeGreaterThan(30_000);
    await closeDispute('won');
    await settled();
    expect([await balance('free-four'), await held('free-four')]).toEqual([waiting + creditCents - 30_000, 30_000]);
  });

  it('the credit of a refund that fails is held if its payment was disputed since', async () => {
    const { topUp, card, balance, platform } = money();
    expect((await topUp('free-six', { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
    const { id, intent } = await paid('free-six');
    const refund = await act(`/payments/${id}/refunds`, { amount_cents: 4000, reason: 'x' });
    expect(refund.status).toBe(201);
    await withdraw(intent, 10_000);
    expect([await balance('free-six'), await held('free-six')]).toEqual([0, 6000]);
    const metadata = { refund: refund.body.refund.id };
    const failed = { id: 're_failed', status: 'failed', amountCents: 4000, paymentId: intent, chargeId: null, metadata } as const;
    await bookRefund(platform.context.paymentContext, { ...failed, failureReason: 'lost_or_stolen_card' });
    expect([await balance('free-six'), await held('free-six')]).toEqual([0, 10_000]);
  });
});
