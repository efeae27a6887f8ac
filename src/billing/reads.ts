import type { RequiredPermission } from '#contract/declaration.ts';
import type { CallInput, CallResponse, Organization, Permission, Profile } from '#contract/types.ts';
import { managedBy, partnerId } from '#lib/managed-by.ts';
import { activityInput, activityViewOf } from './activity/activity-view.ts';
import { hasSpendCapChoice } from './cost-control/spend-cap-ability.ts';
import { invoiceCountInput, invoicePageInput, invoiceViewOf, isInvoiceId, noFilters } from './invoices/invoice-view.ts';
import { customerRead, paymentMethodsRead, subscriptionsRead, taxIdsRead } from '#contract/permissions.ts';
import { isAllowed } from '#lib/permissions.ts';
import { statementInput, statementPeriodOf } from './statement/statement-view.ts';
import { cycleOf, earlierCycles } from './usage/usage-cycles.ts';
import { projectOf, usageInput } from './usage/use-usage.ts';
import { upcomingInvoiceInput } from '#billing/shared/data/use-upcoming-invoice.ts';
import type { ReadCall } from './shared/data/queries.ts';
import { openInvoicesInput } from './shared/amount-due/amount-due.ts';
import { projectCountInputs } from './shared/data/use-has-active-project.ts';
import { isBillingOn, isSectionVisible, type SectionAnchor } from './shared/page/sections.ts';

export type Read = { [N in ReadCall]: { readonly name: N; readonly input: CallInput<N> } }[ReadCall];

interface Known {
  readonly organization: Organization;
  readonly permissions: readonly Permission[];
  readonly capabilities: Profile['capabilities'];
}

/** Lists the read calls that the server makes in advance for the billing page. The browser makes the other read calls of a section. */
export function billingReads(slug: string, search: string, { organization, permissions, capabilities }: Known): Read[] {
  if (!isBillingOn(organization)) return [];
  const isShown = (anchor: SectionAnchor): boolean => isSectionVisible(anchor, organization);
  const may = (required: RequiredPermission): boolean => isAllowed(permissions, slug, required);
  const params = { slug };
  const reads: Read[] = [];
  if (may(subscriptionsRead)) {
    reads.push({ name: 'getSubscription', input: { params } });
    if (capabilities.includes('budgets')) reads.push({ name: 'listBudgets', input: { params } });
    if (isShown('breakdown'))
      reads.push({ name: 'getUpcomingInvoice', input: upcomingInvoiceInput(slug, capabilities.includes('derivations')) });
    if (hasSpendCapChoice(organization.plan.id)) for (const input of projectCountInputs(slug)) reads.push({ name: 'listProjects', input });
    if (isShown('invoices') && managedBy(organization) === null) {
      const requestedView = invoiceViewOf(search);
      const view = capabilities.includes('invoice-lines') ? requestedView : { ...requestedView, ...noFilters };
      reads.push(
        { name: 'listInvoices', input: invoicePageInput(slug, view) },
        { name: 'countInvoices', input: invoiceCountInput(slug, view) },
      );
      if (capabilities.includes('invoice-lines')) reads.push({ name: 'listInvoices', input: openInvoicesInput(slug) });
    }
  }
  if (isShown('payment-methods') && may(paymentMethodsRead)) reads.push({ name: 'listPaymentMethods', input: { params } });
  if ((isShown('email') || isShown('address')) && may(customerRead)) reads.push({ name: 'getCustomer', input: { params } });
  if (isShown('address') && may(taxIdsRead)) reads.push({ name: 'getTaxId', input: { params } });
  return reads;
}

export function invoiceReads(slug: string, invoiceId: string, { organization, permissions, capabilities }: Known): Read[] {
  if (!isInvoiceId(invoiceId) || managedBy(organization) !== null || !isSectionVisible('invoices', organization)) return [];
  const params = { slug, invoice_id: invoiceId };
  return [
    { name: 'getInvoice', input: { params } },
    { name: 'getInvoiceLines', input: { params } },
    ...(capabilities.includes('notices') ? ([{ name: 'listInvoiceNotices', input: { params } }] as const) : []),
    ...(isAllowed(permissions, slug, customerRead) ? ([{ name: 'getCustomer', input: { params: { slug } } }] as const) : []),
  ];
}

export const activityReads = (slug: string, search: string, { organization, permissions }: Omit<Known, 'capabilities'>): Read[] =>
  isBillingOn(organization) && isAllowed(permissions, slug, subscriptionsRead)
    ? [{ name: 'listActivity', input: activityInput(slug, activityViewOf(search)) }]
    : [];

export function statementReads(slug: string, search: string, { organization, permissions, capabilities }: Known): Read[] {
  const isServed = capabilities.includes('statement') && managedBy(organization) === null;
  const isShown = isBillingOn(organization) && isSectionVisible('invoices', organization);
  return isServed && isShown && isAllowed(permissions, slug, subscriptionsRead)
    ? [{ name: 'getStatement', input: statementInput(slug, statementPeriodOf(search)) }]
    : [];
}

export const tokenReads = (slug: string, { organization, permissions }: Omit<Known, 'capabilities'>): Read[] =>
  isBillingOn(organization) && isAllowed(permissions, slug, subscriptionsRead) ? [{ name: 'listTokens', input: { params: { slug } } }] : [];

export const proposalReads = (slug: string, { organization, permissions }: Omit<Known, 'capabilities'>): Read[] =>
  isBillingOn(organization) && isAllowed(permissions, slug, subscriptionsRead)
    ? [{ name: 'listProposals', input: { params: { slug } } }]
    : [];

/** Returns the reads of the budgets page, without the daily spend, which loads after the first paint. */
export const budgetReads = (slug: string, permissions: readonly Permission[]): Read[] =>
  isAllowed(permissions, slug, subscriptionsRead)
    ? [
        { name: 'listBudgets', input: { params: { slug } } },
        { name: 'getSubscription', input: { params: { slug } } },
      ]
    : [];

export function usageReads(
  slug: string,
  search: string,
  permissions: readonly Permission[],
  usage: CallResponse<'getUsage'> | undefined,
): Read[] {
  const project = projectOf(search);
  const carried = cycleOf(search) === null ? earlierCycles(usage?.cycles ?? []).filter(({ carriedTitle }) => carriedTitle !== null) : [];
  return [
    ...(isAllowed(permissions, slug, subscriptionsRead) ? ([{ name: 'getSubscription', input: { params: { slug } } }] as const) : []),
    ...(project === null ? [] : ([{ name: 'getProject', input: { params: { ref: project } } }] as const)),
    ...carried.map(({ interval }) => ({ name: 'getUsage', input: usageInput(slug, project, interval) }) as const),
  ];
}

/** Returns the call that gets the link to the partner's page; null if the platform has no such call. */
export function partnerLinkRead(organization: Organization): Read | null {
  const { slug } = organization;
  switch (managedBy(organization)) {
    case 'aws_marketplace':
      return { name: 'getCloudMarketplaceLink', input: { params: { slug } } };
    case 'vercel_marketplace': {
      const installation = partnerId(slug);
      return installation === null ? null : { name: 'getHostingMarketplaceLink', input: { params: { installation_id: installation } } };
    }
    default:
      return null;
  }
}
