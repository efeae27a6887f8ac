import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog({ logLevel: 'debug' }, { write: (line) => (text += line) }));
  return text;
}

it('writes one JSON object per line with the time', () => {
  const line = logged((log) => log.info({ path: '/healthz' }, 'request'));
  expect(JSON.parse(line)).toEqual({ level: 30, time: expect.stringMatching(/^\d{4}-.*Z$/), path: '/healthz', msg: 'request' });
});

it.each([
  { token: 'a-secret' },
  { headers: { authorization: 'Bearer a-secret', cookie: 'session=a-secret', 'set-cookie': 'session=a-secret' } },
  { intent: { client_secret: 'a-secret' } },
  { request: { body: { hcaptcha_token: 'a-secret', hcaptchaToken: 'a-secret' } } },
  { subscription: { pending_payment_intent_secret: 'a-secret' } },
  { answer: { redirectUrl: 'https://pay.example/a-secret', invoice_pdf: 'https://pay.example/a-secret' } },
  { method: { card: { number: 'a-secret' } } },
])('keeps the secret of %j out', (values) => {
  const line = logged((log) => log.info(values, 'something happened'));
  expect(line).toContain('[redacted]');
  expect(line).not.toContain('a-secret');
});

it('writes an error with its causes and without the values of a query', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505' });
  const line = logged((log) =>
    log.error({ err: new Error('Failed query: insert into x values ($1)\nparams: a-secret', { cause }) }, 'a request failed'),
  );
  expect(line).not.toContain('a-secret');
  expect(JSON.parse(line)).toMatchObject({
    err: { message: 'Failed query: insert into x values ($1)', cause: { message: 'duplicate key', code: '23505' } },
  });
});
