import { expect, it } from 'vitest';
import { addressLines } from './address-lines.ts';

it('writes an address as on a letter', () => {
  expect(
    addressLines({ line1: 'Torstraße 10', line2: 'Hof 2', city: 'Berlin', state: 'Berlin', postal_code: '10119', country: 'DE' }),
  ).toEqual(['Torstraße 10', 'Hof 2', '10119 Berlin', 'Berlin', 'Germany']);
});

it('leaves out what is missing, blank or unknown', () => {
  expect(addressLines({ line1: '1 Main St', line2: ' ', city: null, postal_code: '', country: 'ZZ' })).toEqual(['1 Main St', 'ZZ']);
});
