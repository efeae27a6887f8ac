import type { TaxId } from '#contract/types.ts';
import { taxTerritories } from './data/tax-territories.ts';
import { taxIdKinds, type TaxIdKind } from './tax-id.ts';

/** The Canary Islands have their own tax ID, but Spanish addresses. */
const addressCountry = (country: string): string => (country === 'IC' ? 'ES' : country);

/** True if a tax ID fits an address in a country: issued by that country, or by the country whose tax system it uses. */
export function fitsCountry({ type, country: taxIdCountry }: Pick<TaxId, 'type' | 'country'>, country: string): boolean {
  if (addressCountry(taxIdCountry) === country) return true;
  const territory = taxTerritories[country];
  return territory?.country === taxIdCountry && (territory.types?.includes(type) ?? true);
}

export const offeredKinds = (country: string): TaxIdKind[] => taxIdKinds.filter((kind) => kind.offered && fitsCountry(kind, country));
