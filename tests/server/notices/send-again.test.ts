import { expect, it } from 'vitest';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;

interface PostboxMail {
  readonly kind: string;
  readonly organization: string;
  readonly subject: string;
  readonly text: string;
}

onMoneyPlatform((money) => {
  const newest = async (slug: string): Promise<PostboxMail> => {
    const mails: PostboxMail[] = (await money().platform.ask('/sandbox/postbox/messages')).body;
    const own = mails.filter(({ kind, organization }) => kind === 'invoice_issued' && organization === slug);
    const newestMail = own.at(-1);
    if (!newestMail) throw new Error(`${slug} has no email of an invoice`);
    return newestMail;
  };
  const again = (slug: string, id: string, key?: string) =>
    money().send('POST', `${base(slug)}/billing/invoices/${id}/notices`, undefined, key === undefined ? {} : { key });
  /** Puts the invoice of an organization into a state, as payments, staff and operators do over time. */
  const set = (id: string, columns: string) => money().rows(`update invoices set ${columns} where id = '${id}' returning id`);

  it.each([
    ['payg', "status = 'open', payment_attempted = true", /We could not collect|There is no card to charge/],
    ['capped', 'payment_is_processing = true', /A payment is under way/],
    ['top', "status = 'uncollectible', payment_attempted = true", /we no longer try to collect it/],
    ['sleeping', "status = 'paid'", /It is paid/],
    ['by-invoice', "status = 'issued'", /Please pay it by/],
  ])('%s: an invoice that is now %s is told as it stands', async (slug, columns, words) => {
    const { subscription, pass, platform, settled } = money();
    const end = (await subscription(slug))['current_period_end'];
    if (end > platform.context.clock.nowSeconds()) await pass(end - platform.context.clock.nowSeconds() + 3660);
    const [invoice] = (await money().send('GET', `${base(slug)}/billing/invoices`)).body;
    await set(invoice.id, columns);
    expect((await again(slug, invoice.id)).status).toBe(200);
    await settled();
    const mail = await newest(slug);
    expect(mail.text).toMatch(words);
    expect(mail.text.includes("We charge it to your default card. You don't need to do anything.")).toBe(false);
    // A second email within the minute is refused, and says when it is possible.
    const second = await again(slug, invoice.id);
    expect(second).toMatchObject({ status: 429, body: { code: 'sent_recently' } });
    expect(second.body.message).toMatch(/less than a minute ago/);
  });

  it('a retry of the same attempt is no second email, and a forgiven invoice is not sent', async () => {
    const [invoice] = (await money().send('GET', `${base('rich')}/billing/invoices`)).body;
    expect((await again('rich', invoice.id, 'once')).status).toBe(200);
    expect((await again('rich', invoice.id, 'once')).status).toBe(200);
    const [other] = (await money().send('GET', `${base('branching')}/billing/invoices`)).body;
    await set(other.id, "status = 'void'");
    expect(await again('branching', other.id)).toMatchObject({
      status: 422,
      body: { message: 'A forgiven invoice is not sent: nothing is owed on it' },
    });
  });
});
