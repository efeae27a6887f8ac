import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { rowsOf } from '#server/database/database.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { moneyFleet } from '#tests/support/money-fleet.ts';
import { payerAt, testCard, type Payer } from '#tests/support/payer.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

// Each test moves the clock over whole cycles of a fleet.
vi.setConfig({ testTimeout: 120_000 });

const hourMs = 60 * 60_000;
const base = (slug: string) => `/platform/organizations/${slug}`;

describe('mail by SMTP', () => {
  let mails: MailServer;
  let platform: TestPlatform;
  let payer: Payer;

  beforeAll(async () => {
    mails = await startMailServer();
    platform = await startPlatform(
      'pglite',
      { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'billing@platform.example' },
      { seeds: moneyFleet, automatic: false, gatewayTimeoutMs: 500 },
    );
    payer = payerAt(platform);
  });
  afterAll(async () => {
    await platform?.stop();
    await mails?.stop();
  });

  const send = (afterMs = 0) => platform.context.notices.send(new Date(Date.now() + afterMs));
  const deliveries = async (slug: string) =>
    rowsOf<{ address: string; state: string; lastError: string | null; attempts: number; kind: string }>(
      await platform.context.db.execute(sql`select d.address, d.state, d.last_error as "lastError", d.attempts, n.kind
        from notice_deliveries d join notices n on n.id = d.notice_id join organizations o on o.id = d.organization_id
        where o.slug = ${slug} order by d.id`),
    );
  const recipients = (slug: string, billing_email: string, others: string[] = []) =>
    payer.send('PATCH', base(slug), { billing_email, additional_billing_emails: others });
  const mailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address));
  const buy = async (slug: string) =>
    expect((await payer.topUp(slug, { amount: 100, payment_method_id: await payer.card(testCard.good) })).status).toBe(201);

  it('arrives as HTML and text with its own headers', async () => {
    await recipients('free-one', 'ada@one.example');
    await send();
    await buy('free-one');
    await send();
    const receipt = mailsTo('ada@one.example').at(-1);
    expect(receipt?.from).toBe('billing@platform.example');
    expect(receipt?.mail.subject).toBe('Receipt: $100.00 paid for Organization free-one, credits');
    expect(receipt?.mail.text).toContain('Amount paid: $100.00');
    expect(receipt?.mail.html).toContain('<html lang="en"');
    expect(receipt?.mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(receipt?.mail.messageId).toMatch(/^<notice-\d+@/);
  });

  it('lets no name of an organization write a header or turn one around', async () => {
    const name = 'Lantern\r\nBcc: stranger@else.example\r\n\r\nHello \u202Egnp.exe\u2028';
    await platform.context.db.execute(sql`update organizations set name = ${name} where slug = 'free-two'`);
    await recipients('free-two', 'eve@two.example');
    await send();
    const [mail] = mailsTo('eve@two.example');
    expect(mail?.to).toEqual(['eve@two.example']);
    expect(mail?.mail.headers.has('bcc')).toBe(false);
    expect(mail?.mail.subject).toBe('Billing e-mail changed for Lantern Bcc: stranger@else.example Hello gnp.exe');
    expect(mail?.mail.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(mails.named).not.toContain('stranger@else.example');
  });

  it('goes to 200 recipients, each in a mail of its own', async () => {
    const others = Array.from({ length: 199 }, (_, place) => `reader${place}@three.example`);
    await platform.context.db.execute(sql`update organizations set billing_email = 'first@three.example',
      additional_billing_emails = ${sql.raw(`array['${others.join("','")}']`)} where slug = 'free-three'`);
    await buy('free-three');
    await send();
    const sent = mails.received.filter(({ to }) => to.some((address) => address.endsWith('@three.example')));
    expect(sent).toHaveLength(200);
    expect(new Set(sent.flatMap(({ to }) => to)).size).toBe(200);
    for (const { to, raw } of sent) expect(raw.match(/@three\.example/g)?.length).toBeLessThan(10 * to.length);
  });

  it('notes an address that does not exist, a mail that is refused, and one that is put off and comes later', async () => {
    await recipients('free-four', 'gone@four.example', ['refuse@four.example', 'grey@four.example', 'full@four.example']);
    await send();
    const states = async () =>
      Object.fromEntries((await deliveries('free-four')).map(({ address, state, lastError }) => [address, [state, lastError]]));
    expect(await states()).toEqual({
      'gone@four.example': ['bounced', '550 5.1.1'],
      'refuse@four.example': ['refused', '554 5.7.1'],
      'grey@four.example': ['queued', '451 4.7.1'],
      'full@four.example': ['queued', '452 4.2.2'],
    });
    await send(hourMs);
    expect((await states())['grey@four.example']).toEqual(['sent', null]);
    expect(mailsTo('grey@four.example')).toHaveLength(1);
    // After five days an address that is still full counts as one that does not work.
    for (const days of [1, 3, 6]) await send(days * 24 * hourMs);
    expect((await states())['full@four.example']).toEqual(['bounced', '452 4.2.2']);
    const bounced = rowsOf<{ address: string }>(
      await platform.context.db.execute(sql`select address from notice_addresses where bounced_at is not null order by address`),
    );
    expect(bounced.map(({ address }) => address)).toEqual(['full@four.example', 'gone@four.example']);
  });

  it('loses nothing in 72 hours without a mail server, and says nothing that has stopped being true', async () => {
    await recipients('payg', 'ada@payg.example', ['left@payg.example']);
    const addCard = async (number: string): Promise<string> => {
      const { body } = await payer.send('POST', `${base('payg')}/payments/setup-intent`, { hcaptchaToken: payer.captcha() });
      const added = await payer.card(number);
      await payer.confirm(body.client_secret, added);
      return added;
    };
    await addCard(testCard.good);
    await send();
    const port = mails.port;
    await mails.stop();
    const id = await addCard(testCard.attachesThenDeclines);
    await payer.send('PUT', `${base('payg')}/payments/default`, { payment_method_id: id });
    const end = (await payer.subscription('payg'))['current_period_end'];
    await payer.pass(end + 3700 - platform.context.clock.nowSeconds());
    for (let hours = 1; hours <= 72; hours += 6) await send(hours * hourMs);
    const waiting = (await deliveries('payg')).filter(({ state }) => state === 'queued').map(({ kind }) => kind);
    expect(waiting).toEqual(expect.arrayContaining(['details_changed', 'invoice_issued', 'payment_failed']));

    const [invoice] = (await payer.send('GET', `${base('payg')}/billing/invoices`)).body;
    const link = await payer.send('GET', `${base('payg')}/billing/invoices/${invoice.id}/payment-link`);
    expect(await payer.payOn(link.body.redirectUrl, testCard.good)).toBe(303);
    await payer.settled();
    await recipients('payg', 'ada@payg.example', []);

    const before = mails.received.length;
    mails = await startMailServer(port);
    await send(73 * hourMs);
    expect(before).toBeGreaterThan(0);
    const kinds = mailsTo('ada@payg.example').map(({ mail }) => mail.subject?.split(/[: ]/)[0]);
    expect(kinds).toEqual(['Default', 'Invoice', 'Receipt']);
    expect(mailsTo('left@payg.example')).toEqual([]);
    const left = await deliveries('payg');
    expect(left.filter(({ state }) => state === 'queued')).toEqual([]);
    expect(
      left.filter(({ kind, address }) => kind === 'payment_failed' && address === 'ada@payg.example').map(({ state }) => state),
    ).toEqual(['withdrawn']);
  });
});
