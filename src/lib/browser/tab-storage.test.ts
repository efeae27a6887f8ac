import { afterEach, expect, it, vi } from 'vitest';
import { loadValue, saveValue } from './tab-storage.ts';

const denied = new Error('The operation is insecure.');

const refusals: Readonly<Record<string, PropertyDescriptor>> = {
  'throws where it is looked at': {
    get: () => {
      throw denied;
    },
  },
  'is not there': { value: null },
  'is full': {
    value: {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw denied;
      },
    },
  },
};

afterEach(() => vi.unstubAllGlobals());

it.each(Object.entries(refusals))('keeps a value for the page where storage %s', (how, storage) => {
  vi.stubGlobal('sessionStorage', undefined);
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, ...storage });
  expect(loadValue(how)).toBeNull();
  saveValue(how, { key: 'one' });
  expect(loadValue(how)).toEqual({ key: 'one' });
  saveValue(how, { key: 'two' });
  expect(loadValue(how)).toEqual({ key: 'two' });
  saveValue(how, null);
  expect(loadValue(how)).toBeNull();
});
