import { expect, it } from 'vitest';
import { productionSettings } from '#tests/support/production-settings.ts';
import { standInWarnings, startAnnouncement } from './announce.ts';
import { readConfig } from '#server/settings/config.ts';
import { originAt } from '#server/settings/server-origins.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const announcementOf = (environment: Readonly<Record<string, string>>): string =>
  startAnnouncement(readConfig(environment), 4310).join('\n');

it.each([
  ['127.0.0.1', 'http://localhost:4310'],
  ['0.0.0.0', 'http://localhost:4310'],
  ['::', 'http://localhost:4310'],
  ['::1', 'http://[::1]:4310'],
  ['fe80::7', 'http://[fe80::7]:4310'],
  ['billing.example', 'http://billing.example:4310'],
])('names an address that a browser can open where HOST is %s', (HOST, origin) => {
  expect(announcementOf({ HOST })).toContain(`Ready: ${origin}\n`);
  expect(announcementOf({ HOST })).toContain(`Sign in at ${origin}/sign-in as`);
  expect(new URL(originAt(HOST, 4310)).port).toBe('4310');
});

it('names the inspector of the sandbox gateway, where that is the gateway', () => {
  expect(announcementOf({})).toContain('http://localhost:4310/sandbox/gateway/inspector');
  expect(announcementOf(keys)).not.toContain('inspector');
});

it('warns of stand-ins in production', () => {
  const database = { ...productionSettings, DATABASE_URL: 'postgres://db.example/platform?sslmode=verify-full' };
  const standIns = { STRIPE_ADDRESS: 'http://127.0.0.1:1/gateway', HCAPTCHA_ADDRESS: 'http://127.0.0.1:2' };
  expect(standInWarnings(readConfig(database))).toEqual([]);
  expect(standInWarnings(readConfig({ ...database, ...standIns }))).toEqual([
    'Warning: STRIPE_ADDRESS names a stand-in at http://127.0.0.1:1/gateway. No real money moves.',
    'Warning: HCAPTCHA_ADDRESS names a stand-in at http://127.0.0.1:2. It stops no bots.',
  ]);
  expect(standInWarnings(readConfig({ ...keys, ...standIns, HCAPTCHA_SECRET: 'x', HCAPTCHA_SITE_KEY: 'site' }))).toEqual([]);
});
