import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createSandboxCaptcha } from '#server/gateway/sandbox-captcha.ts';

const base = '/sandbox/captcha';

const secret = 'ES_standin';
const siteKey = '10000000-ffff-ffff-ffff-000000000001';

export interface StandInCaptcha {
  readonly origin: string;
  readonly issue: () => string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** Creates an endpoint like hCaptcha's `siteverify`: checks secret, site key and token. Each token is valid once. */
function createVerifier(captcha: ReturnType<typeof createSandboxCaptcha>) {
  const seen = new Set<string>();
  const refused = (code: string) => ({ success: false, 'error-codes': [code] });
  return async (request: IncomingMessage): Promise<object> => {
    if (request.method !== 'POST' || request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') !== true)
      return refused('bad-request');
    const form = new URLSearchParams(await text(request));
    const token = form.get('response') ?? '';
    if (!form.get('secret')) return refused('missing-input-secret');
    if (form.get('secret') !== secret) return refused('invalid-input-secret');
    if (token === '') return refused('missing-input-response');
    if (form.has('sitekey') && form.get('sitekey') !== siteKey) return refused('sitekey-secret-mismatch');
    if ((await captcha.verify(token)) !== 'passed') return refused('invalid-input-response');
    if (seen.has(token)) return refused('invalid-or-already-seen-response');
    seen.add(token);
    return { success: true };
  };
}

/** Starts a captcha service that is as strict as hCaptcha and serves the sandbox's script. The widget gets a new token at each run. */
export async function startStandInCaptcha(): Promise<StandInCaptcha> {
  const captcha = createSandboxCaptcha();
  const verify = createVerifier(captcha);
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string | Buffer) => response.writeHead(status, { 'Content-Type': type }).end(body);
    const json = (body: object) => answer(200, 'application/json', JSON.stringify(body));
    if (request.url === `${base}/api.js`) return answer(200, 'text/javascript', readFileSync('dist/sandbox/captcha.js'));
    if (request.url === `${base}/execute` && request.method === 'POST') return json({ token: captcha.issue() });
    if (request.url === `${base}/siteverify`) return void verify(request).then(json);
    return answer(404, 'application/json', '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    issue: captcha.issue,
    environment: { HCAPTCHA_ADDRESS: `${origin}${base}/siteverify`, HCAPTCHA_SECRET: secret, HCAPTCHA_SITE_KEY: siteKey },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
