import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const daySeconds = 86_400;
const organization = '/platform/organizations/payg';

onMoneyPlatformWith({ organizations: ['payg'] }, (money) => {
  const status = async () => {
    const { body } = await money().send('GET', organization);
    return [body.restriction_status, body.restriction_data?.violations ?? null];
  };
  const invoices = async () => (await money().send('GET', `${organization}/billing/invoices`)).body;

  it('follows a renewal that nobody pays from its draft to the restriction, and ends it with the payment', async () => {
    const { pass, subscription, platform, faults, settled } = money();
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

    const { body } = await money().send('GET', `${organization}/billing/invoices/${declined.id}/payment-link`);
    const fields = { name: 'Ada', number: testCard.good, expiry: '12 / 39', cvc: '123', country: 'US', postalCode: '94107' };
    const paid = await money().sandbox.fetch(
      new Request(`http://sandbox.invalid${new URL(body.redirectUrl).pathname}`, { method: 'POST', body: new URLSearchParams(fields) }),
    );
    expect(paid.status).toBe(303);
    await settled();
    expect((await invoices()).find(({ id }: { id: string }) => id === declined.id)).toMatchObject({ status: 'paid' });
    const left = (await invoices()).filter(({ status: each }: { status: string }) => each === 'open');
    // Only invoices that are not yet due are left.
    expect(left.length).toBeLessThanOrEqual(1);
    expect(await status()).toEqual([null, null]);
    expect(await faults()).toEqual([]);
  });
});
