import { z } from 'zod/mini';
import { BillingPartner, Plan, Slug, UnixSeconds } from './common.ts';

/** Features that can be switched off for an organization; each listed feature is off. */
export const DisabledFeature = z.enum([
  'billing:all',
  'billing:account_data',
  'billing:payment_methods',
  'billing:credits',
  'billing:invoices',
  'project_creation_and_update',
]);

export const RestrictionStatus = z.enum(['grace_period', 'grace_period_over', 'restricted']);

export const Violation = z.enum([
  'exceed_db_size_quota',
  'exceed_egress_quota',
  'exceed_edge_functions_count_quota',
  'exceed_edge_functions_invocations_quota',
  'exceed_monthly_active_users_quota',
  'exceed_realtime_connection_count_quota',
  'exceed_realtime_message_count_quota',
  'exceed_storage_size_quota',
  'spending_limit_exceeded',
  'overdue_payment',
]);

export const RestrictionData = z.strictObject({
  violations: z.array(Violation),
  grace_period_end: z.nullable(UnixSeconds),
});

export const Organization = z.strictObject({
  id: z.int(),
  slug: Slug,
  name: z.string(),
  billing_email: z.nullable(z.string()),
  billing_partner: z.nullable(BillingPartner),
  billing_via_partner: z.boolean(),
  disabled_features: z.array(DisabledFeature),
  plan: Plan,
  usage_billing_enabled: z.boolean(),
  restriction_status: z.nullable(RestrictionStatus),
  restriction_data: z.nullable(RestrictionData),
  opt_in_tags: z.array(z.string()),
  has_oriole_project: z.boolean(),
  /** Number of proposals that wait for a decision. Absent in lists, and for members who may not read proposals. */
  open_proposals: z.optional(z.int().check(z.minimum(0))),
});

export const OrganizationList = z.array(Organization);

/** Page on which a partner manages the organization. */
export const PartnerLink = z.strictObject({ url: z.url() });
