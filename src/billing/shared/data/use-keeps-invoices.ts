import { managedBy } from '#lib/managed-by.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useOrganization } from './use-billing-data.ts';

/**
 * Whether the page shows invoices: if a partner keeps them or they are switched off, none are requested (specification, section 6). An
 * organization that can't be read is left to the platform, which answers for itself.
 */
export function useKeepsInvoices(): boolean {
  const { data, isError } = useOrganization();
  return isError || (data !== undefined && managedBy(data) === null && isSectionVisible('invoices', data));
}
