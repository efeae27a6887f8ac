import { afterEach, expect, it, vi } from 'vitest';
import { keep, recall } from './kept.ts';

const denied = new Error('The operation is insecure.');

/** A browser that refuses its storage, in the ways that browsers do. */
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
  expect(recall(how)).toBeNull();
  keep(how, { key: 'one' });
  expect(recall(how)).toEqual({ key: 'one' });
  keep(how, { key: 'two' });
  expect(recall(how)).toEqual({ key: 'two' });
  keep(how, null);
  expect(recall(how)).toBeNull();
});
