import { z } from 'zod/mini';
import { BillingPartner, Cents, Plan, UnixSeconds } from './common.ts';
import { HeldUsage } from './invoice-line.ts';
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

/** Extension: `omit` returns an empty list of add-ons, for pages that don't need those of thousands of projects. */
export const SubscriptionQuery = z.strictObject({ project_addons: z.optional(z.enum(['include', 'omit'])) });

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
  /** Visible to members with billing write permission; null if no payment is pending. */
  pending_payment_intent_secret: z.nullable(z.string()),
  /** Extension: the bank is processing the pending payment, so it can't be continued or canceled. Absent otherwise. */
  pending_payment_is_processing: z.optional(z.literal(true)),
  /** Extension: payments are paused until an operator has checked the payment records. */
  payments_paused: z.optional(z.literal(true)),
  /** Extension: plan and amount of the pending payment. Present only with a secret. */
  pending_change: z.optional(z.strictObject({ tier: Tier, amount: Cents })),
  /** Extension: credit that can't be spent while payments are disputed, and the sum of those payments. Absent if there are none. */
  disputed: z.optional(z.strictObject({ held_credit: Cents, payments: Cents })),
  /** Extension: the latest change was paid but could not be applied, so its payment is refunded. Present for 30 days. */
  refunded_change: z.optional(
    z.strictObject({
      target_plan: Plan,
      amount: Cents,
      at: UnixSeconds,
      reason: z.enum(['price_changed', 'cycle_ended', 'same_plan']),
    }),
  ),
  payment_method_type: z.enum(['card', 'invoice']),
  billing_via_partner: z.boolean(),
  billing_partner: z.optional(BillingPartner),
  addons: z.array(Addon),
  project_addons: z.array(z.strictObject({ ref: z.string(), name: z.string(), addons: z.array(Addon) })),
  scheduled_plan_change: z.nullable(ScheduledPlanChange),
  /** Extension: announced last invoice of an organization on Free, for usage that was reported late. Absent if there is none. */
  late_invoice: z.optional(z.strictObject({ at: UnixSeconds, amount: Cents })),
  /** Extension: usage by day of an organization on Free that staff must review before it counts. Absent if none is held. */
  held_usage: z.optional(z.array(HeldUsage)),
});
