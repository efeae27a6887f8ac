import { expect, it } from 'vitest';
import { formatCents } from '#lib/money.ts';
import { confirmRecipients, postboxOf } from '#tests/support/confirm-recipients.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const organization = '/platform/organizations/top';
const address = 'pay@top.example';

onMoneyPlatformWith({ organizations: ['top'] }, (money) => {
  it('asks by one email for the confirmation that the bank wants of a renewal, with a link to the invoice on the page', async () => {
    const { send, card, captcha, confirm, challenge, subscription, pass, settled, platform } = money();
    await send('PATCH', organization, { billing_email: address });
    await confirmRecipients(platform, 'top', [address]);
    const { body: setup } = await send('POST', `${organization}/payments/setup-intent`, { hcaptchaToken: captcha() });
    const id = await card(testCard.asksAlways);
    await confirm(setup.client_secret, id);
    await challenge(setup.client_secret, 'complete');
    expect((await send('PUT', `${organization}/payments/default`, { payment_method_id: id })).status).toBe(200);

    const end = (await subscription('top'))['current_period_end'];
    await pass(end + 3660 - platform.context.clock.nowSeconds());
    await settled();

    const [invoice] = (await send('GET', `${organization}/billing/invoices?limit=1`)).body;
    expect(invoice).toMatchObject({ status: 'open', payment_attempted: true });
    const owed = formatCents(invoice.amount_due);
    const emails = (await postboxOf(platform)).filter(({ kind, to }) => kind === 'payment_failed' && to[0] === address);
    expect(emails).toHaveLength(1);
    const { subject = '', text = '' } = emails[0] ?? {};
    expect(subject).toContain(`Confirm a payment: ${owed} for Organization top, next try `);
    expect(text).toContain('Your bank asks you to confirm a payment');
    expect(text).toContain('To confirm it, choose Pay Now on the billing page.');
    expect(text).toContain(`Invoice number: ${invoice.number}\nAmount: ${owed}\n`);

    const [, link = ''] = /Confirm the payment: (\S+)/.exec(text) ?? [];
    const { pathname, hash } = new URL(link);
    expect([pathname, hash]).toEqual(['/org/top/billing', '#invoices']);
  });
});
