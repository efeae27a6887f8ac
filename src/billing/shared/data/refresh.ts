import type { QueryClient } from '@tanstack/react-query';
import type { ReadCall } from './queries.ts';

/** How long the platform takes to let a change of the subscription show everywhere (specification, section 4). Milliseconds. */
const settleMs = 2000;

const changedBy = {
  subscription: [
    'getSubscription',
    'listPlans',
    'getUsage',
    'getDailyUsage',
    'getUpcomingInvoice',
    'compareUpcomingInvoice',
    'getOrganization',
    'listOrganizations',
    'listProjects',
    'listInvoices',
    'countInvoices',
    'listCreditHistory',
    'listPaymentMethods',
    'getCustomer',
    'getTaxId',
  ],
  credits: ['getSubscription', 'listCreditHistory', 'getUpcomingInvoice', 'listPaymentMethods', 'getCustomer', 'getTaxId'],
  cards: ['listPaymentMethods', 'getSubscription'],
  details: ['getCustomer', 'getTaxId', 'getOrganization', 'getNoticeSettings'],
  invoices: ['listInvoices', 'countInvoices', 'getInvoice', 'getSubscription', 'getOrganization'],
} as const satisfies Record<string, readonly ReadCall[]>;

/** Reloads what a change of that kind may affect, for one organization. */
export async function refreshReads(client: QueryClient, slug: string, changed: keyof typeof changedBy): Promise<void> {
  const names: readonly string[] = changedBy[changed];
  await client.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) => names.includes(String(name)) && slugOf(input) === slug,
  });
}

const slugOf = (input: unknown): string | undefined => (input as { params?: { slug?: string } } | undefined)?.params?.slug;

/** After a change of the subscription: gives the platform its two seconds, then reads everything it touches. */
export async function refreshAfterSubscriptionChange(client: QueryClient, slug: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  await refreshReads(client, slug, 'subscription');
}
