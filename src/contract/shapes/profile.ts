import { z } from 'zod/mini';
import { Slug } from './common.ts';

export const PermissionAction = z.enum(['billing:Read', 'billing:Write', 'write:Update']);
export const PermissionResource = z.enum([
  'stripe.subscriptions',
  'stripe.customer',
  'stripe.tax_ids',
  'stripe.payment_methods',
  'organizations',
]);

/** A grant (or, with `restrictive`, a denial) in an organization; '%' matches every value. */
export const Permission = z.strictObject({
  organization_slug: Slug,
  actions: z.array(z.union([PermissionAction, z.literal('%')])),
  resources: z.array(z.union([PermissionResource, z.literal('%')])),
  project_refs: z.array(z.string()),
  restrictive: z.boolean(),
});

export const PermissionList = z.array(Permission);

/** Extensions of the wire contract that a platform may support. If the profile does not list an extension, the page hides its features. */
export const Capability = z.enum([
  'quotes',
  'billing-details',
  'e-invoice',
  'pending-change',
  'members',
  'credit-history',
  'use-credits',
  'pay-invoice',
  'invoice-lines',
  'derivations',
  'subscription-parts',
  'tax-verification',
  'usage-ingest',
  'audit',
  'price-book',
  'budgets',
  'price-tags',
  'forecast',
  'notices',
  'activity',
  'clock',
  'confirmed-recipients',
  'buyer-correction',
  'card-order',
  'statement',
  'tokens',
  'proposals',
  'costs',
]);

/** A browser in which the member is signed in. Names are null if the browser did not report them. */
const Session = z.strictObject({
  id: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** True for the session of this request. */
  current: z.boolean(),
  signed_in_at: z.int(),
  /** Accurate to five minutes. */
  last_used_at: z.int(),
});

export const SessionList = z.strictObject({ sessions: z.array(Session) });

export const Profile = z.strictObject({
  member: z.strictObject({ username: z.string(), primary_email: z.string() }),
  capabilities: z.array(Capability),
});
