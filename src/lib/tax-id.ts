import type { TaxId } from '#contract/types.ts';
import { countryName } from './country-names.ts';
import { taxIdTypes } from './data/tax-id-types.ts';

/** Countries and types are many-to-many. */
export interface TaxIdKind {
  readonly type: string;
  readonly country: string;
  readonly countryName: string;
  readonly label: string;
  readonly example: string | null;
  readonly vatPrefix: string | null;
  /** False: shown if stored, but not offered. */
  readonly offered: boolean;
}

/** Tax office names of places whose name in addresses differs, or that have no addresses. */
const taxCountries: Readonly<Record<string, string>> = { EU: 'European Union', HK: 'Hong Kong SAR China', IC: 'Canary Islands' };

export const taxIdKinds: readonly TaxIdKind[] = taxIdTypes
  .trim()
  .split('\n')
  .map((entry) => {
    const [country = '', type = '', label = '', example = ''] = entry.split('|');
    const [prefix = '', rest] = example.split('+');
    return {
      type: type.startsWith('_') ? country.toLowerCase() + type : type,
      country,
      countryName: taxCountries[country] ?? countryName(country),
      label,
      example: example.replace('+', '') || null,
      vatPrefix: rest === undefined ? null : prefix,
      // The EU One Stop Shop belongs to no country.
      offered: country !== 'EU',
    };
  });

export const findTaxIdKind = ({ type, country }: Pick<TaxId, 'type' | 'country'>): TaxIdKind | undefined =>
  taxIdKinds.find((kind) => kind.type === type && kind.country === country);

export const kindKey = ({ type, country }: Pick<TaxId, 'type' | 'country'>): string => `${country} ${type}`;

export function kindFromKey(key: string): Pick<TaxId, 'type' | 'country'> {
  const [country = '', type = ''] = key.split(' ');
  return { type, country };
}
