import type { TaxId } from '#contract/types.ts';
import { countryName } from './country-names.ts';
import { plainDigits } from './number-text.ts';
import { taxIdTypes } from './data/tax-id-types.ts';

/** A kind of tax ID in a country. One type may serve many countries, and a country may have many types. */
export interface TaxIdKind {
  readonly type: string;
  readonly country: string;
  readonly countryName: string;
  readonly label: string;
  readonly example: string | null;
  /** What every value starts with. */
  readonly vatPrefix: string | null;
  /** False: shown when stored, never offered. */
  readonly offered: boolean;
}

/** What tax offices call a place where it is another name than in an address, or is none there. */
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
      // The one-stop shop of the European Union belongs to no country.
      offered: country !== 'EU',
    };
  });

export const findTaxIdKind = ({ type, country }: Pick<TaxId, 'type' | 'country'>): TaxIdKind | undefined =>
  taxIdKinds.find((kind) => kind.type === type && kind.country === country);

/** A value as it is saved: trimmed, in plain characters, and with the prefix of its kind unless it has it, in whatever case. */
export function withVatPrefix(value: string, kind: Pick<TaxIdKind, 'vatPrefix'> | undefined): string {
  const trimmed = plainDigits(value).trim();
  const prefix = kind?.vatPrefix ?? '';
  return trimmed.toUpperCase().startsWith(prefix) ? trimmed : prefix + trimmed;
}

/** Names a kind in one text, for lists to choose from. */
export const kindKey = ({ type, country }: Pick<TaxId, 'type' | 'country'>): string => `${country} ${type}`;

export function kindFromKey(key: string): Pick<TaxId, 'type' | 'country'> {
  const [country = '', type = ''] = key.split(' ');
  return { type, country };
}

/** The Canary Islands have a tax ID of their own and belong to Spain in an address. */
const addressCountry = (country: string): string => (country === 'IC' ? 'ES' : country);

/** Whether a tax ID of one country goes with an address in another. */
export const fitsCountry = (taxIdCountry: string, country: string): boolean => addressCountry(taxIdCountry) === country;

/** The kinds that are offered for an address in a country. */
export const offeredKinds = (country: string): TaxIdKind[] =>
  taxIdKinds.filter((kind) => kind.offered && fitsCountry(kind.country, country));
