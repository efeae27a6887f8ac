import { expect, it } from 'vitest';
import { attemptAt, noteSent, noteUnsent, noteWaiting, openAttempt, settleAttempt } from './attempts.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

it('keeps its key through reloads while it is about the same', () => {
  const tab = storage();
  const first = attemptAt('acme', 'top-up', '100:pm_1', tab);
  noteSent('acme', 'top-up', first, { amount: 100 }, tab);
  expect(attemptAt('acme', 'top-up', '100:pm_1', tab)).toEqual({ ...first, sent: { amount: 100 } });
  expect(openAttempt('acme', 'upgrade', tab)).toBeNull();
  expect(openAttempt('other', 'top-up', tab)).toBeNull();
});

it('gets another key when what is asked for changes, and after a certain outcome', () => {
  const tab = storage();
  const first = attemptAt('acme', 'top-up', '100:pm_1', tab);
  const other = attemptAt('acme', 'top-up', '200:pm_1', tab);
  expect(other.key).not.toBe(first.key);
  settleAttempt('acme', 'top-up', tab);
  expect(openAttempt('acme', 'top-up', tab)).toBeNull();
  expect(attemptAt('acme', 'top-up', '200:pm_1', tab).key).not.toBe(other.key);
});

it('remembers through reloads that a payment waits for its payer, and only of that one', () => {
  const tab = storage();
  const sent = noteSent('acme', 'top-up', attemptAt('acme', 'top-up', '100:pm_1', tab), { amount: 100 }, tab);
  expect(openAttempt('acme', 'top-up', tab)?.isWaiting).toBeUndefined();
  noteWaiting('acme', 'top-up', sent, tab);
  expect(attemptAt('acme', 'top-up', '100:pm_1', tab)).toEqual({ ...sent, isWaiting: true });
  expect(attemptAt('acme', 'top-up', '200:pm_1', tab).isWaiting).toBeUndefined();
});

it('keeps nothing of a request that was turned away, and nothing at all once the outcome is certain', () => {
  const tab = storage();
  const first = attemptAt('acme', 'top-up', '100:pm_1', tab);
  const sent = noteSent('acme', 'top-up', first, { billing_name: 'Acorn Notes', hcaptcha_token: 'once' }, tab);
  noteUnsent('acme', 'top-up', sent, tab);
  expect(openAttempt('acme', 'top-up', tab)).toEqual({ key: first.key, about: '100:pm_1', sent: null });
  expect([...tab.kept.values()].join()).not.toMatch(/Acorn|once/);
  noteSent('acme', 'top-up', first, { billing_name: 'Acorn Notes', hcaptcha_token: 'once' }, tab);
  settleAttempt('acme', 'top-up', tab);
  expect(tab.kept.size).toBe(0);
});

it('takes damaged words of another time for none', () => {
  const tab = storage();
  tab.setItem('attempt:acme:top-up', '{"key":');
  expect(openAttempt('acme', 'top-up', tab)).toBeNull();
});
