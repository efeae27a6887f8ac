import { beforeEach, expect, it, vi } from 'vitest';
import { attemptAt, noteSent, noteUnsent, noteWaiting, openAttempt, settleAttempt } from './attempts.ts';

const kept = new Map<string, string>();
const tab = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', tab);
  return () => vi.unstubAllGlobals();
});

it('keeps its key through reloads while it is about the same', () => {
  const first = attemptAt('acme', 'top-up', '100:pm_1');
  noteSent('acme', 'top-up', first, { amount: 100 });
  expect(attemptAt('acme', 'top-up', '100:pm_1')).toEqual({ ...first, sent: { amount: 100 } });
  expect(openAttempt('acme', 'upgrade')).toBeNull();
  expect(openAttempt('other', 'top-up')).toBeNull();
});

it('gets another key when what is asked for changes, and after a certain outcome', () => {
  const first = attemptAt('acme', 'top-up', '100:pm_1');
  const other = attemptAt('acme', 'top-up', '200:pm_1');
  expect(other.key).not.toBe(first.key);
  settleAttempt('acme', 'top-up');
  expect(openAttempt('acme', 'top-up')).toBeNull();
  expect(attemptAt('acme', 'top-up', '200:pm_1').key).not.toBe(other.key);
});

it('remembers through reloads that a payment waits for its payer, and only of that one', () => {
  const sent = noteSent('acme', 'top-up', attemptAt('acme', 'top-up', '100:pm_1'), { amount: 100 });
  expect(openAttempt('acme', 'top-up')?.isWaiting).toBeUndefined();
  noteWaiting('acme', 'top-up', sent);
  expect(attemptAt('acme', 'top-up', '100:pm_1')).toEqual({ ...sent, isWaiting: true });
  expect(attemptAt('acme', 'top-up', '200:pm_1').isWaiting).toBeUndefined();
});

it('keeps nothing of a request that was turned away, and nothing at all once the outcome is certain', () => {
  const first = attemptAt('acme', 'top-up', '100:pm_1');
  const sent = noteSent('acme', 'top-up', first, { billing_name: 'Acorn Notes', hcaptcha_token: 'once' });
  noteUnsent('acme', 'top-up', sent);
  expect(openAttempt('acme', 'top-up')).toEqual({ key: first.key, about: '100:pm_1', sent: null });
  expect([...kept.values()].join()).not.toMatch(/Acorn|once/);
  noteSent('acme', 'top-up', first, { billing_name: 'Acorn Notes', hcaptcha_token: 'once' });
  settleAttempt('acme', 'top-up');
  expect(kept.size).toBe(0);
});

it('takes damaged words of another time for none', () => {
  tab.setItem('attempt:acme:top-up', '{"key":');
  expect(openAttempt('acme', 'top-up')).toBeNull();
});
