import { describe, expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import { refundPayment } from '#tests/support/refund-payment.ts';
import { invoicesOf } from '#tests/support/statement-history.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatformWith({ organizations: ['free-one', 'free-two', 'free-three', 'payg', 'capped', 'rich'] }, (money) => {
  const history = async (slug: string): Promise<[string, number][]> => {
    const { body } = await money().send('GET', `${base(slug)}/billing/credits/history`);
    return body.entries.map(({ description, amount }: { description: string; amount: number }) => [description, amount]);
  };

  describe('a disputed top-up', () => {
    it('holds the credit that is left, and charges nothing for the rest', async () => {
      const { topUp, card, settled, change, balance, subscription, account } = money();
      expect((await topUp('payg', { amount: 700, payment_method_id: await card(testCard.isDisputed) })).status).toBe(201);
      expect((await change('payg', { tier: 'tier_team' })).status).toBe(200);
      const left = await balance('payg');
      expect(left).toBeGreaterThan(10_000);
      await money().pass(60);
      await settled();
      expect(await balance('payg')).toBe(0);
      expect((await subscription('payg'))['disputed']).toEqual({ held_credit: left, payments: 70_000 });
      expect((await history('payg'))[0]).toEqual(['Held while a payment is disputed', -left]);
      expect(await account('payg', 'disputed')).toBe(70_000 - left);
    });

    it('holds new credit too that its money has paid for', async () => {
      const { preview, change, balance, subscription } = money();
      const { body } = await preview('payg', 'tier_payg');
      const creditCents = Math.round((body.upfront_charge.unused_credit - body.upfront_charge.plan_price) * 100);
      expect(creditCents).toBeGreaterThan(50_000);
      const before = (await subscription('payg'))['disputed'].held_credit;
      expect((await change('payg', { tier: 'tier_payg', quote_id: body.quote.id })).status).toBe(200);
      expect(await balance('payg')).toBe(0);
      expect((await subscription('payg'))['disputed']).toEqual({ held_credit: before + creditCents, payments: 70_000 });
    });

    it('is as before once it is won', async () => {
      const { closeDispute, settled, subscription, balance, account } = money();
      const held = (await subscription('payg'))['disputed'].held_credit;
      await closeDispute('won');
      await settled();
      await settled();
      expect(await balance('payg')).toBe(held);
      expect((await subscription('payg'))['disputed']).toBeUndefined();
      expect(await account('payg', 'disputed')).toBe(0);
    });
  });

  it('that is lost makes what was spent a debt, and no more', async () => {
    const { topUp, card, change, balance, pass, closeDispute, settled, account } = money();
    expect((await topUp('capped', { amount: 100, payment_method_id: await card(testCard.isDisputed) })).status).toBe(201);
    await pass(60);
    expect(await balance('capped')).toBe(0);
    await closeDispute('lost');
    await settled();
    expect([await balance('capped'), await account('capped', 'disputed')]).toEqual([0, 0]);

    expect((await topUp('rich', { amount: 600, payment_method_id: await card(testCard.isDisputed) })).status).toBe(201);
    expect(await balance('rich')).toBe(160_000);
    expect((await change('rich', { tier: 'tier_team' })).status).toBe(200);
    await pass(60);
    const held = (await money().subscription('rich'))['disputed'].held_credit;
    expect(held).toBe(60_000);
    await closeDispute('lost');
    await settled();
    expect(await balance('rich')).toBeGreaterThan(0);
  });

  describe('a disputed plan fee', () => {
    it('has no unused value while the dispute is open, and is not owed', async () => {
      const { change, card, pass, preview, balance, account } = money();
      expect((await change('free-one', { tier: 'tier_team', payment_method: await card(testCard.isDisputed) })).status).toBe(200);
      await pass(60);
      expect(await balance('free-one')).toBe(0);
      expect(await account('free-one', 'disputed')).toBe(59_900);
      const { body } = await preview('free-one', 'tier_payg');
      expect(body.upfront_charge).toMatchObject({ plan_price: 25, unused_credit: 0, customer_balance: 0, total: 25 });
      expect(body.credit_note).toBeNull();
      expect(body.disputed_unused).toBeGreaterThan(590);
    });

    it('gives the credit for unused time once it is closed: the money is here again, or owed', async () => {
      const { change, preview, closeDispute, settled, balance } = money();
      const { body } = await preview('free-one', 'tier_free');
      expect((await change('free-one', { tier: 'tier_free', quote_id: body.quote.id })).status).toBe(200);
      expect(await balance('free-one')).toBe(0);
      await closeDispute('won');
      await settled();
      await settled();
      const creditCents = Math.round(body.disputed_unused * 100);
      expect([await balance('free-one'), (await history('free-one'))[0]]).toEqual([
        creditCents,
        ['Unused time, after a dispute', creditCents],
      ]);
    });

    it('that is lost is a debt and not charged to the same card', async () => {
      const { change, card, pass, closeDispute, settled, balance, sandbox } = money();
      expect((await change('free-two', { tier: 'tier_pro', payment_method: await card(testCard.isDisputed) })).status).toBe(200);
      await pass(60);
      const charges = () => sandbox.money().filter(({ kind }) => kind === 'charge_succeeded').length;
      const before = charges();
      await closeDispute('lost');
      await settled();
      expect([await balance('free-two'), charges()]).toEqual([-2500, before]);
    });
  });

  it('of a fee holds the credit of its unused time, whatever plans that has paid for since', async () => {
    const { change, card, pass, closeDispute, settled, balance, subscription } = money();
    const moveTo = async (tier: string, payment_method?: string) =>
      expect((await change('free-three', { tier, ...(payment_method ? { payment_method } : {}) })).status).toBe(200);
    await moveTo('tier_team', await card(testCard.isDisputed));
    for (const tier of ['tier_payg', 'tier_team', 'tier_free']) await moveTo(tier);
    const creditCents = await balance('free-three');
    expect(creditCents).toBeGreaterThan(59_800);
    await pass(60);
    expect([await balance('free-three'), (await subscription('free-three'))['disputed'].held_credit]).toEqual([0, creditCents]);
    await closeDispute('won');
    await settled();
    expect(await balance('free-three')).toBe(creditCents);
  });

  it('of an invoice keeps who is billed until it is won, and a refund of another invoice keeps it for good', async () => {
    const { useCard, pass, settled, send, closeDispute, rows, platform } = money();
    const newestInvoicePaidWith = async (number: string): Promise<string> => {
      await useCard('capped', number);
      await pass(32 * 86_400);
      await settled();
      await pass(60);
      await settled();
      const [invoice] = await invoicesOf(money(), 'capped');
      expect(invoice?.status).toBe('paid');
      return invoice?.id ?? '';
    };
    const address = { line1: '1 First Street', line2: null, city: 'Bergen', state: null, postal_code: '5003', country: 'NO' };
    const correctTo = async (billing_name: string, invoiceId: string): Promise<[status: number, reason: string | undefined]> => {
      expect((await send('PUT', `${base('capped')}/customer`, { billing_name, address })).status).toBe(204);
      const { version } = (await send('GET', `${base('capped')}/customer`)).body;
      const { status, body } = await send('POST', `${base('capped')}/billing/invoices/${invoiceId}/correct-buyer`, { version });
      return [status, body.message];
    };
    const disputed = await newestInvoicePaidWith(testCard.isDisputed);
    expect(await correctTo('Right Ltd', disputed)).toEqual([422, "The payment of this invoice is disputed, so it can't be corrected."]);
    const [dispute] = await rows<{ id: string }>(`select id from disputes where source = 'invoice:${disputed}' and state = 'open'`);
    await closeDispute('won', dispute?.id);
    await settled();
    expect(await correctTo('Right Ltd', disputed)).toEqual([200, undefined]);

    const refunded = await newestInvoicePaidWith(testCard.good);
    const [payment] = await rows<{ id: string; organization_id: number }>(
      `select id, organization_id from payments where invoice_id = '${refunded}' and state = 'succeeded'`,
    );
    if (!payment) throw new Error('The invoice has no payment');
    const refund = { organizationId: payment.organization_id, paymentId: payment.id, amountCents: 100, reason: 'Agreed' };
    await refundPayment(platform.context.paymentContext, refund);
    await settled();
    expect(await correctTo('Other Ltd', refunded)).toEqual([422, "A payment of this invoice was refunded, so it can't be corrected."]);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
