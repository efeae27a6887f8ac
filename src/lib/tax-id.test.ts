import { describe, expect, it } from 'vitest';
import { findTaxIdKind, taxIdKinds, withVatPrefix } from './tax-id.ts';

describe('VAT prefixes', () => {
  it.each([
    ['AT', 'eu_vat', '12345678', 'ATU12345678'],
    ['AT', 'eu_vat', 'atu12345678', 'atu12345678'],
    ['GR', 'eu_vat', '123456789', 'EL123456789'],
    ['CH', 'ch_vat', '-123.456.789 MWST', 'CHE-123.456.789 MWST'],
    ['GB', 'eu_vat', '123456789', 'XI123456789'],
    ['GB', 'gb_vat', ' GB123456789 ', 'GB123456789'],
    ['DE', 'eu_vat', 'DE123456789', 'DE123456789'],
    ['US', 'us_ein', '12-3456789', '12-3456789'],
  ])('%s %s: %j is saved as %j', (country, type, value, saved) => {
    expect(withVatPrefix(value, findTaxIdKind({ type, country }))).toBe(saved);
  });

  it('leaves every example of the data as it is', () => {
    const examples = taxIdKinds.flatMap((kind) => (kind.example === null ? [] : [{ kind, example: kind.example }]));
    expect(examples.map(({ kind, example }) => withVatPrefix(example, kind))).toEqual(examples.map(({ example }) => example));
  });
});

it('knows each kind once', () => {
  const names = taxIdKinds.map(({ type, country }) => `${type} ${country}`);
  expect(new Set(names).size).toBe(names.length);
  expect(findTaxIdKind({ type: 'eu_vat', country: 'US' })).toBeUndefined();
});
