import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStandInCaptcha, type StandInCaptcha } from '#tests/support/stand-in-captcha.ts';
import { checkCaptcha } from './check-accounts.ts';

let server: StandInCaptcha;
const keys = (changes: Readonly<Record<string, string>> = {}) => {
  const { HCAPTCHA_SECRET: secret = '', HCAPTCHA_SITE_KEY: siteKey = '', HCAPTCHA_ADDRESS: address = '' } = server.environment;
  return { secret, siteKey, address, ...changes };
};
const token = async (): Promise<string> => {
  const answer = await fetch(`${server.origin}/sandbox/captcha/execute`, { method: 'POST', body: '{}' });
  return ((await answer.json()) as { token: string }).token;
};

beforeAll(async () => {
  server = await startStandInCaptcha();
});
afterAll(() => server?.stop());

it('the captcha of the first hour gives a new token each time and accepts it once', async () => {
  const { secret, siteKey, address } = keys();
  const isAccepted = async (response: string): Promise<boolean> => {
    const body = new URLSearchParams({ secret, sitekey: siteKey, response });
    return ((await (await fetch(address, { method: 'POST', body })).json()) as { success: boolean }).success;
  };
  const [first, second] = [await token(), await token()];
  expect([await isAccepted(first), await isAccepted(first), await isAccepted(second)]).toEqual([true, false, true]);
  expect(await isAccepted('any')).toBe(false);
});

it.each([
  [{}, true, 'hCaptcha accepts the secret and refuses a wrong token.'],
  [{ secret: 'ES_other' }, false, 'hCaptcha refuses HCAPTCHA_SECRET; set the secret of the account.'],
  [{ siteKey: 'other' }, false, 'hCaptcha refuses HCAPTCHA_SITE_KEY; set a site key of the same account.'],
  [{ address: 'http://127.0.0.1:1' }, false, 'hCaptcha does not answer as it should; let this machine reach api.hcaptcha.com.'],
])('the doctor reports what siteverify says of %o', async (changes, ok, text) => {
  expect(await checkCaptcha({ captcha: keys(changes) })).toEqual({ part: 'captcha', ok, text });
});
