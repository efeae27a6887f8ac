import { managedBy } from '#lib/managed-by.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useOrganization } from './use-billing-data.ts';

/**
 * True if the page shows invoices: none are requested if a partner keeps them or they are disabled (specification, section 6). Also true
 * if the organization cannot be read.
 */
export function useKeepsInvoices(): boolean {
  const { data, isError } = useOrganization();
  return isError || (data !== undefined && managedBy(data) === null && isSectionVisible('invoices', data));
}
