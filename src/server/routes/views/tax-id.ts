import type { Shape } from '#contract/types.ts';
import { detailsOf, type CustomerRow } from '#server/store/customers.ts';

export function taxIdView(customer: CustomerRow | null): Shape<'TaxIdAnswer'> {
  const taxId = customer && detailsOf(customer).taxId;
  if (!taxId) return { tax_id: null };
  return { tax_id: taxId, ...(customer.taxIdVerification === null ? {} : { verification: customer.taxIdVerification }) };
}
