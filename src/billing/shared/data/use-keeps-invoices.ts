import { managedBy } from '#lib/managed-by.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useOrganization } from './use-billing-data.ts';

/** Returns false if a partner keeps the invoices, or if invoices are disabled (specification, section 6). Returns true on a read error. */
export function useKeepsInvoices(): boolean {
  const { data, isError } = useOrganization();
  return isError || (data !== undefined && managedBy(data) === null && isSectionVisible('invoices', data));
}
