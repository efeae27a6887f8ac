import { expect, it } from 'vitest';
import { countryCodes, countryName } from './country-names.ts';

it('has a name for every code, each once', () => {
  expect(countryCodes).toHaveLength(249);
  const names = countryCodes.map(countryName);
  expect(names.filter((name, index) => name === countryCodes[index])).toEqual([]);
  expect(new Set(names).size).toBe(countryCodes.length);
});

it('gives an unknown code back', () => {
  expect(countryName('de')).toBe('Germany');
  expect(countryName('ZZ')).toBe('ZZ');
});
