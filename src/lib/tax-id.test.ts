import { describe, expect, it } from 'vitest';
import { isCountryCode } from './country-names.ts';
import { taxPlaces, taxTerritories } from './data/tax-territories.ts';
import { foreignPrefix, withVatPrefix } from './tax-id-prefix.ts';
import { findTaxIdKind, taxIdKinds } from './tax-id.ts';
import { fitsAddress, offeredKinds } from './tax-id-country.ts';

const sources = {
  iso: 'Directive 2006/112/EC, Article 215: the prefix is the ISO code',
  greece: "Directive 2006/112/EC, Article 215: 'EL' is allowed for Greece, whose ISO code is GR",
  northernIreland:
    "Directive 2006/112/EC, Article 215, as amended by Directive (EU) 2020/1756: 'XI' for Northern Ireland, before the number used with GB",
  austria: 'European Commission, VIES questions and answers 11 and 19: ATU99999999, the U is part of the number and the code is AT',
  spain:
    'Orden EHA/451/2008: the number begins with a letter for the legal form, such as S for public bodies, U for joint ventures, E for joint ownership',
  france: 'Code général des impôts, annexe II, article 242 sexies, and VIES question 11: FRXX 999999999, where XX may be letters',
  switzerland: 'Verordnung über die Unternehmens-Identifikationsnummer (UIDV), article 2: CHE-999.999.999',
  britain: 'HMRC, VAT Notice 700, and VIES question 11: GB999 9999 99, or GBHA999; UK is not an ISO code',
  typing: 'The specification, section 5: values are trimmed, and the prefix is compared in upper case',
  unprefixed: 'The data of the gateway lists no prefix',
};

describe('VAT prefixes', () => {
  it.each([
    ['AT', 'eu_vat', '12345678', 'ATU12345678', sources.austria],
    ['AT', 'eu_vat', 'ATU12345678', 'ATU12345678', sources.austria],
    ['AT', 'eu_vat', 'U12345678', 'ATU12345678', sources.austria],
    ['AT', 'eu_vat', 'u 12345678', 'ATU12345678', sources.austria],
    ['AT', 'eu_vat', 'AT12345678', 'ATU12345678', sources.austria],
    ['AT', 'eu_vat', 'AT U12345678', 'ATU12345678', sources.austria],
    ['AT', 'eu_vat', 'AT-U 1234 5678', 'ATU1234 5678', sources.austria],
    ['AT', 'eu_vat', 'atu12345678', 'atu12345678', sources.typing],
    ['AT', 'eu_vat', '\uFF35\uFF11\uFF12\uFF13\uFF14\uFF15\uFF16\uFF17\uFF18', 'ATU12345678', sources.typing],
    ['GR', 'eu_vat', '123456789', 'EL123456789', sources.greece],
    ['GR', 'eu_vat', 'GR123456789', 'EL123456789', sources.greece],
    ['GR', 'eu_vat', 'gr 123456789', 'EL123456789', sources.greece],
    ['GR', 'eu_vat', '\u0395\u039b123456789', 'EL123456789', sources.greece],
    ['GR', 'eu_vat', 'EL 123456789', 'EL 123456789', sources.greece],
    ['CH', 'ch_vat', '-123.456.789 MWST', 'CHE-123.456.789 MWST', sources.switzerland],
    ['CH', 'ch_vat', 'CH-123.456.789 MWST', 'CHE-123.456.789 MWST', sources.switzerland],
    ['CH', 'ch_vat', 'CHE123456789TVA', 'CHE123456789TVA', sources.switzerland],
    ['CH', 'ch_vat', 'E-123.456.789 IVA', 'CHE-123.456.789 IVA', sources.switzerland],
    ['GB', 'eu_vat', '123456789', 'XI123456789', sources.northernIreland],
    ['GB', 'eu_vat', 'GB123456789', 'XI123456789', sources.northernIreland],
    ['GB', 'eu_vat', 'X I 123456789', 'XI123456789', sources.northernIreland],
    ['GB', 'gb_vat', 'XI123456789', 'GB123456789', sources.northernIreland],
    ['GB', 'gb_vat', ' GB123456789 ', 'GB123456789', sources.britain],
    ['GB', 'gb_vat', 'UK 123 4567 89', 'GB123 4567 89', sources.britain],
    ['GB', 'gb_vat', 'HA500', 'GBHA500', sources.britain],
    ['DE', 'eu_vat', 'DE123456789', 'DE123456789', sources.iso],
    ['DE', 'eu_vat', 'D E 123456789', 'DE123456789', sources.typing],
    ['BE', 'eu_vat', '0123.456.789', 'BE0123.456.789', sources.iso],
    ['FR', 'eu_vat', 'AB123456789', 'FRAB123456789', sources.france],
    ['FR', 'eu_vat', 'R1123456789', 'FRR1123456789', sources.france],
    ['ES', 'eu_vat', 'S2800000A', 'ESS2800000A', sources.spain],
    ['ES', 'eu_vat', 'U12345678', 'ESU12345678', sources.spain],
    ['ES', 'eu_vat', 'E12345678', 'ESE12345678', sources.spain],
    ['US', 'us_ein', '12-3456789', '12-3456789', sources.unprefixed],
    ['CH', 'ch_uid', 'CH-123.456.789 HR', 'CH-123.456.789 HR', sources.unprefixed],
  ])('%s %s: %j is saved as %j (%s)', (country, type, value, saved) => {
    const kind = findTaxIdKind({ type, country });
    expect(withVatPrefix(value, kind)).toBe(saved);
    expect(withVatPrefix(saved, kind)).toBe(saved);
    expect(foreignPrefix(value, kind)).toBeUndefined();
  });

  it.each([
    ['FR', 'eu_vat', 'DE123456789', 'DE', 'Germany', 'FRDE123456789'],
    ['FR', 'eu_vat', 'b e 0123456789', 'BE', 'Belgium', 'FRb e 0123456789'],
    ['DE', 'eu_vat', 'ATU12345678', 'ATU', 'Austria', 'DEATU12345678'],
    ['DE', 'eu_vat', 'AT12345678', 'AT', 'Austria', 'DEAT12345678'],
    ['IT', 'eu_vat', 'GR123456789', 'GR', 'Greece', 'ITGR123456789'],
    ['IE', 'eu_vat', 'UK123456789', 'UK', 'United Kingdom', 'IEUK123456789'],
    ['GB', 'gb_vat', 'CHE-123.456.789', 'CHE', 'Switzerland', 'GBCHE-123.456.789'],
    ['DE', 'eu_vat', 'XI123456789', 'XI', 'United Kingdom', 'DEXI123456789'],
  ])('%s %s: %j has the prefix %s of %s, which the page asks about before it saves %j', (country, type, value, prefix, of, saved) => {
    const kind = findTaxIdKind({ type, country });
    expect(foreignPrefix(value, kind)).toMatchObject({ prefix, kind: { countryName: of } });
    expect(withVatPrefix(value, kind)).toBe(saved);
  });

  it('leaves every example of the data as it is', () => {
    const examples = taxIdKinds.flatMap((kind) => (kind.example === null ? [] : [{ kind, example: kind.example }]));
    expect(examples.map(({ kind, example }) => withVatPrefix(example, kind))).toEqual(examples.map(({ example }) => example));
    expect(examples.filter(({ kind, example }) => foreignPrefix(example, kind))).toEqual([]);
  });
});

