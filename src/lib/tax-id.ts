import type { TaxId } from '#contract/types.ts';
import { countryName } from './country-names.ts';
import { taxIdTypes } from './data/tax-id-types.ts';

/** A country can have several types, and a type can exist in several countries. */
export interface TaxIdKind {
  readonly type: string;
  readonly country: string;
  readonly countryName: string;
  readonly label: string;
  readonly example: string | null;
  readonly vatPrefix: string | null;
  /** False if the type is shown only for a stored tax ID, but not offered. */
  readonly offered: boolean;
}

/** Country names that only tax IDs use. Other countries have the same name as in addresses. */
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
      // The EU One Stop Shop has no country, so it is not offered.
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
