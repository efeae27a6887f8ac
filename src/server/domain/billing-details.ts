/** Rules of billing details that need more than the shape of a request. */
import type { Address, TaxId } from '#contract/types.ts';
import { isCountryCode } from '#lib/country-names.ts';
import { findTaxIdKind, fitsCountry, withVatPrefix } from '#lib/tax-id.ts';

export interface DetailsProblem {
  readonly path: string;
  readonly message: string;
}

const sameTaxId = (a: TaxId, b: TaxId | null): boolean => b !== null && a.type === b.type && a.value === b.value && a.country === b.country;

/**
 * A tax ID as it is saved, with the prefix of its kind, or what is wrong with it. The stored one passes unchanged, whatever kind
 * it is.
 * @param address the address that it is saved together with, where there is one
 * @param place path of the tax ID in the request, such as `body.tax_id`; the problem's path begins with it
 */
export function checkTaxId(
  input: TaxId,
  stored: TaxId | null,
  address: Address | undefined,
  place: string,
): { taxId: TaxId } | { problem: DetailsProblem } {
  if (sameTaxId(input, stored)) return { taxId: input };
  const kind = findTaxIdKind(input);
  if (!kind?.offered) return { problem: { path: `${place}.type`, message: 'is not a tax ID type of this country' } };
  if (address && !fitsCountry(input.country, address.country)) {
    return { problem: { path: `${place}.country`, message: 'must be the country of the address' } };
  }
  return { taxId: { ...input, value: withVatPrefix(input.value, kind) } };
}

/** What is wrong with an address beyond its shape, at a path below `place`; null where nothing is. */
export const checkAddress = (address: Address, place: string): DetailsProblem | null =>
  isCountryCode(address.country) ? null : { path: `${place}.country`, message: 'is not a country' };
