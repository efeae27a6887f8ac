import { expect, it } from 'vitest';
import { giveCredit, onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatformWith({ organizations: ['payg', 'capped', 'top'] }, (money) => {
  const invoicesOf = async (slug: string) => (await money().send('GET', `${base(slug)}/billing/invoices`)).body;
  const openInvoice = async (slug: string) =>
    (await invoicesOf(slug)).find(({ status }: { status: string }) => status === 'open' || status === 'issued');
  const creditOf = async (slug: string) => (await money().subscription(slug))['customer_balance'];
  const use = (slug: string, id: string, amount: number, options: { as?: string; key?: string } = {}) =>
    money().send('POST', `${base(slug)}/billing/invoices/${id}/use-credits`, { amount }, options);

  const give = (slug: string, amountCents: number, key: string) => giveCredit(money(), slug, amountCents, key);

  async function renew(slug: string) {
    const { subscription, pass, platform } = money();
    const end = (await subscription(slug))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 3660);
    return openInvoice(slug);
  }

  it('pays an open invoice with the exact sum, once, also by a retry, in two tabs and by a double press', async () => {
    const invoice = await renew('payg');
    const due: number = invoice.amount_due;
    await give('payg', 100_000_000, 'gift-1');
    const wrong = await use('payg', invoice.id, due - 1);
    expect(wrong).toMatchObject({ status: 409, body: { errors: [{ path: 'body.amount' }] } });
    expect(wrong.body.message).toContain('have changed');
    expect(await creditOf('payg')).toBe(100_000_000);

    const twice = await Promise.all([use('payg', invoice.id, due, { key: 'press-1' }), use('payg', invoice.id, due, { key: 'press-1' })]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, expect.toSatisfy((status) => status === 200 || status === 409)]);
    const retried = await use('payg', invoice.id, due, { key: 'press-1' });
    expect(retried).toMatchObject({ status: 200, body: { used: due, amount_due: 0, status: 'paid' } });
    expect(await use('payg', invoice.id, due, { key: 'other-tab' })).toMatchObject({
      status: 422,
      body: { message: 'This invoice has nothing to pay' },
    });
    expect(await creditOf('payg')).toBe(100_000_000 - due);
    expect((await invoicesOf('payg')).find(({ id }: { id: string }) => id === invoice.id)).toMatchObject({
      status: 'paid',
      amount_due: 0,
    });
    const history = (await money().send('GET', `${base('payg')}/billing/credits/history`)).body.entries;
    expect(history[0]).toMatchObject({ description: `Used for invoice ${invoice.number}`, amount: 0 - due });
    const log = (await money().send('GET', `${base('payg')}/billing/audit`)).body.entries;
    expect(log).toContainEqual(
      expect.objectContaining({
        what: 'invoice',
        subject: invoice.id,
        actor: 'olivia-owner',
        call: 'useCredits',
        after: { status: 'paid', amount_due_cents: 0 },
      }),
    );
    expect(await money().faults()).toEqual([]);
  });

  it('pays a part, closes the payment page of the old sum, and leaves the rest to a page of its own', async () => {
    const { sandbox, settled } = money();
    const invoice = await openInvoice('capped');
    await give('capped', 500 - (await creditOf('capped')), 'gift-2');
    const link = () => money().send('GET', `${base('capped')}/billing/invoices/${invoice.id}/payment-link`);
    const before = (await link()).body.redirectUrl;
    expect(await use('capped', invoice.id, 500)).toMatchObject({
      status: 200,
      body: { used: 500, amount_due: invoice.amount_due - 500, status: 'open' },
    });
    const after = (await link()).body.redirectUrl;
    expect(after).not.toBe(before);
    const fields = { name: 'Ada', number: testCard.good, expiry: '12 / 39', cvc: '123', country: 'US', postalCode: '94107' };
    const pay = (address: string) =>
      sandbox.fetch(
        new Request(`http://sandbox.invalid${new URL(address).pathname}`, { method: 'POST', body: new URLSearchParams(fields) }),
      );
    expect((await pay(before)).status).not.toBe(303);
    expect((await pay(after)).status).toBe(303);
    await settled();
    expect((await invoicesOf('capped')).find(({ id }: { id: string }) => id === invoice.id)).toMatchObject({
      status: 'paid',
      amount_due: invoice.amount_due - 500,
    });
    expect(await creditOf('capped')).toBe(0);
    expect(await money().faults()).toEqual([]);
  });

  it('refuses without credits, for a paid invoice, for members who may not pay, and for an invoice of another organization', async () => {
    const invoice = await openInvoice('top');
    expect(await creditOf('top')).toBeLessThanOrEqual(0);
    expect(await use('top', invoice.id, 100)).toMatchObject({
      status: 422,
      body: { message: 'This organization has no credits to use' },
    });
    expect((await use('top', invoice.id, 0)).status).toBe(400);
    expect((await use('top', invoice.id, 100, { as: 'developer' })).status).toBe(403);
    const [other] = await invoicesOf('payg');
    expect((await use('top', other.id, 100)).status).toBe(404);
  });

  it('ends a restriction at once', async () => {
    const { pass } = money();
    await pass(29 * 86_400);
    const status = async () => (await money().send('GET', base('top'))).body.restriction_status;
    expect(await status()).toBe('restricted');
    await give('top', 50_000_000, 'gift-3');
    for (const invoice of await invoicesOf('top'))
      if (['open', 'issued', 'uncollectible'].includes(invoice.status)) {
        await use('top', invoice.id, invoice.amount_due);
        break;
      }
    expect(await status()).toBeNull();
    expect(await money().faults()).toEqual([]);
  });
});
