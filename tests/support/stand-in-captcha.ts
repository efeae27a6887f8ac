import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where browsers reach its script, through what stands in front of the platform. */
const base = '/sandbox/captcha';

export interface StandInCaptcha {
  readonly origin: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** A captcha whose every token is right, with the sandbox's script for browsers. */
export async function startStandInCaptcha(): Promise<StandInCaptcha> {
  const server = createServer((asked, said) => {
    if (asked.url === `${base}/api.js`)
      return said.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync('dist/sandbox/captcha.js'));
    const answer = asked.url === `${base}/execute` ? { token: 'any' } : { success: true };
    return said.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    environment: { HCAPTCHA_ADDRESS: `${origin}${base}/siteverify`, HCAPTCHA_SECRET: 'secret', HCAPTCHA_SITE_KEY: 'site' },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
