import { afterEach, expect, it, vi } from 'vitest';
import { forgetStored } from './forget-stored.ts';
import { saveRequest } from './payment-attempts.ts';
import { loadValue, saveValue } from './tab-storage.ts';

const browser = (): Storage => localStorage;

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  localStorage.clear();
});

it('deletes stored entries of both places, and keeps those of open payments', () => {
  saveValue('pay-all:acme', ['in_1']);
  saveValue('keep-messages', true, browser);
  saveRequest('acme', 'top-up', { key: 'k1', about: '50', sent: null });
  saveRequest('acme', 'subscription', { key: 'k2', about: 'pro', sent: { amount: 1 }, isWaiting: true });
  saveValue('change:acme', { plan: 'pro' });
  saveValue('processed-top-ups', [{ key: 'k3' }], browser);
  forgetStored();
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['attempt:acme:subscription', 'change:acme']);
  expect(Object.keys(localStorage)).toEqual(['processed-top-ups']);
});

it('deletes what the browser has refused to store, too', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  saveValue('pay-all:acme', ['in_1']);
  forgetStored();
  expect(loadValue('pay-all:acme')).toBeNull();
});

it('signs out also where storage is forbidden', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(forgetStored).not.toThrow();
});
