import { expect, it, vi } from 'vitest';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

vi.setConfig({ testTimeout: 120_000 });

const base = (slug: string) => `/platform/organizations/${slug}`;

interface PostboxEmail {
  readonly kind: string;
  readonly organization: string;
  readonly subject: string;
  readonly text: string;
}

onMoneyPlatform((money) => {
  const newest = async (slug: string): Promise<PostboxEmail> => {
    const mails: PostboxEmail[] = (await money().platform.ask('/sandbox/postbox/messages')).body;
    const invoiceEmails = mails.filter(({ kind, organization }) => kind === 'invoice_issued' && organization === slug);
    const newestEmail = invoiceEmails.at(-1);
    if (!newestEmail) throw new Error(`${slug} has no email of an invoice`);
    return newestEmail;
  };
  const again = (slug: string, id: string, key?: string) =>
    money().send('POST', `${base(slug)}/billing/invoices/${id}/notices`, undefined, key === undefined ? {} : { key });
  const set = (id: string, columns: string) => money().rows(`update invoices set ${columns} where id = '${id}' returning id`);

  it.each([
    ['payg', "status = 'open', payment_attempted = true", /We could not collect|There is no card to charge/],
    ['capped', "status = 'open', payment_is_processing = true", /A payment is under way/],
    ['top', "status = 'uncollectible', payment_attempted = true", /we no longer try to collect it/],
    ['sleeping', "status = 'paid'", /It is paid/],
    ['by-invoice', "status = 'issued'", /Please pay it by/],
  ])('the email of an invoice of %s says that it is %s now', async (slug, columns, words) => {
    const { settled } = money();
    const [invoice] = (await money().send('GET', `${base(slug)}/billing/invoices`)).body;
    await set(invoice.id, `${columns}, due_at = '2040-01-02', amount_due_cents = 2500`);
    expect((await again(slug, invoice.id)).status).toBe(200);
    await settled();
    const mail = await newest(slug);
    expect(mail.text).toMatch(words);
    expect(mail.text.includes("We charge it to your default card. You don't need to do anything.")).toBe(false);
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

  it('staff sends an email once a minute too, under the limit of members', async () => {
    const { ask } = await operatorOf(money().platform);
    const [notice] = (await ask('GET', '/organizations/by-invoice/notices')).body.notices;
    const resend = () => ask('POST', `/organizations/by-invoice/notices/${notice.id}/resend`);
    const minuteLater = () => money().rows(`update rate_limits set expire = expire - 61000 where key like 'send_again:%' returning key`);
    await minuteLater();
    expect((await resend()).status).toBe(200);
    await money().settled();
    expect(await resend()).toMatchObject({ status: 429, body: { code: 'sent_recently' } });
    expect((await again('by-invoice', notice.invoice_id)).status).toBe(429);
    await minuteLater();
    const { status, body } = await resend();
    expect(status).toBe(200);
    expect(body.deliveries.filter(({ state }: { state: string }) => state === 'queued').length).toBeGreaterThan(0);
  });

  it('withdraws the email of a refund that failed, and tells of restrictions as they are', async () => {
    const { topUp, card, rows, settled } = money();
    expect((await topUp('free-two', { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
    await settled();
    const [organization] = await rows<{ id: number }>("select id from organizations where slug = 'free-two'");
    const organizationId = organization?.id ?? 0;
    await rows(`insert into refunds (id, organization_id, payment_id, source, amount_cents, credit_cents, state, reason, created_at)
      select 'rf_1', organization_id, id, 'top-up:x', 2000, 0, 'succeeded', 'Agreed', now() from payments
      where organization_id = ${organizationId} and state = 'succeeded' returning id`);
    const noticeFields = { organizationId, atSeconds: 1_800_000_000 };
    const atOnce = { violations: ['overdue_payment' as const], owedCents: 99_00, numbers: ['OLD-1'] };
    await money().db.transaction(async (tx) => {
      await writeNotice(tx, {
        ...noticeFields,
        kind: 'refund_issued',
        key: 'rf_1',
        facts: { amountCents: 2000, reason: 'Agreed', creditCents: 0 },
      });
      await writeNotice(tx, { ...noticeFields, kind: 'restricted', key: 'r_1', facts: atOnce });
      await writeNotice(tx, { ...noticeFields, kind: 'last_notice', key: 'l_1', facts: { ...atOnce, restrictedAt: 1_900_000_000 } });
    });
    await rows("update refunds set state = 'failed' where id = 'rf_1' returning id");
    await rows(`update organizations set restriction_status = 'restricted', violations = array['exceed_egress_quota']
      where id = ${organizationId} returning id`);
    await settled();
    const mails: PostboxEmail[] = (await money().platform.ask('/sandbox/postbox/messages')).body;
    const organizationEmails = mails.filter((mail) => mail.organization === 'free-two');
    expect(organizationEmails.map(({ kind }) => kind)).not.toContain('refund_issued');
    expect(organizationEmails.map(({ kind }) => kind)).not.toContain('last_notice');
    const restricted = organizationEmails.find(({ kind }) => kind === 'restricted');
    expect(restricted?.text).toContain('It is over its included usage.');
    expect(restricted?.text).not.toMatch(/OLD-1|\$99\.00|overdue/);
  });
});
