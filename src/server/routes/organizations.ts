import type { Shape, Organization } from '#contract/types.ts';
import type { RequiredPermission } from '#contract/declaration.ts';
import { billingPermissions, organizationUpdate, subscriptionsRead } from '#contract/permissions.ts';
import { isAllowed } from '#lib/permissions.ts';
import {
  findOrganization,
  hasOwnInvoices,
  rolesOfMember,
  organizationsOfMember,
  type OrganizationRow,
} from '#server/store/organizations.ts';
import { notFound } from '#server/platform-error.ts';
import { auditOf } from '#server/store/organizations.ts';
import { membersAtFreeProjectLimit, membersOf } from '#server/store/members.ts';
import { permissionsOf } from '#server/domain/access.ts';
import { instantOf } from '#server/database/database.ts';
import { countOpenProposals } from '#server/store/proposals.ts';
import { requireOwnBilling } from '#server/payments/guards.ts';
import { saveOrganization } from '#server/payments/organization.ts';
import type { Handler } from './handler.ts';
import { unixSeconds } from './views/time.ts';
import { planView } from './views/subscription.ts';

export const getOrganization: Handler<'getOrganization'> = async (_, { db, organization, may, nowSeconds }) => {
  const [row, openProposals] = await Promise.all([
    findOrganization(db, organization.id),
    may(subscriptionsRead) ? countOpenProposals(db, organization.id, 'everyone', instantOf(nowSeconds)) : undefined,
  ]);
  return { data: { ...organizationView(row), ...(openProposals === undefined ? {} : { open_proposals: openProposals }) } };
};

export const getCloudMarketplaceLink: Handler<'getCloudMarketplaceLink'> = async (_, { db, config, organization }) => {
  const { billingPartner } = await findOrganization(db, organization.id);
  if (billingPartner !== 'aws_marketplace') throw notFound('Marketplace');
  return { data: { url: config.partnerLinks.aws } };
};

/** Returns the marketplace link to members of the installation's organization, whose slug contains the installation ID. */
export const getHostingMarketplaceLink: Handler<'getHostingMarketplaceLink'> = async ({ params }, { db, config, member }) => {
  const organizations = await rolesOfMember(db, member.id);
  if (!organizations.some(({ slug }) => slug === `vercel_${params.installation_id}`)) throw notFound('Installation');
  return { data: { url: config.partnerLinks.vercel.replaceAll('{installation_id}', params.installation_id) } };
};

type Entry = Shape<'AuditLog'>['entries'][number];

const pageSize = 50;

export const listAudit: Handler<'listAudit'> = async ({ query }, { db, organization }) => {
  const hasInvoices = await hasOwnInvoices(db, organization.id);
  const found = await auditOf(db, organization.id, { before: query.cursor ?? null, limit: pageSize + 1, hasInvoices });
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  const entries = page.map(({ id, at, username, call, requestId, callerRequestId, what, subject, before, after }) => ({
    id: String(id),
    at: unixSeconds(at),
    actor: username,
    call,
    request_id: requestId,
    caller_request_id: callerRequestId,
    what: what as Entry['what'],
    subject,
    before,
    after,
  }));
  return { data: { entries, next_cursor: found.length > pageSize && last ? String(last.id) : null } };
};

export const listMembersAtFreeProjectLimit: Handler<'listMembersAtFreeProjectLimit'> = async (_, { db, organization }) => {
  const rows = await membersAtFreeProjectLimit(db, organization.id);
  return {
    data: rows.map(({ username, primaryEmail, freeProjectLimit }) => ({
      username,
      primary_email: primaryEmail,
      free_project_limit: freeProjectLimit,
    })),
  };
};

/** Permissions to read billing. A payer must have all these permissions, to see what the payment is for. */
const billingRead = billingPermissions('billing:Read');
const billingWrite = billingPermissions('billing:Write');

export const listMembers: Handler<'listMembers'> = async (_, { db, organization }) => {
  const rows = await membersOf(db, organization.id);
  return {
    data: rows.map(({ username, primaryEmail, role }) => {
      const grants = permissionsOf(role, organization.slug);
      const may = (required: readonly RequiredPermission[]): boolean => required.every((one) => isAllowed(grants, organization.slug, one));
      return {
        username,
        primary_email: primaryEmail,
        may: { billing_read: may(billingRead), billing_write: may(billingWrite), organization_update: may([organizationUpdate]) },
      };
    }),
  };
};

export function organizationView(row: OrganizationRow): Organization {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    billing_email: row.billingEmail,
    billing_partner: row.billingPartner,
    billing_via_partner: row.billingPartner !== null,
    disabled_features: row.disabledFeatures,
    plan: planView(row.plan),
    usage_billing_enabled: row.usageBillingEnabled,
    restriction_status: row.restrictionStatus,
    restriction_data: row.violations && {
      violations: row.violations,
      grace_period_end: row.gracePeriodEnd && unixSeconds(row.gracePeriodEnd),
    },
    opt_in_tags: row.optInTags,
    has_oriole_project: row.hasOrioleProject,
  };
}

export const listOrganizations: Handler<'listOrganizations'> = async (_, { db, member }) => {
  const rows = await organizationsOfMember(db, member.id);
  return { data: rows.map(organizationView) };
};

export const updateOrganization: Handler<'updateOrganization'> = async ({ body }, { paymentContext, organization, config }) => {
  // Recipients of billing emails are billing details, so changing them needs access to billing details. The name is no billing detail.
  if (body.billing_email !== undefined || body.additional_billing_emails !== undefined)
    await requireOwnBilling(paymentContext, organization.id, 'billing:account_data');
  const { id, slug, name, billingEmail, optInTags } = await saveOrganization(paymentContext, organization.id, body, config.emailLimits);
  return { data: { id, slug, name, billing_email: billingEmail, opt_in_tags: optInTags } };
};
