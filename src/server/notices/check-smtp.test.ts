import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { checkSmtp, createSmtp } from './smtp.ts';

const withinMs = 5000;
let server: MailServer;
const settings = (from: string, requiresTls = false) => ({ url: `smtp://127.0.0.1:${server.port}`, from, requiresTls });
const check = (from: string) => checkSmtp(settings(from), withinMs);

beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server?.stop());

it('accepts a sender that the mail server accepts, whether or not the sender can receive, and sends no email', async () => {
  expect(await check('billing@platform.example')).toBeNull();
  expect(await check('gone@platform.example')).toBeNull();
  expect(server.received).toEqual([]);
});

it('names a sender that the mail server refuses', async () => {
  expect(await check('forged@platform.example')).toBe('MAIL FROM: 553 5.7.1 Sender not owned by the user');
});

it('sends nothing to a server without TLS where TLS is required, and names the reason', async () => {
  const before = server.named.length;
  const far = settings('billing@platform.example', true);
  expect(await checkSmtp(far, withinMs)).toBe('ETLS');
  const transport = createSmtp(far);
  const mail = {
    id: '<1@platform.example>',
    to: 'ada@acme.example',
    subject: 'Invoice',
    text: 'text',
    html: '<p>text</p>',
    attachments: [],
  };
  // The transaction can be null, because this transport does not use the database.
  expect(await transport.send(mail as never, null as never)).toEqual({ ok: false, why: 'down', code: 'ETLS' });
  transport.close();
  expect(server.named.length).toBe(before);
});
