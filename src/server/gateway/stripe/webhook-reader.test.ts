import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createGateway } from './create-gateway.ts';

const secret = 'whsec_1';
const nowSeconds = 1_800_000_000;
const { readWebhook } = createGateway({ secretKey: 'sk_test_1', webhookSecret: secret, realNowMs: () => nowSeconds * 1000 });

const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1,
  data: { object: { object: 'payment_intent', id: 'pi_1' } },
});
const signatureOf = (text: string, at: number) => createHmac('sha256', secret).update(`${at}.${text}`).digest('hex');
const signed = (text: string, at = nowSeconds) => `t=${at},v1=${signatureOf(text, at)}`;
const signature = signatureOf(body, nowSeconds);

it('takes what the gateway has signed, with further schemes and signatures beside', () => {
  const headers = [
    signed(body),
    `${signed(body)},v0=x`,
    `t=${nowSeconds}, v1=${'0'.repeat(64)},v1=${signature}`,
    signed(body, nowSeconds + 200),
  ];
  for (const header of headers) expect([header, readWebhook(body, header)]).toMatchObject([header, { ok: true, value: { id: 'evt_1' } }]);
});

it.each([
  ['an empty signature', `t=${nowSeconds},v1=`],
  ['a short signature', `t=${nowSeconds},v1=${signature.slice(0, 10)}`],
  ['a signature of other characters', `t=${nowSeconds},v1=${'é'.repeat(64)}`],
  ['no time', `v1=${signature}`],
  ['an empty time', `t=,v1=${signature}`],
  ['a time that is no number', `t=1e9,v1=${signature}`],
  ['a time before 1970', `t=-1,v1=${signature}`],
  ['two times, the right one last', `t=1,${signed(body)}`],
  ['two times, the right one first', `${signed(body)},t=1`],
  ['a time in the future', signed(body, nowSeconds + 3600)],
  ['a time in the past', signed(body, nowSeconds - 3600)],
  ['nothing but separators', ',,,='],
  ['a very long text', '='.repeat(50_000)],
])('refuses a header with %s', (_, header) => {
  expect(readWebhook(body, header)).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
});

it.each(['no json', '', 'null', '1', '"text"', '[]', '{'])('throws nothing for the signed body %j', (text) => {
  expect(readWebhook(text, signed(text)).ok).toBe(false);
});
