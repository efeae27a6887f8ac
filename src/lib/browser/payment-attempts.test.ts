import { beforeEach, expect, it, vi } from 'vitest';
import { loadRequest, requestKey, saveRequest } from './payment-attempts.ts';

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

it('remembers the open request of an organization and an action through reloads', () => {
  const request = { key: 'k1', about: '100:pm_1', sent: { amount: 100 }, isWaiting: true };
  saveRequest('acme', 'top-up', request);
  expect(loadRequest('acme', 'top-up')).toEqual(request);
  expect(loadRequest('acme', 'upgrade')).toBeNull();
  expect(loadRequest('other', 'top-up')).toBeNull();
  saveRequest('acme', 'top-up', null);
  expect(kept.size).toBe(0);
});

it('keeps the key of an action until something else is meant, or until it is forgotten', () => {
  const first = requestKey('acme', 'cancel-change', 'pi_1');
  expect(requestKey('acme', 'cancel-change', 'pi_1')).toBe(first);
  const other = requestKey('acme', 'cancel-change', 'pi_2');
  expect(other).not.toBe(first);
  saveRequest('acme', 'cancel-change', null);
  expect(requestKey('acme', 'cancel-change', 'pi_2')).not.toBe(other);
});

it('takes damaged storage for none', () => {
  tab.setItem('attempt:acme:top-up', '{"key":');
  expect(loadRequest('acme', 'top-up')).toBeNull();
});
