import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;
const day = 86_400;

interface Paying {
  readonly id: string;
  readonly amount_due: number;
}

onMoneyPlatformWith({ organizations: ['payg', 'capped', 'top', 'sleeping'] }, (money) => {
  const invoicesOf = async (slug: string) => (await money().send('GET', `${base(slug)}/billing/invoices`)).body;
  const invoiceOf = async (slug: string, id: string) => (await money().send('GET', `${base(slug)}/billing/invoices/${id}`)).body;
  const triesOf = (id: string) =>
    money().rows<{ state: string; off_session: boolean }>(
      `select state, off_session from payments where invoice_id = '${id}' order by attempt`,
    );
  const failedNotices = async (id: string): Promise<number> =>
    (await money().rows(`select id from notices where kind = 'payment_failed' and invoice_id = '${id}'`)).length;
  const pay = (slug: string, { id, amount_due: amount }: Paying, card: string, options: { as?: string; key?: string } = {}) =>
    money().send('POST', `${base(slug)}/billing/invoices/${id}/pay`, { payment_method_id: card, amount }, options);

  async function failRenewal(slug: string): Promise<any> {
    const { useCard, subscription, pass, platform } = money();
    await useCard(slug, testCard.attachesThenDeclines);
    const end = (await subscription(slug))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 3660);
    const [invoice] = await invoicesOf(slug);
    expect(invoice).toMatchObject({ status: 'open' });
    return invoice;
  }

  async function useAskingCard(slug: string): Promise<string> {
    const { send, captcha, card, confirm, challenge } = money();
    const { body } = await send('POST', `${base(slug)}/payments/setup-intent`, { hcaptchaToken: captcha() });
    const id = await card(testCard.asksAlways);
    await confirm(body.client_secret, id);
    await challenge(body.client_secret, 'complete');
    expect((await send('PUT', `${base(slug)}/payments/default`, { payment_method_id: id })).status).toBe(200);
    return id;
  }

  it('charges the exact sum once, also by a double press and a second tab, and leaves nothing to the next day', async () => {
    const invoice = await failRenewal('payg');
    const good = await money().useCard('payg', testCard.good);
    const wrong = await pay('payg', { ...invoice, amount_due: invoice.amount_due - 1 }, good);
    expect(wrong).toMatchObject({ status: 409, body: { errors: [{ path: 'body.amount', message: `is now ${invoice.amount_due}` }] } });
    const answers = await Promise.all([
      pay('payg', invoice, good, { key: 'press' }),
      pay('payg', invoice, good, { key: 'press' }),
      pay('payg', invoice, good, { key: 'other-tab' }),
    ]);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.map(({ body }) => body)).toEqual(done.map(() => ({ status: 'succeeded' })));
    expect(done.length).toBeGreaterThan(0);
    expect(await pay('payg', invoice, good)).toMatchObject({ status: 422, body: { message: 'This invoice has nothing to pay' } });
    const paid = await invoiceOf('payg', invoice.id);
    expect([paid.status, paid.collection]).toEqual(['paid', null]);
    const tries = await triesOf(invoice.id);
    expect(tries.filter(({ state }) => state === 'succeeded')).toEqual([{ state: 'succeeded', off_session: false }]);
    await money().pass(2 * day);
    expect(await triesOf(invoice.id)).toEqual(tries);
    const log = (await money().send('GET', `${base('payg')}/billing/audit`)).body.entries;
    expect(log).toContainEqual(
      expect.objectContaining({ what: 'invoice', subject: invoice.id, actor: 'olivia-owner', call: 'payInvoice' }),
    );
    expect(await money().faults()).toEqual([]);
  });

  it('says why the bank refuses, and leaves the calendar and its emails as they are', async () => {
    const invoice = await failRenewal('capped');
    const broke = await money().useCard('capped', testCard.attachesThenDeclines);
    const { collection } = await invoiceOf('capped', invoice.id);
    const emails = await failedNotices(invoice.id);
    const refused = await pay('capped', invoice, broke, { key: 'declined' });
    expect(refused).toMatchObject({ status: 402, body: { message: expect.stringContaining('declined') } });
    expect(await pay('capped', invoice, broke, { key: 'declined' })).toMatchObject({
      status: 402,
      body: { message: refused.body.message },
    });
    expect([(await invoiceOf('capped', invoice.id)).collection, await failedNotices(invoice.id)]).toEqual([collection, emails]);
    await money().settled();
    expect(await money().faults()).toEqual([]);
  });

  it("waits for the bank's challenge, and charges once after it", async () => {
    const [invoice] = await invoicesOf('capped');
    const asks = await useAskingCard('capped');
    const challenge = await pay('capped', invoice, asks, { key: 'challenge' });
    expect(challenge).toMatchObject({ status: 200, body: { status: 'requires_action' } });
    await money().challenge(challenge.body.payment_intent_secret, 'complete');
    expect((await pay('capped', invoice, asks, { key: 'challenge' })).body).toEqual({ status: 'succeeded' });
    expect(await invoiceOf('capped', invoice.id)).toMatchObject({ status: 'paid' });
    expect(await money().faults()).toEqual([]);
  });

  it('closes a challenge that was left open, and a payment page, before another card or page pays', async () => {
    const { send, useCard, payOn } = money();
    const invoice = await failRenewal('top');
    const link = () => send('GET', `${base('top')}/billing/invoices/${invoice.id}/payment-link`);
    const page = (await link()).body.redirectUrl;
    const asks = await useAskingCard('top');
    const left = await pay('top', invoice, asks);
    expect(left.body.status).toBe('requires_action');
    expect(await payOn(page, testCard.good)).not.toBe(303);
    const next = (await link()).body.redirectUrl;
    expect(next).not.toBe(page);
    await expect(money().challenge(left.body.payment_intent_secret, 'complete')).rejects.toThrow(/null/);
    const good = await useCard('top', testCard.good);
    expect((await pay('top', invoice, good)).body).toEqual({ status: 'succeeded' });
    expect(await payOn(next, testCard.good)).not.toBe(303);
    await money().settled();
    expect((await triesOf(invoice.id)).filter(({ state }) => state === 'succeeded')).toHaveLength(1);
    expect(await money().faults()).toEqual([]);
  });

  it('finds a charge whose answer was lost, and does not charge again', async () => {
    const invoice = await failRenewal('sleeping');
    const loses = await money().useCard('sleeping', testCard.losesItsAnswer);
    const first = await pay('sleeping', invoice, loses, { key: 'lost' });
    expect(first.body).toMatchObject({ code: 'payment_outcome_unknown' });
    await money().settled();
    expect((await pay('sleeping', invoice, loses, { key: 'lost' })).body).toEqual({ status: 'succeeded' });
    expect((await triesOf(invoice.id)).filter(({ state }) => state === 'succeeded')).toHaveLength(1);
    expect(await money().faults()).toEqual([]);
  });

  it('refuses members who may not pay, cards and invoices of others, and too many declined cards without a captcha', async () => {
    const invoice = await failRenewal('sleeping');
    const broke = await money().useCard('sleeping', testCard.attachesThenDeclines);
    expect((await pay('sleeping', invoice, broke, { as: 'developer' })).status).toBe(403);
    const [payment] = (await money().send('GET', `${base('payg')}/payments`)).body.data;
    expect((await pay('payg', invoice, payment.id)).status).toBe(404);
    const [paid] = await invoicesOf('payg');
    for (const card of [broke, await money().card(testCard.good)])
      expect(await pay('payg', paid, card)).toMatchObject({ status: 422, body: { errors: [{ path: 'body.payment_method_id' }] } });
    let last = await pay('sleeping', invoice, broke);
    for (let tries = 0; tries < 5 && last.status === 402; tries += 1) last = await pay('sleeping', invoice, broke);
    expect(last).toMatchObject({ status: 429, body: { code: 'captcha_required' } });
    const withCaptcha = { payment_method_id: broke, amount: invoice.amount_due, hcaptcha_token: money().captcha() };
    expect((await money().send('POST', `${base('sleeping')}/billing/invoices/${invoice.id}/pay`, withCaptcha)).status).toBe(402);
    expect(await money().faults()).toEqual([]);
  });
});
