import { countryCodes, countryName } from '#lib/country-names.ts';
import { otherCountryNames } from '#lib/other-country-names.ts';
import type { ComboBoxItem } from '#ui/ComboBox/match.ts';

const itemOf = (code: string): ComboBoxItem => ({ id: code, name: countryName(code), code, otherNames: otherCountryNames[code] ?? [] });

/** The whole list, by name as an English reader looks it up. */
const countryItems: readonly ComboBoxItem[] = countryCodes.map(itemOf).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

/** All countries, and the stored one even when the list does not know it. */
export const countryItemsWith = (stored: string): readonly ComboBoxItem[] =>
  stored === '' || countryCodes.includes(stored) ? countryItems : [...countryItems, itemOf(stored)];
