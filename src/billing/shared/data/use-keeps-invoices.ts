import { managedBy } from '#lib/managed-by.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useOrganization } from './use-billing-data.ts';

/** False if a partner keeps the invoices or they are disabled (specification, section 6). True if the organization cannot be read. */
export function useKeepsInvoices(): boolean {
  const { data, isError } = useOrganization();
  return isError || (data !== undefined && managedBy(data) === null && isSectionVisible('invoices', data));
}
