import type { CallInput, UpcomingInvoice } from '#contract/types.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { sectionState, type SectionState } from '#billing/shared/data/section-state.ts';
import { managedBy } from '#lib/managed-by.ts';
import { useCapabilities, useIsAllowed, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';

/** Maximum number of projects that the response contains for each invoice line. Further projects are loaded on demand. */
const firstProjects = 50;

/** Builds the request. Limits the number of projects per line if the platform has the API extension `derivations`. */
export function upcomingInvoiceInput(slug: string, hasDerivations: boolean): CallInput<'getUpcomingInvoice'> {
  return { params: { slug }, ...(hasDerivations ? { query: { breakdown_limit: firstProjects } } : {}) };
}

export function useUpcomingInvoice(): SectionState<UpcomingInvoice> {
  const slug = useSlug();
  const allowed = useIsAllowed(subscriptionsRead);
  const capabilities = useCapabilities();
  const input = upcomingInvoiceInput(slug, capabilities?.includes('derivations') ?? false);
  return sectionState(useRead('getUpcomingInvoice', input, allowed === true && capabilities !== undefined), allowed);
}

/** Returns true if the organization gets two invoices a month: the cloud provider bills fee and usage on different days. */
export function useTwoInvoices(): boolean {
  const organization = useOrganization().data;
  return (organization && managedBy(organization)) === 'aws_marketplace';
}
