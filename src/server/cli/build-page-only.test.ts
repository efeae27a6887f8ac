import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'billing-page-only-'));
const folder = join(home, 'never-made');
afterAll(() => rmSync(home, { recursive: true, force: true }));

it.each([
  ['without a platform', {}, /^VITE_API_URL must be the origin of the platform/],
  [
    'with a secret key in place of the publishable one',
    { VITE_STRIPE_PUBLISHABLE_KEY: 'sk_live_MISPLACED' },
    /^VITE_STRIPE_PUBLISHABLE_KEY must be/,
  ],
  ["with the captcha's secret in place of its site key", { VITE_HCAPTCHA_SITE_KEY: 'ES_MISPLACED' }, /^VITE_HCAPTCHA_SITE_KEY must be/],
])('builds no page %s, and says so in one sentence that tells no key', (what, keys, sentence) => {
  const platform = what === 'without a platform' ? {} : { VITE_API_URL: 'https://api.example.com' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/cli/build-page-only.mjs', folder], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...platform, ...keys },
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).not.toContain('MISPLACED');
  expect(existsSync(folder)).toBe(false);
});
