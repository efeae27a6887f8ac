import type { Config } from '#server/settings/config.ts';
import { originOf } from '#server/settings/server-origins.ts';
import { demoMembers } from '#server/seed/members.ts';

export function announceStart(config: Pick<Config, 'host' | 'mode' | 'seed' | 'publicOrigin' | 'gateway' | 'captcha'>, port: number): void {
  process.stdout.write(`${startAnnouncement(config, port).join('\n')}\n`);
  for (const warning of standInWarnings(config)) process.stderr.write(`${warning}\n`);
}

const demoWords = (origin: string): string[] => [
  `Sign in at ${origin}/sign-in as`,
  ...demoMembers.map(({ handle, description }) => `  ${handle.padEnd(12)}${description}`),
  '',
  `For example: ${origin}/sign-in?member=owner&next=/org/pro-payg/billing`,
];

const emptyWords = (origin: string): string[] => [
  'No demo organizations. Make one with a key of npm run billing -- init, for example:',
  '  npm run billing -- org put acme --name "Acme" --plan pro',
  '  npm run billing -- member put acme ada@acme.example --role owner --username ada',
  `Then sign in at ${origin}/sign-in as ada. The API: ${origin}/admin/v1/openapi.json`,
];

export function startAnnouncement(
  { host, mode, seed, publicOrigin, gateway }: Parameters<typeof announceStart>[0],
  port: number,
): string[] {
  const origin = originOf({ host, publicOrigin, port });
  if (mode !== 'embedded') return [`Ready: ${origin}`];
  return [
    `Ready: ${origin}`,
    '',
    ...(seed === 'none' ? emptyWords(origin) : demoWords(origin)),
    ...(gateway === null ? [`Charges, cards and faults of the sandbox gateway: ${origin}/sandbox/gateway/inspector`] : []),
  ];
}

/** Warns if the gateway or the captcha is a stand-in in production. A stand-in moves no money and stops no bots. */
export function standInWarnings({ mode, gateway, captcha }: Pick<Config, 'mode' | 'gateway' | 'captcha'>): string[] {
  if (mode !== 'production') return [];
  return [
    ...(gateway?.address ? [`Warning: STRIPE_ADDRESS names a stand-in at ${gateway.address}. No real money moves.`] : []),
    ...(captcha?.address ? [`Warning: HCAPTCHA_ADDRESS names a stand-in at ${captcha.address}. It stops no bots.`] : []),
  ];
}
