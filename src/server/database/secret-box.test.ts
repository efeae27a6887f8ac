import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newSecretKey, openSecretBox, type SecretKeys } from './secret-keys.ts';

const home = mkdtempSync(join(tmpdir(), 'billing-secrets-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const boxOf = (current: string | null, previous: string | null = null, dataDir = join(home, 'none')) =>
  openSecretBox({ mode: 'embedded', dataDir, secretKeys: { current, previous } satisfies SecretKeys });

const [old, next] = [newSecretKey(), newSecretKey()];

it('seals a secret differently each time, and opens it for its owner only', () => {
  const box = boxOf(old);
  const [first, second] = [box.seal('whsec_1', 'endpoint a'), box.seal('whsec_1', 'endpoint a')];
  expect(first).not.toBe(second);
  expect([box.open(first, 'endpoint a'), box.open(second, 'endpoint a')]).toEqual(['whsec_1', 'whsec_1']);
  expect(() => box.open(first, 'endpoint b')).toThrow(/endpoint b can't be opened; set SECRETS_KEY/);
});

it('opens no text in which a character was changed', () => {
  const box = boxOf(old);
  const sealed = box.seal('whsec_1', 'a');
  const places = Array.from(sealed).flatMap((sign, index) => (sign === '.' || index < 'sealed.1.'.length ? [] : [index]));
  // Skips the last base64 character: it has unused bits, so a changed character can decode to the same bytes.
  for (const place of places.slice(0, -1)) {
    const other = sealed[place] === 'A' ? 'Q' : 'A';
    const changed = sealed.slice(0, place) + other + sealed.slice(place + 1);
    expect(() => box.open(changed, 'a'), `place ${place}`).toThrow(/can't be opened/);
  }
  expect(() => box.open('sealed.1.', 'a')).toThrow(/can't be opened/);
});

it('opens what the previous key has sealed, until that key is gone', () => {
  const sealed = boxOf(old).seal('whsec_1', 'a');
  const both = boxOf(next, old);
  expect([both.open(sealed, 'a'), both.isCurrent(sealed), both.isSealed(sealed)]).toEqual(['whsec_1', false, true]);
  expect(both.isCurrent(both.seal('whsec_1', 'a'))).toBe(true);
  expect(() => boxOf(next).open(sealed, 'a')).toThrow(/SECRETS_KEY_PREVIOUS/);
});

it('keeps a key of the embedded mode in the data folder, for its user alone, from the first secret on', () => {
  const folder = join(home, 'data');
  const path = join(folder, 'secrets.key');
  const box = boxOf(null, null, folder);
  expect([box.open('whsec_clear', 'a'), existsSync(path)]).toEqual(['whsec_clear', false]);
  const sealed = box.seal('whsec_1', 'a');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(boxOf(null, null, folder).open(sealed, 'a')).toBe('whsec_1');
  writeFileSync(path, 'no key');
  expect(() => box.open(sealed, 'a')).toThrow(/secrets\.key holds no key of 32 bytes/);
});

it('does everything but secrets in production without a key', () => {
  const box = openSecretBox({ mode: 'production', dataDir: home, secretKeys: { current: null, previous: null } });
  expect(() => box.seal('whsec_1', 'a')).toThrow(/SECRETS_KEY must be given in production; print one with npm run billing -- secrets-key/);
});

it('derives equal secrets for equal purposes, one per key, the current key first', () => {
  const both = boxOf(next, old).derive('token a');
  expect(both).toEqual([...boxOf(next).derive('token a'), ...boxOf(old).derive('token a')]);
  expect(both.map((secret) => secret.length)).toEqual([43, 43]);
  expect(new Set([...both, ...boxOf(next, old).derive('token b')]).size).toBe(4);
});
