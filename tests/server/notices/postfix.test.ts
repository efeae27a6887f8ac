import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runFile } from '#tests/support/artifact.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { openEmailGround, type EmailGround } from '#tests/support/email-ground.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { hasPostfix, startPostfix, type Postfix } from '#tests/support/postfix.ts';
import { programEnvironment } from '#tests/support/program-environment.ts';

vi.setConfig({ testTimeout: 60_000 });

const minuteMs = 60_000;

describe.skipIf(!hasPostfix)('mail through postfix', () => {
  let elsewhere: MailServer;
  let postfix: Postfix;
  let ground: EmailGround;

  beforeAll(async () => {
    elsewhere = await startMailServer();
    postfix = await startPostfix(elsewhere.port);
    ground = await openEmailGround(postfix.port);
  }, 60_000);
  afterAll(async () => {
    await ground?.platform.stop();
    await postfix?.stop();
    await elsewhere?.stop();
  });

  /** Postfix delivers after its reply. */
  const arrived = async (domain: string, count: number) => {
    await expect.poll(async () => (await postfix.mailbox(domain)).length, { timeout: 30_000 }).toBe(count);
    return postfix.mailbox(domain);
  };
  const states = async (slug: string) =>
    Object.fromEntries((await ground.deliveries(slug)).map(({ address, state, lastError }) => [address, [state, lastError]]));

  it('is taken and arrives as it was written', async () => {
    await ground.recipients('free-one', 'ada@one.example');
    await ground.send();
    await ground.buy('free-one');
    await ground.send();
    const mails = await arrived('one.example', 2);
    const receipt = mails.find(({ subject }) => subject?.startsWith('Receipt'));
    expect(receipt?.subject).toBe('Receipt: $100.00 paid for Organization free-one, credits');
    expect(receipt?.text).toContain('Amount paid: $100.00');
    expect(receipt?.html).toContain('<h1');
    expect(receipt?.messageId).toMatch(/^<notice-\d+@/);
    expect(JSON.stringify(receipt?.headers.get('return-path'))).toContain('billing@platform.example');
  });

  it('lets no name of an organization add a header or a recipient', async () => {
    const name = 'Lantern\r\nBcc: stranger@else.example\r\n.\r\nQUIT\r\n\u202Egnp.exe';
    await ground.platform.context.db.execute(sql`update organizations set name = ${name} where slug = 'free-two'`);
    await ground.recipients('free-two', 'eve@two.example');
    await ground.send();
    const [mail] = await arrived('two.example', 1);
    expect(mail?.subject).toBe('Billing email changed for Lantern Bcc: stranger@\u2060else.\u2060example . QUIT gnp.\u2060exe');
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(await postfix.mailbox('else.example')).toEqual([]);
    expect(postfix.log()).not.toContain('to=<stranger@else.example>');
  });

  it('goes to 200 recipients, each in an email of its own', async () => {
    const others = Array.from({ length: 199 }, (_, place) => `reader${place}@three.example`);
    await ground.platform.context.db.execute(sql`update organizations set billing_email = 'first@three.example',
      additional_billing_emails = ${sql.raw(`array['${others.join("','")}']`)} where slug = 'free-three'`);
    await ground.buy('free-three');
    await ground.send();
    const mails = await arrived('three.example', 200);
    const to = mails.map(({ to: header }) => [header].flat().flatMap((one) => one?.value.map(({ address }) => address) ?? []));
    expect(new Set(to.map((addresses) => addresses.join()))).toEqual(new Set(['first@three.example', ...others]));
  });

  it('is refused, put off and taken later, as postfix says', async () => {
    await ground.recipients('free-four', 'gone@four.example', ['refuse@four.example', 'grey@four.example', 'ada@four.example']);
    await ground.send();
    expect(await states('free-four')).toEqual({
      'gone@four.example': ['bounced', '550 5.1.1'],
      'refuse@four.example': ['refused', '554 5.7.1'],
      'grey@four.example': ['queued', '450 4.2.0'],
      'ada@four.example': ['sent', null],
    });
    await ground.send(minuteMs);
    expect((await states('free-four'))['grey@four.example']).toEqual(['sent', null]);
    await arrived('four.example', 2);
  });

  it('comes back days later with a report that the command reads', async () => {
    const { key } = await operatorOf(ground.platform, ['organizations']);
    await ground.recipients('free-five', 'gone@later.example', ['refuse@later.example', 'ada@later.example']);
    await ground.send();
    const [deliveryState] = Object.values(await states('free-five'));
    expect(deliveryState).toEqual(['sent', null]);
    await expect.poll(() => postfix.cameBack().length, { timeout: 30_000, message: postfix.log() }).toBe(2);
    for (const report of postfix.cameBack()) {
      expect(report).not.toContain('Details');
      const command = runFile(process.execPath, ['dist/server/billing.js', 'notice', 'bounce'], {
        env: programEnvironment({ BILLING_URL: ground.platform.origin, BILLING_KEY: key }),
      });
      command.child.stdin?.end(report);
      expect(await command).toEqual({ stderr: '', stdout: expect.stringMatching(/^(gone|refuse)@later\.example: (bounced|refused) /) });
    }
    expect(await states('free-five')).toEqual({
      'gone@later.example': ['bounced', '5.1.1'],
      'refuse@later.example': ['refused', '5.7.1'],
      'ada@later.example': ['sent', null],
    });
    expect(elsewhere.received.map(({ to }) => to)).toEqual([['ada@later.example']]);
  });
});
