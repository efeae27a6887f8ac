import type { Address } from '#contract/types.ts';
import { countryName } from '#lib/country-names.ts';

type Part = string | null | undefined;

const joined = (between: string, ...parts: Part[]): string =>
  parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(between);

/** Town, region and postal code in the country's postal order. */
function placeLines({ city, state, postal_code: code, country }: Address): Part[] {
  if (['US', 'CA', 'AU'].includes(country)) return [joined(', ', city, joined(' ', state, code))];
  return country === 'GB' ? [city, state, code] : [joined(' ', code, city), state];
}

export function addressLines(address: Address): string[] {
  const { line1, line2, country } = address;
  return [line1, line2, ...placeLines(address), countryName(country)].map((line) => joined('', line)).filter(Boolean);
}
