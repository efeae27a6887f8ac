import type { Address, TaxId } from '#contract/types.ts';
import { taxPlaces, taxTerritories } from './data/tax-territories.ts';
import { plainDigits } from './number-text.ts';
import { taxIdKinds, type TaxIdKind } from './tax-id.ts';

/** Parts of an address that decide which tax IDs are valid. */
export type TaxPlace = Pick<Address, 'country'> & Partial<Pick<Address, 'postal_code'>>;

/** The Canary Islands have their own tax IDs, but their addresses are in Spain. */
const addressCountry = (country: string): string => (country === 'IC' ? 'ES' : country);

/** Returns whether a tax ID is from the country of the address, or from the country to whose tax system the address belongs. */
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
