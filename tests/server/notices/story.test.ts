import { expect, it, vi } from 'vitest';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { confirmRecipients } from '#tests/support/confirm-recipients.ts';
import { testCard } from '#tests/support/payer.ts';

vi.setConfig({ testTimeout: 120_000 });

const daySeconds = 86_400;
const organization = '/platform/organizations/payg';

onMoneyPlatform((money) => {
  const postbox = async () => (await money().platform.ask('/sandbox/postbox/messages')).body as Record<string, any>[];
  const kindsFor = async (address: string) => (await postbox()).filter(({ to }) => to[0] === address).map(({ kind }) => kind);

  async function giveCard(number: string): Promise<void> {
    const { send, captcha, card, confirm } = money();
    const { body } = await send('POST', `${organization}/payments/setup-intent`, { hcaptchaToken: captcha() });
    const id = await card(number);
    await confirm(body.client_secret, id);
    expect((await send('PUT', `${organization}/payments/default`, { payment_method_id: id })).status).toBe(200);
  }

  it('writes each step of an unpaid renewal to each recipient once, and the end of it with the payment', async () => {
    const { pass, subscription, platform, send, settled } = money();
    await send('PATCH', organization, {
      billing_email: 'Pay@Lantern.example',
      additional_billing_emails: ['books@lantern.example', 'pay@lantern.example'],
    });
    await confirmRecipients(platform, 'payg', ['Pay@Lantern.example', 'books@lantern.example']);
    await giveCard(testCard.attachesThenDeclines);
    const end = (await subscription('payg'))['current_period_end'];
    await pass(end + 3660 - platform.context.clock.nowSeconds());
    const [invoice] = (await send('GET', `${organization}/billing/invoices`)).body;
    const due = end + 3600 + 7 * daySeconds;
    await pass(due + 21 * daySeconds + 60 - platform.context.clock.nowSeconds());

    const { body } = await send('GET', `${organization}/billing/invoices/${invoice.id}/payment-link`);
    expect(await money().payOn(body.redirectUrl, testCard.good)).toBe(303);
    await settled();

    const story = [
      'invoice_issued',
      ...Array.from({ length: 4 }, () => 'payment_failed'),
      'last_notice',
      'restricted',
      'receipt',
      'restored',
    ];
    for (const address of ['Pay@Lantern.example', 'books@lantern.example'])
      expect((await kindsFor(address)).filter((kind) => story.includes(kind))).toEqual(story);
    expect(await kindsFor('pay@lantern.example')).toEqual([]);

    const issued = (await postbox()).find(({ kind, to }) => kind === 'invoice_issued' && (to as string[])[0] === 'Pay@Lantern.example');
    expect(issued).toMatchObject({
      organization: 'payg',
      to: ['Pay@Lantern.example'],
      attachments: [{ name: `${invoice.number}.pdf`, type: 'application/pdf', bytes: expect.any(Number) }],
    });
    expect(issued?.['text']).toContain(invoice.number);
    expect(issued?.['html']).toMatch(/^<!doctype html><html lang="en".*<h1/s);
    expect(await money().faults()).toEqual([]);
  });
});
