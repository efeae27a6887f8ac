import { managedBy } from '#lib/managed-by.ts';
import { useOrganization } from '#billing/shared/data/use-billing-data.ts';

/** Whether the organization gets two invoices a month: the cloud provider bills fee and usage on days of their own. */
export function useTwoInvoices(): boolean {
  const organization = useOrganization().data;
  return (organization && managedBy(organization)) === 'aws_marketplace';
}
