import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { rowsOf } from '#server/database/database.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { openEmailGround, type EmailGround } from '#tests/support/email-ground.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { testCard, type Payer } from '#tests/support/payer.ts';
import type { TestPlatform } from '#tests/support/platform.ts';

vi.setConfig({ testTimeout: 120_000 });

const hourMs = 60 * 60_000;
const base = (slug: string) => `/platform/organizations/${slug}`;

describe('mail by SMTP', () => {
  let mails: MailServer;
  let ground: EmailGround;
  let platform: TestPlatform;
  let payer: Payer;

  beforeAll(async () => {
    mails = await startMailServer();
    ground = await openEmailGround(mails.port);
    ({ platform, payer } = ground);
  });
  afterAll(async () => {
    await platform?.stop();
    await mails?.stop();
  });

  const send = (afterMs?: number) => ground.send(afterMs);
  const deliveries = (slug: string) => ground.deliveries(slug);
  const recipients = (slug: string, primary: string, others?: string[]) => ground.recipients(slug, primary, others);
  const buy = (slug: string) => ground.buy(slug);
  const emailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address));

  it('arrives as HTML and text with its own headers', async () => {
    await recipients('free-one', 'ada@one.example');
    await send();
    await buy('free-one');
    await send();
    const receipt = emailsTo('ada@one.example').at(-1);
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
    const [mail] = emailsTo('eve@two.example');
    expect(mail?.to).toEqual(['eve@two.example']);
    expect(mail?.mail.headers.has('bcc')).toBe(false);
    expect(mail?.mail.subject).toBe('Billing email changed for Lantern Bcc: stranger@\u2060else.\u2060example Hello gnp.\u2060exe');
    expect(mail?.mail.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(mails.named).not.toContain('stranger@else.example');
  });

  it('goes to 200 recipients, each in an email of its own', async () => {
    const others = Array.from({ length: 199 }, (_, place) => `reader${place}@three.example`);
    await platform.context.db.execute(sql`update organizations set billing_email = 'first@three.example',
      additional_billing_emails = ${sql.raw(`array['${others.join("','")}']`)} where slug = 'free-three'`);
    await buy('free-three');
    await send();
    const thirdEmails = mails.received.filter(({ to }) => to.some((address) => address.endsWith('@three.example')));
    expect(thirdEmails).toHaveLength(200);
    expect(new Set(thirdEmails.flatMap(({ to }) => to)).size).toBe(200);
    for (const { to, raw } of thirdEmails) expect(raw.match(/@three\.example/g)?.length).toBeLessThan(10 * to.length);
  });

  it('notes an address that does not exist, an email that is refused, and one that is put off and comes later', async () => {
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
    const { ask } = await operatorOf(platform, ['read']);
    const { body } = await ask('GET', '/refused-emails');
    expect(body.refused_emails).toContainEqual(
      expect.objectContaining({ organization: 'free-four', address: 'refuse@four.example', error: '554 5.7.1', attempts: 1 }),
    );
    await send(hourMs);
    expect((await states())['grey@four.example']).toEqual(['sent', null]);
    expect(emailsTo('grey@four.example')).toHaveLength(1);
    // A mailbox that is still full after five days counts as bounced.
    for (const days of [1, 3, 6]) await send(days * 24 * hourMs);
    expect((await states())['full@four.example']).toEqual(['bounced', '452 4.2.2']);
    const bounced = rowsOf<{ address: string }>(
      await platform.context.db.execute(sql`select address from notice_addresses where bounced_at is not null order by address`),
    );
    expect(bounced.map(({ address }) => address)).toEqual(['full@four.example', 'gone@four.example']);
  });

  it('marks an address whose mail comes back later, until one is taken again, and believes only what was sent', async () => {
    const operator = await operatorOf(platform, ['organizations', 'read']);
    await recipients('free-five', 'moved@five.example');
    await send();
    const mail = emailsTo('moved@five.example').at(-1);
    const id = mail?.mail.messageId ?? '';
    const report = (address: string, messageId = id, status = '5.1.1') =>
      [
        'From: MAILER-DAEMON@five.example',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mail.five.example',
        '',
        `Final-Recipient: rfc822; ${address}`,
        'Action: failed',
        `Status: ${status}`,
        '',
        '--b',
        'Content-Type: text/rfc822-headers',
        '',
        `Message-ID: ${messageId}`,
        '--b--',
        '',
      ].join('\r\n');
    const tell = async (message: string) => (await operator.ask('POST', '/bounces', { message })).body.recipients;
    const settings = async () => (await payer.send('GET', `${base('free-five')}/billing/notice-settings`)).body.notice_kinds[0].bounced_at;
    const states = async () => (await deliveries('free-five')).map(({ state, lastError }) => [state, lastError]);

    expect(await tell('From: moved@five.example\r\n\r\nI have moved.\r\n')).toEqual([]);
    const unknown = { outcome: 'unknown', organization: null, notice_id: null };
    expect(await tell(report('stranger@five.example'))).toMatchObject([unknown]);
    expect(await tell(report('moved@five.example', id.replace(/\d+/, '999999')))).toMatchObject([unknown]);
    expect(await states()).toEqual([['sent', null]]);
    expect(await settings()).toBeNull();

    const bounced = { address: 'MOVED@five.example', status: '5.1.1', outcome: 'bounced', organization: 'free-five' };
    expect(await tell(report('MOVED@five.example'))).toMatchObject([bounced]);
    expect(await tell(report('MOVED@five.example', id, '5.7.1'))).toMatchObject([{ ...bounced, status: '5.7.1' }]);
    expect(await states()).toEqual([['bounced', '5.1.1']]);
    expect(await settings()).toEqual(expect.any(Number));
    const { body } = await operator.ask('GET', '/organizations/free-five/events');
    expect(body.events.at(-1)).toMatchObject({ type: 'notice.failed', data: { to: 'moved@five.example', reason: '5.1.1' } });
    expect((await platform.ask('/metrics')).body).toMatch(/^platform_addresses_bounced [1-9]/m);

    await buy('free-five');
    await send();
    expect((await states()).at(-1)).toEqual(['sent', null]);
    expect(await settings()).toBeNull();
  });

  it('loses nothing in 72 hours without a mail server, and says nothing that has stopped being true', async () => {
    await recipients('payg', 'ada@payg.example', ['left@payg.example']);
    const addCard = async (number: string): Promise<string> => {
      const { body } = await payer.send('POST', `${base('payg')}/payments/setup-intent`, { hcaptchaToken: payer.captcha() });
      const added = await payer.card(number);
      await payer.confirm(body.client_secret, added);
      await payer.settled();
      return added;
    };
    await addCard(testCard.good);
    await send();
    const port = mails.port;
    await mails.stop();
    const id = await addCard(testCard.attachesThenDeclines);
    expect((await payer.send('PUT', `${base('payg')}/payments/default`, { payment_method_id: id })).status).toBe(200);
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
    const kinds = emailsTo('ada@payg.example').map(({ mail }) => mail.subject?.split(/[: ]/)[0]);
    expect(kinds).toEqual(['Default', 'Invoice', 'Receipt']);
    expect(emailsTo('left@payg.example')).toEqual([]);
    const left = await deliveries('payg');
    expect(left.filter(({ state }) => state === 'queued')).toEqual([]);
    expect(
      left.filter(({ kind, address }) => kind === 'payment_failed' && address === 'ada@payg.example').map(({ state }) => state),
    ).toEqual(['withdrawn']);
  });
});
