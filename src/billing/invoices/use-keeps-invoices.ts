import { managedBy } from '#lib/managed-by.ts';
import { useOrganization } from '#billing/shared/data/use-billing-data.ts';

/**
 * Whether the product itself keeps the invoices: where a partner does, none are asked for (specification, section 6). An
 * organization that can't be read is left to the platform, which answers for itself.
 */
export function useKeepsInvoices(): boolean {
  const { data, isError } = useOrganization();
  return isError || (data !== undefined && managedBy(data) === null);
}
