import { useQueryClient } from '@tanstack/react-query';
import { subscriptionsWrite } from '#contract/permissions.ts';
import type { Invoice } from '#contract/types.ts';
import { leastChargeCents, mostChargeCents } from '#lib/charge.ts';
import { managedBy } from '#lib/managed-by.ts';
import { dueInvoices, openInvoicesInput } from '#billing/shared/amount-due/amount-due.ts';
import { readOptions } from '#billing/shared/data/queries.ts';
import { useCapabilities, useIsAllowed, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { usePaysByInvoice } from './use-pays-by-invoice.ts';

/** Loads the due invoices, oldest first. The list is empty if the organization does not pay by card, or on an error. */
export function useDueForCard(): () => Promise<readonly Invoice[]> {
  const slug = useSlug();
  const client = useQueryClient();
  const organization = useOrganization().data;
  const isServed = useCapabilities()?.includes('pay-invoice') === true;
  const mayPay = useIsAllowed(subscriptionsWrite) === true;
  const paysByInvoice = usePaysByInvoice();
  const isOffered =
    isServed &&
    mayPay &&
    !paysByInvoice &&
    organization !== undefined &&
    managedBy(organization) === null &&
    isSectionVisible('invoices', organization);
  return async () => {
    if (!isOffered) return [];
    const read = { ...readOptions('listInvoices', openInvoicesInput(slug)), staleTime: 0, retry: false };
    const open = await client.fetchQuery(read).catch(() => []);
    return dueInvoices(open).filter(({ amount_due: cents }) => cents >= leastChargeCents && cents <= mostChargeCents);
  };
}
