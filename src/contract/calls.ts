import { billingCalls } from './billing-calls.ts';
import type { CallDeclaration } from './declaration.ts';
import { invoiceCalls } from './invoice-calls.ts';
import { moneyCalls } from './money-calls.ts';

const organization = '/platform/organizations/{slug}' as const;
const readSubscription = { action: 'billing:Read', resource: 'stripe.subscriptions' } as const;

/**
 * The wire contract: every call of the platform API, once. Routing, request validation, the typed client,
 * query keys, permissions and the OpenAPI document all come from this table.
 */
export const calls = {
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
    success: 200,
    response: 'Subscription',
  },
  getCloudMarketplaceLink: {
    method: 'GET',
    path: `${organization}/cloud-marketplace/redirect`,
    access: 'member',
    params: 'SlugParams',
    success: 200,
    response: 'PartnerLink',
  },
  getHostingMarketplaceLink: {
    method: 'GET',
    path: '/platform/vercel/redirect/{installation_id}',
    access: 'session',
    params: 'InstallationParams',
    success: 200,
    response: 'PartnerLink',
  },
  ...invoiceCalls,
  ...moneyCalls,
  ...billingCalls,
} as const satisfies Record<string, CallDeclaration>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