describe('territories that use the tax IDs of another country', () => {
  const french = ['FR eu_vat', 'FR fr_siren', 'FR fr_siret', 'FR fr_spi'];
  const register = ['FR fr_siren', 'FR fr_siret'];
  const spanish = ['ES es_cif', 'ES eu_vat', 'IC ic_nif'];
  const italian = ['IT eu_vat', 'IT it_cf'];
  const departments = 'Directive 2006/112/EC, Article 6(1)(c); Constitution of France, article 73; Code général des impôts, article 294';
  const registered = 'Code de commerce, R123-220: in the French register of businesses; outside French VAT';
  const channel = 'Not in the VAT area of the United Kingdom (Value Added Tax Act 1994, section 96(11))';
  const overseas = 'Overseas country of the Treaty on the Functioning of the European Union, Annex II: no VAT of a member state';
  it.each([
    ['Monaco', 'MC', '98000', ['FR eu_vat'], 'Directive 2006/112/EC, Article 7(1): treated as France'],
    ['Guadeloupe', 'GP', '97100', french, departments],
    ['Martinique', 'MQ', '97200', french, departments],
    ['Réunion', 'RE', '97400', french, departments],
    ['French Guiana', 'GF', '97300', french, departments],
    ['Mayotte', 'YT', '97600', french, departments],
    ['Saint Barthélemy', 'BL', '97133', register, registered],
    ['Saint Martin', 'MF', '97150', register, registered],
    ['Saint Pierre and Miquelon', 'PM', '97500', register, registered],
    [
      'Åland',
      'AX',
      '22100',
      ['FI eu_vat'],
      'Directive 2006/112/EC, Article 6(1)(d); Finnish Act 1266/1996: the VAT Act applies with exceptions',
    ],
    [
      'Isle of Man',
      'IM',
      'IM1 1AA',
      ['GB gb_vat'],
      'Isle of Man Act 1979, section 6, and Directive 2006/112/EC, Article 7(1): one VAT area',
    ],
    [
      'Northern Ireland',
      'GB',
      'BT1 1AA',
      ['GB eu_vat', 'GB gb_vat'],
      'Windsor Framework, Article 8 and Annex 3: EU VAT on goods, number XI',
    ],
    ['Great Britain', 'GB', 'SW1A 1AA', ['GB eu_vat', 'GB gb_vat'], 'Value Added Tax Act 1994, section 96(11)'],
    ['Akrotiri and Dhekelia', 'CY', '5510', ['CY eu_vat'], 'Directive 2006/112/EC, Article 7(1): treated as Cyprus'],
    ['Canary Islands', 'ES', '35001', spanish, 'Directive 2006/112/EC, Article 6(1)(b); Ley 20/1991: the IGIC instead of VAT'],
    ['Ceuta', 'ES', '51001', spanish, 'Directive 2006/112/EC, Article 6(2)(c); Ley 8/1991: the IPSI instead of VAT'],
    ['Melilla', 'ES', '52001', spanish, 'Directive 2006/112/EC, Article 6(2)(d); Ley 8/1991: the IPSI instead of VAT'],
    ['Livigno', 'IT', '23041', italian, 'Directive 2006/112/EC, Article 6(2)(e); DPR 633/1972, article 7'],
    ["Campione d'Italia", 'IT', '22061', italian, 'Directive 2006/112/EC, Article 6(1)(f), by Directive (EU) 2019/475'],
    [
      'Büsingen',
      'DE',
      '78266',
      ['CH ch_vat', 'DE de_stn', 'DE eu_vat'],
      'Directive 2006/112/EC, Article 6(2)(b); Swiss VAT Act, article 3(a)',
    ],
    ['Heligoland', 'DE', '27498', ['DE de_stn', 'DE eu_vat'], 'Directive 2006/112/EC, Article 6(2)(a)'],
    ['Mount Athos', 'GR', '63086', ['GR eu_vat'], 'Directive 2006/112/EC, Article 6(1)(a)'],
    ['Azores', 'PT', '9500-001', ['PT eu_vat', 'PT pt_nif'], 'Directive 2006/112/EC, Article 105(2): Portuguese VAT at regional rates'],
    ['Madeira', 'PT', '9000-001', ['PT eu_vat', 'PT pt_nif'], 'Directive 2006/112/EC, Article 105(2): Portuguese VAT at regional rates'],
    [
      'Faroe Islands',
      'FO',
      '100',
      ['FO fo_vat'],
      'Treaty on the Functioning of the European Union, Article 355(5)(a): VAT under Faroese law',
    ],
    ['Gibraltar', 'GI', 'GX11 1AA', ['GI gi_tin'], 'Act of Accession 1972, article 28: no VAT of the United Kingdom'],
    ['Greenland', 'GL', '3900', [], overseas],
    ['New Caledonia', 'NC', '98800', [], overseas],
    ['French Polynesia', 'PF', '98714', [], overseas],
    ['Wallis and Futuna', 'WF', '98600', [], overseas],
    ['French Southern Territories', 'TF', '98413', [], overseas],
    ['Curaçao', 'CW', '', [], overseas],
    ['Sint Maarten', 'SX', '', [], overseas],
    ['Caribbean Netherlands', 'BQ', '', [], overseas],
    ['Aruba', 'AW', '', ['AW aw_tin'], overseas],
    ['Svalbard and Jan Mayen', 'SJ', '9170', [], 'Merverdiavgiftsloven, section 1-2: outside the Norwegian VAT area'],
    ['Guernsey', 'GG', 'GY1 1AA', [], channel],
    ['Jersey', 'JE', 'JE2 3AB', [], channel],
  ])('%s (%s %s) offers %j (%s)', (_, country, postal_code, kinds) => {
    const address = { country, postal_code };
    expect(
      offeredKinds(address)
        .map((kind) => `${kind.country} ${kind.type}`)
        .toSorted(),
    ).toEqual(kinds);
    expect(isCountryCode(country)).toBe(true);
    for (const kind of kinds) {
      const [issuer = '', type = ''] = kind.split(' ');
      expect(fitsAddress({ type, country: issuer }, address)).toBe(true);
      expect(fitsAddress({ type, country: issuer }, { country: 'US' })).toBe(false);
    }
  });

  it('has a row above for each territory of the table', () => {
    expect(Object.keys(taxTerritories).toSorted()).toEqual(['AX', 'BL', 'GF', 'GP', 'IM', 'MC', 'MF', 'MQ', 'PM', 'RE', 'YT']);
    expect(taxPlaces.map(({ postalCode }) => postalCode)).toEqual(['78266']);
  });

  it('does not offer the type of Northern Ireland on the Isle of Man', () => {
    expect(fitsAddress({ type: 'eu_vat', country: 'GB' }, { country: 'IM' })).toBe(false);
  });

  it('offers the Swiss number only at the postal code of Büsingen', () => {
    const swiss = { type: 'ch_vat', country: 'CH' };
    expect(fitsAddress(swiss, { country: 'DE', postal_code: ' ７８２６６ ' })).toBe(true);
    expect(fitsAddress(swiss, { country: 'DE', postal_code: '10115' })).toBe(false);
    expect(fitsAddress(swiss, { country: 'FR', postal_code: '78266' })).toBe(false);
    expect(fitsAddress({ type: 'ch_uid', country: 'CH' }, { country: 'DE', postal_code: '78266' })).toBe(false);
  });
});

it('knows each kind once', () => {
  const names = taxIdKinds.map(({ type, country }) => `${type} ${country}`);
  expect(new Set(names).size).toBe(names.length);
  expect(findTaxIdKind({ type: 'eu_vat', country: 'US' })).toBeUndefined();
});
