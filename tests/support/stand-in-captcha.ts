import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInCaptcha {
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** A captcha whose every token is right. */
export async function startStandInCaptcha(): Promise<StandInCaptcha> {
  const server = createServer((_, said) => said.writeHead(200, { 'Content-Type': 'application/json' }).end('{"success":true}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
  return {
    environment: { HCAPTCHA_ADDRESS: address, HCAPTCHA_SECRET: 'secret', HCAPTCHA_SITE_KEY: 'site' },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
