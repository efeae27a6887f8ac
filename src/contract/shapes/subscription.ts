import { z } from 'zod';
import { BillingPartner, Cents, Plan, UnixSeconds } from './common.ts';
import { Tier } from './quote.ts';

export const AddonType = z.enum(['custom_domain', 'compute_instance', 'pitr', 'ipv4', 'auth_mfa_phone', 'auth_mfa_web_authn', 'log_drain']);

export const AddonVariant = z.strictObject({
  identifier: z.string(),
  name: z.string(),
  /** Dollars per interval, for display. */
  price: z.number(),
  price_description: z.string(),
  price_interval: z.enum(['monthly', 'hourly']),
  price_type: z.enum(['fixed', 'usage']),
});

export const Addon = z.strictObject({ type: AddonType, variant: AddonVariant });

export const ScheduledPlanChange = z.strictObject({
  at: UnixSeconds,
  target_plan: Plan,
  usage_billing_enabled: z.boolean(),
});

/** Extension: a page that doesn't need the add-ons of thousands of projects leaves them out; the list is then empty. */
export const SubscriptionQuery = z.strictObject({ project_addons: z.enum(['include', 'omit']).optional() });

export const Subscription = z.strictObject({
  plan: Plan,
  billing_cycle_anchor: UnixSeconds,
  current_period_start: UnixSeconds,
  current_period_end: UnixSeconds,
  next_invoice_at: UnixSeconds,
  /** False means that the spend cap is on. */
  usage_billing_enabled: z.boolean(),
  /** Cents; positive is credit owed to the customer, negative is debt. */
  customer_balance: Cents,
  /** Only billing writers see it; null when no payment waits. */
  pending_payment_intent_secret: z.string().nullable(),
  /** Extension: the bank takes its time for that payment; nobody can go on with it or cancel it. Only where it is so. */
  pending_payment_is_processing: z.literal(true).optional(),
  /** Extension: what that payment is for, and its amount. Only with a secret. */
  pending_change: z.strictObject({ tier: Tier, amount: Cents }).optional(),
  payment_method_type: z.enum(['card', 'invoice']),
  billing_via_partner: z.boolean(),
  billing_partner: BillingPartner.optional(),
  addons: z.array(Addon),
  project_addons: z.array(z.strictObject({ ref: z.string(), name: z.string(), addons: z.array(Addon) })),
  scheduled_plan_change: ScheduledPlanChange.nullable(),
});
