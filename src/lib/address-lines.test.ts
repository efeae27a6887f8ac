import { expect, it } from 'vitest';
import { addressLines } from './address-lines.ts';

it('writes an address as on a letter', () => {
  expect(
    addressLines({ line1: 'Torstraße 10', line2: 'Hof 2', city: 'Berlin', state: 'Berlin', postal_code: '10119', country: 'DE' }),
  ).toEqual(['Torstraße 10', 'Hof 2', '10119 Berlin', 'Berlin', 'Germany']);
});

it.each([
  ['US', 'Seattle', 'WA', '98104', ['Seattle, WA 98104', 'United States']],
  ['CA', 'Montreal', 'QC', 'H2Y 1C6', ['Montreal, QC H2Y 1C6', 'Canada']],
  ['AU', 'Sydney', 'NSW', '2000', ['Sydney, NSW 2000', 'Australia']],
  ['US', 'Seattle', null, '98104', ['Seattle, 98104', 'United States']],
  ['US', null, 'WA', ' ', ['WA', 'United States']],
  ['GB', 'London', '', 'SW1A 2AA', ['London', 'SW1A 2AA', 'United Kingdom']],
])('writes the town as letters to %s have it: %s, %s, %s', (country, city, state, postal_code, lines) => {
  expect(addressLines({ line1: '1 Main St', line2: null, city, state, postal_code, country })).toEqual(['1 Main St', ...lines]);
});

it('leaves out what is missing, blank or unknown', () => {
  expect(addressLines({ line1: '1 Main St', line2: ' ', city: null, postal_code: '', country: 'ZZ' })).toEqual(['1 Main St', 'ZZ']);
});
