import { expect, it } from 'vitest';
import { startAnnouncement } from './announce.ts';
import { originAt, readConfig } from './config.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const told = (environment: Readonly<Record<string, string>>): string => startAnnouncement(readConfig(environment), 4310).join('\n');

it.each([
  ['127.0.0.1', 'http://localhost:4310'],
  ['0.0.0.0', 'http://localhost:4310'],
  ['::', 'http://localhost:4310'],
  ['::1', 'http://[::1]:4310'],
  ['fe80::7', 'http://[fe80::7]:4310'],
  ['billing.example', 'http://billing.example:4310'],
])('names an address that a browser can open where HOST is %s', (HOST, origin) => {
  expect(told({ HOST })).toContain(`Ready: ${origin}\n`);
  expect(told({ HOST })).toContain(`Sign in at ${origin}/sign-in as`);
  expect(new URL(originAt(HOST, 4310)).port).toBe('4310');
});

it('names the inspector of the sandbox gateway, where that is the gateway', () => {
  expect(told({})).toContain('http://localhost:4310/sandbox/gateway/inspector');
  expect(told(keys)).not.toContain('inspector');
});
