import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const daySeconds = 86_400;
const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatformWith({ organizations: ['payg', 'capped', 'top'] }, (money) => {
  const status = async (slug = 'payg') => {
    const { body } = await money().send('GET', base(slug));
    return [body.restriction_status, body.restriction_data?.violations ?? null];
  };
  const invoices = async (slug = 'payg') => (await money().send('GET', `${base(slug)}/billing/invoices`)).body;
  const owed = async (slug: string): Promise<{ id: string; amount_due: number }[]> =>
    (await invoices(slug)).filter((each: { status: string }) => ['open', 'uncollectible'].includes(each.status));

  async function payByLink(slug: string, id: string): Promise<void> {
    const { body } = await money().send('GET', `${base(slug)}/billing/invoices/${id}/payment-link`);
    expect(await money().payOn(body.redirectUrl, testCard.good)).toBe(303);
    await money().settled();
  }

  it('follows a renewal that nobody pays from its draft to the restriction, and ends it with the payment', async () => {
    const { pass, subscription, platform, faults } = money();
    await money().useCard('payg', testCard.attachesThenDeclines);
    const end = (await subscription('payg'))['current_period_end'];
    const until = (seconds: number) => pass(seconds - platform.context.clock.nowSeconds());

    await until(end + 60);
    expect((await invoices())[0]).toMatchObject({ status: 'draft', payment_attempted: false });
    await until(end + 3660);
    const [declined] = await invoices();
    expect(declined).toMatchObject({ status: 'open', payment_attempted: true });
    expect(await status()).toEqual([null, null]);

    const due = end + 3600 + 7 * daySeconds;
    await until(due + 60);
    expect(await status()).toEqual(['grace_period', ['overdue_payment']]);
    await until(due + 14 * daySeconds + 60);
    expect(await status()).toEqual(['grace_period_over', ['overdue_payment']]);
    await until(due + 21 * daySeconds + 60);
    expect(await status()).toEqual(['restricted', ['overdue_payment']]);

    await payByLink('payg', declined.id);
    expect((await invoices()).find(({ id }: { id: string }) => id === declined.id)).toMatchObject({ status: 'paid' });
    const left = (await invoices()).filter(({ status: each }: { status: string }) => each === 'open');
    expect(left.length).toBeLessThanOrEqual(1);
    expect(await status()).toEqual([null, null]);
    expect(await faults()).toEqual([]);
  });

  it('ends a restriction in the transaction of a payment with a card', async () => {
    await money().useCard('capped', testCard.attachesThenDeclines);
    for (let months = 0; months < 3 && (await status('capped'))[0] !== 'restricted'; months += 1) await money().pass(30 * daySeconds);
    expect(await status('capped')).toEqual(['restricted', ['overdue_payment']]);
    const card = await money().useCard('capped', testCard.good);
    expect((await status('capped'))[0]).toBe('restricted');
    for (const { id, amount_due: amount } of await owed('capped')) {
      const paid = await money().send('POST', `${base('capped')}/billing/invoices/${id}/pay`, { payment_method_id: card, amount });
      expect(paid.body).toEqual({ status: 'succeeded' });
    }
    // No job has run since the payment.
    expect(await status('capped')).toEqual([null, null]);
    const { body: figures } = await money().platform.ask('/metrics');
    expect(figures).toMatch(/^platform_effect_seconds_count\{effect="paid_to_unrestricted"\} [1-9]/m);
    expect(await money().faults()).toEqual([]);
  });

  it('charges nothing after a payment by link', async () => {
    const { pass, subscription, platform, useCard } = money();
    await useCard('top', testCard.attachesThenDeclines);
    await pass((await subscription('top'))['current_period_end'] - platform.context.clock.nowSeconds() + 3660);
    const [declined] = await owed('top');
    if (!declined) throw new Error('No invoice is open');
    const payments = () =>
      money().rows<{ id: string; state: string }>(`select id, state from payments where invoice_id = '${declined.id}' order by attempt`);
    await payByLink('top', declined.id);
    const before = await payments();
    expect(before.filter(({ state }) => state === 'succeeded')).toHaveLength(1);
    await pass(6 * daySeconds);
    expect(await payments()).toEqual(before);
    expect(await money().faults()).toEqual([]);
  });
});
