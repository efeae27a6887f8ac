import type { Address, TaxId } from '#contract/types.ts';
import { taxPlaces, taxTerritories } from './data/tax-territories.ts';
import { plainDigits } from './number-text.ts';
import { taxIdKinds, type TaxIdKind } from './tax-id.ts';

/** The part of an address that decides which tax IDs fit. */
export type TaxPlace = Pick<Address, 'country'> & Partial<Pick<Address, 'postal_code'>>;

/** The Canary Islands have their own tax ID, but Spanish addresses. */
const addressCountry = (country: string): string => (country === 'IC' ? 'ES' : country);

/** True if its country issued it, or the country whose tax system the place uses. */
export function fitsAddress({ type, country }: Pick<TaxId, 'type' | 'country'>, address: TaxPlace): boolean {
  if (addressCountry(country) === address.country) return true;
  const territory = taxTerritories[address.country];
  if (territory?.country === country) return territory.types?.includes(type) ?? true;
  const postalCode = plainDigits(address.postal_code ?? '').trim();
  return taxPlaces.some(
    (place) =>
      place.addressCountry === address.country &&
      place.postalCode === postalCode &&
      place.country === country &&
      place.types.includes(type),
  );
}

export const offeredKinds = (address: TaxPlace): TaxIdKind[] => taxIdKinds.filter((kind) => kind.offered && fitsAddress(kind, address));
