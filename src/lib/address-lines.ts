import type { Address } from '#contract/types.ts';
import { countryName } from '#lib/country-names.ts';

/** An address as the lines of a letter; what is missing leaves no gap. */
export function addressLines({ line1, line2, city, state, postal_code: postalCode, country }: Address): string[] {
  const place = [postalCode, city]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
  return [line1, line2, place, state, countryName(country)].map((line) => line?.trim() ?? '').filter((line) => line !== '');
}
