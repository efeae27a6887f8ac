import { billingResources } from '#contract/permissions.ts';
import type { Permission, TokenScope } from '#contract/types.ts';

export const memberRoles = ['owner', 'admin', 'billing', 'developer', 'org-editor', 'viewer'] as const;
export type Role = (typeof memberRoles)[number];

type Grant = Omit<Permission, 'organization_slug'>;

const everything = '%' as const;
const grant = (actions: Grant['actions'], resources: readonly Grant['resources'][number][]): Grant => ({
  actions,
  resources: [...resources],
  project_refs: [],
  restrictive: false,
});

const readBilling = grant(['billing:Read'], billingResources);
const writeBilling = grant(['billing:Write'], billingResources);
const updateOrganization = grant(['write:Update'], ['organizations']);

const grants: Readonly<Record<Role, readonly Grant[]>> = {
  owner: [grant([everything], [everything])],
  admin: [readBilling, writeBilling, updateOrganization],
  billing: [readBilling, writeBilling],
  developer: [readBilling],
  'org-editor': [readBilling, updateOrganization],
  viewer: [],
};

export function permissionsOf(role: Role, slug: string): Permission[] {
  return grants[role].map((row) => ({ organization_slug: slug, ...row }));
}

export interface SignedInMember {
  readonly id: number;
  readonly handle: string;
  readonly username: string;
  readonly primaryEmail: string;
}

export interface CallingToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** The only project that the token can access; null if it can access all projects. */
  readonly projectRef: string | null;
  readonly organization: { readonly id: number; readonly slug: string };
}

/** Every query on behalf of the member filters by this organization. */
export interface OrganizationScope {
  readonly id: number;
  readonly slug: string;
  readonly role: Role;
  /** True if the organization was closed. The data is then read-only. */
  readonly isClosed: boolean;
}
