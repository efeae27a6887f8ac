import type { QueryClient } from '@tanstack/react-query';
import type { ReadCall } from './queries.ts';

/** Delay in milliseconds until a subscription change shows in all reads (specification, section 4). */
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
    'getStatement',
    'listPaymentMethods',
    'getCustomer',
    'getTaxId',
  ],
  credits: ['getSubscription', 'listCreditHistory', 'getStatement', 'getUpcomingInvoice', 'listPaymentMethods', 'getCustomer', 'getTaxId'],
  cards: ['listPaymentMethods', 'getSubscription'],
  details: ['getCustomer', 'getTaxId', 'getOrganization', 'getNoticeSettings'],
  invoices: ['listInvoices', 'countInvoices', 'getInvoice', 'getStatement', 'getSubscription', 'getOrganization'],
} as const satisfies Record<string, readonly ReadCall[]>;

export async function refreshReads(client: QueryClient, slug: string, changed: keyof typeof changedBy): Promise<void> {
  const names: readonly string[] = changedBy[changed];
  await client.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) => names.includes(String(name)) && slugOf(input) === slug,
  });
}

const slugOf = (input: unknown): string | undefined => (input as { params?: { slug?: string } } | undefined)?.params?.slug;

export async function refreshAfterSubscriptionChange(client: QueryClient, slug: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  await refreshReads(client, slug, 'subscription');
}
