import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { checkSmtp } from './smtp.ts';

const withinMs = 5000;
let server: MailServer;
const check = (from: string) => checkSmtp({ url: `smtp://127.0.0.1:${server.port}`, from }, withinMs);

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
