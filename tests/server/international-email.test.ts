import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { isRecipientNow, recordBounce } from '#server/store/notices/notices.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';
import { memberOfLogin } from '#server/store/logins.ts';
import { confirmRecipients } from '#tests/support/confirm-recipients.ts';
import { openEmailGround, type EmailGround } from '#tests/support/email-ground.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const typed = 'ap@m\u00FCller.example';
const encodedEmail = 'ap@xn--mller-kva.example';

onEachStore((platform) => {
  it('keeps an international address as typed, knows its mailbox in every spelling, and says what email cannot reach', async () => {
    const { ask } = await operatorOf(platform());
    const terms = { name: 'M\u00FCller', billing_email: typed, plan: 'free' };
    const made = await ask('PUT', '/organizations/mueller', terms);
    expect([made.status, made.body.billing_email]).toEqual([201, typed]);
    const members = '/organizations/mueller/members';
    const first = await ask('PUT', `${members}/${encodeURIComponent(typed)}`, { username: 'mila', role: 'owner' });
    expect([first.status, first.body.email]).toEqual([201, typed]);
    expect((await ask('PUT', `${members}/${encodedEmail}`, { role: 'admin' })).status).toBe(200);
    expect((await ask('GET', `${members}/AP@XN--MLLER-KVA.example`)).body).toMatchObject({ username: 'mila', role: 'admin' });
    const login = { issuer: 'https://login.example', subject: 'u-mila' };
    expect(await memberOfLogin(platform().context.db, login, encodedEmail, new Date())).not.toBeNull();

    const patch = (body: object) =>
      platform().ask('/platform/organizations/mueller', {
        as: 'mila',
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await patch({ additional_billing_emails: ['b@x.org', typed, encodedEmail, 'B@x.org'] })).status).toBe(200);
    const { body } = await platform().ask('/platform/organizations/mueller/customer', { as: 'mila', headers: { Version: '2' } });
    expect(body).toMatchObject({ email: typed, additional_emails: ['b@x.org', typed] });
    const refused = await patch({ billing_email: 'm\u00FCller@x.org' });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [expect.objectContaining({ path: 'body.billing_email', message: "Our email can't reach this address yet" })],
    ]);
  });

  it('sends one email to one mailbox, however its recipients, choices and returned emails spell it', async () => {
    const { context, ask: askPlatform } = platform();
    const { ask } = await operatorOf(platform());
    const terms = { name: 'Spellings', billing_email: typed, plan: 'free' };
    expect((await ask('PUT', '/organizations/spellings', terms)).status).toBe(201);
    expect((await ask('PUT', '/organizations/spellings/members/sam@x.org', { username: 'sam', role: 'owner' })).status).toBe(201);
    const send = (method: string, path: string, body: object) =>
      askPlatform(`/platform/organizations/spellings${path}`, {
        as: 'sam',
        method,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await send('PATCH', '', { additional_billing_emails: [encodedEmail, 'b@x.org'] })).status).toBe(200);
    await confirmRecipients(platform(), 'spellings', ['b@x.org']);
    const [row] = rowsOf<{ id: number }>(await context.db.execute(`select id from organizations where slug = 'spellings'`));
    const organizationId = row?.id ?? 0;
    const addressesOf = async (key: string): Promise<string[]> => {
      const facts = { balanceCents: 100, usedCents: 900 };
      await context.db.transaction((tx) => writeNotice(tx, { organizationId, kind: 'credit_low', key, atSeconds: 1, facts }));
      return rowsOf<{ address: string }>(
        await context.db.execute(`select d.address from notice_deliveries d join notices n on n.id = d.notice_id
          where n.business_key = 'credit_low:${key}' order by d.address`),
      ).map(({ address }) => address);
    };
    expect(await addressesOf('first')).toEqual([typed, 'b@x.org']);

    const choice = { address: encodedEmail, kinds: [{ kind: 'credit_low', wanted: false }] };
    expect((await send('PUT', '/billing/notice-settings', { notice_kinds: [choice] })).status).toBe(200);
    expect(await addressesOf('second')).toEqual(['b@x.org']);
    await recordBounce(context.db, organizationId, encodedEmail.toUpperCase(), new Date(0));
    const { body } = await askPlatform('/platform/organizations/spellings/customer', { as: 'sam', headers: { Version: '2' } });
    expect(body.bounced_emails).toEqual([typed, encodedEmail]);

    const [waiting] = rowsOf<{ id: number; noticeId: number }>(
      await context.db.execute(`select d.id::float8 as id, d.notice_id::float8 as "noticeId" from notice_deliveries d
        where d.organization_id = ${organizationId} and d.address = '${typed}'`),
    );
    expect((await send('PATCH', '', { billing_email: encodedEmail, additional_billing_emails: ['b@x.org'] })).status).toBe(200);
    const delivery = { organizationId, id: waiting?.id ?? 0, noticeId: waiting?.noticeId ?? 0 };
    expect(await isRecipientNow(context.db, { ...delivery, address: typed })).toBe(true);
    expect(await isRecipientNow(context.db, { ...delivery, id: 0, address: 'c@x.org' })).toBe(false);
  });
});

describe('by SMTP', () => {
  let mails: MailServer;
  let ground: EmailGround;

  beforeAll(async () => {
    mails = await startMailServer();
    ground = await openEmailGround(mails.port);
  });
  afterAll(async () => {
    await ground?.platform.stop();
    await mails?.stop();
  });

  it('names the mail server only the punycode of an address that is stored as typed, in RCPT TO and in the To header', async () => {
    await ground.recipients('free-one', typed, ['plain@x.org', 'ap@\u4F8B\u3048.\u30C6\u30B9\u30C8']);
    await ground.buy('free-one');
    await ground.send();
    const japanese = 'ap@xn--r8jz45g.xn--zckzah';
    expect(new Set((await ground.deliveries('free-one')).map(({ address, state }) => `${address} ${state}`))).toEqual(
      new Set([`${typed} sent`, 'plain@x.org sent', 'ap@\u4F8B\u3048.\u30C6\u30B9\u30C8 sent']),
    );
    const sent = [encodedEmail, 'plain@x.org', japanese];
    expect(new Set(mails.rcptCommands.map((command) => /^RCPT TO:<([^>]*)>/i.exec(command)?.[1]))).toEqual(new Set(sent));
    expect(new Set(mails.received.map(({ raw }) => /^To: (.*)$/m.exec(raw)?.[1]?.trim()))).toEqual(new Set(sent));
    for (const { raw } of mails.received) {
      // If the mail server lacks SMTPUTF8, email headers must be ASCII.
      expect(raw.split('\r\n\r\n')[0]).toMatch(/^[\r\n\t -~]*$/);
    }
  });
});
