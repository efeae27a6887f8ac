import { billingCalls } from './billing-calls.ts';
import type { CallDeclaration } from './declaration.ts';
import { invoiceCalls } from './invoice-calls.ts';

const organization = '/platform/organizations/{slug}' as const;
const readSubscription = { action: 'billing:Read', resource: 'stripe.subscriptions' } as const;
const readCustomer = { action: 'billing:Read', resource: 'stripe.customer' } as const;
const readMethods = { action: 'billing:Read', resource: 'stripe.payment_methods' } as const;

/** The calls that show the page; the browser has them from the start. */
export const pageCalls = {
  getProfile: {
    method: 'GET',
    path: '/platform/profile',
    access: 'session',
    success: 200,
    response: 'Profile',
  },
  getPermissions: {
    method: 'GET',
    path: '/platform/profile/permissions',
    access: 'session',
    success: 200,
    response: 'PermissionList',
  },
  listOrganizations: {
    method: 'GET',
    path: '/platform/organizations',
    access: 'session',
    success: 200,
    response: 'OrganizationList',
  },
  getOrganization: {
    method: 'GET',
    path: organization,
    access: 'member',
    params: 'SlugParams',
    success: 200,
    response: 'Organization',
  },
  listProjects: {
    method: 'GET',
    path: `${organization}/projects`,
    access: 'member',
    params: 'SlugParams',
    query: 'ProjectsQuery',
    success: 200,
    response: 'ProjectPage',
  },
  getProject: {
    method: 'GET',
    path: '/platform/projects/{ref}',
    access: 'session',
    params: 'ProjectParams',
    success: 200,
    response: 'Project',
  },
  getSubscription: {
    method: 'GET',
    path: `${organization}/billing/subscription`,
    access: readSubscription,
    params: 'SlugParams',
    query: 'SubscriptionQuery',
    holdsSecret: true,
    success: 200,
    response: 'Subscription',
  },
  getCloudMarketplaceLink: {
    method: 'GET',
    path: `${organization}/cloud-marketplace/redirect`,
    access: 'member',
    params: 'SlugParams',
    holdsSecret: true,
    success: 200,
    response: 'PartnerLink',
  },
  getHostingMarketplaceLink: {
    method: 'GET',
    path: '/platform/vercel/redirect/{installation_id}',
    access: 'session',
    params: 'InstallationParams',
    holdsSecret: true,
    success: 200,
    response: 'PartnerLink',
  },
  listCreditHistory: {
    method: 'GET',
    path: `${organization}/billing/credits/history`,
    access: readSubscription,
    params: 'SlugParams',
    query: 'CreditHistoryQuery',
    success: 200,
    response: 'CreditHistory',
  },
  getCustomer: {
    method: 'GET',
    path: `${organization}/customer`,
    access: readCustomer,
    params: 'SlugParams',
    success: 200,
    response: 'Customer',
  },
  getTaxId: {
    method: 'GET',
    path: `${organization}/tax-ids`,
    access: { action: 'billing:Read', resource: 'stripe.tax_ids' },
    params: 'SlugParams',
    success: 200,
    response: 'TaxIdAnswer',
  },
  listPaymentMethods: {
    method: 'GET',
    path: `${organization}/payments`,
    access: readMethods,
    params: 'SlugParams',
    version: '2',
    success: 200,
    response: 'PaymentMethodList',
  },
  ...invoiceCalls,
  ...billingCalls,
} as const satisfies Record<string, CallDeclaration>;
