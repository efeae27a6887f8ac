import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindKey, taxIdKinds } from '#lib/tax-id.ts';
import { offeredKinds } from '#lib/tax-id-country.ts';
import { addressSchema, taxIdOf, toRequest, valuesOf, type AddressValues } from './address.form.ts';

const good: AddressValues = {
  ...valuesOf({}),
  billing_name: ' Stadtwerke Verbund GmbH ',
  line1: ' Lagerhausstraße 12',
  country: 'DE',
  postal_code: '81371 ',
  city: ' München',
};

const messages = (values: AddressValues): Record<string, string> =>
  Object.fromEntries(addressSchema.safeParse(values).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);

describe('the rules', () => {
  it('take a good address', () => expect(messages(good)).toEqual({}));

  it('name what is missing in the words of the specification', () => {
    expect(messages(valuesOf({}))).toEqual({
      billing_name: 'Name must be at least 3 letters long',
      line1: 'Address line 1 is required',
      country: 'Country is required',
      postal_code: 'Postal code is required',
      city: 'City is required',
    });
  });

  it.each([
    ['only spaces', { line1: '      ', city: ' \t ' }, { line1: 'Address line 1 is required', city: 'City is required' }],
    ['one letter too few', { billing_name: 'ab', line1: 'ab', city: 'a' }, ['billing_name', 'line1', 'city']],
    ['10,000 characters', { billing_name: 'x'.repeat(10_000) }, { billing_name: 'Name must have at most 150 characters' }],
    ['a control character', { city: 'Ber\u0007lin' }, { city: "City contains characters that aren't allowed" }],
    ['a direction override', { line1: '12 \u202Emain' }, { line1: "Address line 1 contains characters that aren't allowed" }],
    ['an unknown country', { country: 'ZZ' }, { country: 'Choose a country from the list' }],
    ['a tax ID without end', { tax_id_value: '1'.repeat(61) }, { tax_id_value: 'Tax ID must have at most 60 characters' }],
  ])('refuse %s', (_, change, expected) => {
    const found = messages({ ...good, ...change });
    if (Array.isArray(expected)) expect(Object.keys(found)).toEqual(expected);
    else expect(found).toEqual(expected);
  });

  it('take HTML as the text it is', () => expect(messages({ ...good, billing_name: '<b>Söhne</b> & Co' })).toEqual({}));
});

describe('what is sent', () => {
  it('is trimmed, with empty parts as null', () => {
    expect(toRequest({ ...good, line2: '  ' })).toEqual({
      billing_name: 'Stadtwerke Verbund GmbH',
      address: { line1: 'Lagerhausstraße 12', line2: null, country: 'DE', postal_code: '81371', city: 'München', state: null },
      tax_id: null,
    });
  });

  it('has full-width digits of the postal code as plain ones', () =>
    expect(toRequest({ ...good, postal_code: '\uFF18\uFF11\uFF13\uFF17\uFF11' }).address).toMatchObject({ postal_code: '81371' }));

  it('has no address without its first line', () => expect(toRequest({ ...good, line1: ' ' })).not.toHaveProperty('address'));

  it.each([
    ['AT eu_vat', ' 12345678 ', 'ATU12345678'],
    ['AT eu_vat', 'atu12345678', 'atu12345678'],
    ['GR eu_vat', '123456789', 'EL123456789'],
    ['CH ch_vat', '-123.456.789 MWST', 'CHE-123.456.789 MWST'],
    ['GB eu_vat', '123456789', 'XI123456789'],
    ['GB gb_vat', '123456789', 'GB123456789'],
    ['US us_ein', '12-3456789', '12-3456789'],
  ])('has the tax ID %s %j as %j', (kind, typed, requestValue) => {
    expect(toRequest({ ...good, tax_id_kind: kind, tax_id_value: typed }).tax_id?.value).toBe(requestValue);
  });

  it('has no tax ID without a kind or without a value', () => {
    expect(toRequest({ ...good, tax_id_kind: 'DE eu_vat', tax_id_value: '  ' }).tax_id).toBeNull();
    expect(toRequest({ ...good, tax_id_kind: '', tax_id_value: 'DE123456789' }).tax_id).toBeNull();
  });

  it('leaves a stored tax ID as it is, whatever kind and form it has', () => {
    const stored = { type: 'zz_new', value: ' 12 ', country: 'DE' };
    expect(toRequest(valuesOf({ tax_id: stored }), stored).tax_id).toEqual(stored);
    const bare = { type: 'eu_vat', value: '123456789', country: 'DE' };
    expect(toRequest(valuesOf({ tax_id: bare }), bare).tax_id).toEqual(bare);
  });
});

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

describe('every kind that is offered', () => {
  const offered = taxIdKinds.filter((kind) => kind.offered);

  it('is offered in its country, and no other one is', () => {
    const everywhere = [...new Set(offered.map(({ country }) => (country === 'IC' ? 'ES' : country)))].flatMap((country) =>
      offeredKinds({ country }),
    );
    expect(everywhere.map(kindKey).toSorted()).toEqual(offered.map(kindKey).toSorted());
  });

  it('round-trips: chosen, saved, read again, the same text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...offered), fc.stringMatching(/^[0-9A-Z][0-9A-Z .-]{3,20}$/), fc.boolean(), (kind, free, asExample) => {
        const typed = asExample ? (kind.example ?? free) : free;
        const saved = taxIdOf({ tax_id_kind: kindKey(kind), tax_id_value: typed }, null);
        expect(saved?.value.startsWith(kind.vatPrefix ?? '')).toBe(true);
        expect(digitsOf(saved?.value ?? '')).toBe(digitsOf(typed));
        const again = valuesOf({ tax_id: saved });
        expect(again).toMatchObject({ tax_id_kind: kindKey(kind), tax_id_value: saved?.value });
        expect(taxIdOf(again, saved)).toEqual(saved);
        expect(taxIdOf(again, null)).toEqual(saved);
      }),
      { numRuns: 2000 },
    );
  });
});
