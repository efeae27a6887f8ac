import { expect, it } from 'vitest';
import { spokenName } from './spoken-name.ts';

it('joins what is seen with what follows', () => {
  expect(spokenName('Pay now', ', invoice INV-0001')).toBe('Pay now, invoice INV-0001');
  expect(spokenName(['Pay ', '$72.18'], ', invoice INV-0001')).toBe('Pay $72.18, invoice INV-0001');
});

it('leaves the name alone when nothing follows or when there is more than words', () => {
  expect(spokenName('Pay now', '')).toBeUndefined();
  expect(spokenName(<b>Pay</b>, ', invoice')).toBeUndefined();
  expect(spokenName(['Pay', <b key="now">now</b>], ', invoice')).toBeUndefined();
});
