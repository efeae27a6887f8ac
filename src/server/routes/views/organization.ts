import type { Organization } from '#contract/types.ts';
import type { OrganizationRow } from '#server/store/organizations.ts';
import { planView } from './plan.ts';
import { unixSeconds } from './time.ts';

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
