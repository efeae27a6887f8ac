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

/** API extension: `omit` returns an empty list of add-ons, because the full list can cover thousands of projects. */
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
  /** API extension: the bank is processing the pending payment, so it can't be continued or canceled. Absent otherwise. */
  pending_payment_is_processing: z.optional(z.literal(true)),
  /** API extension: payments are paused until an operator has checked the payment records. */
  payments_paused: z.optional(z.literal(true)),
  /** API extension: plan and amount of the pending payment. Present only together with `pending_payment_intent_secret`. */
  pending_change: z.optional(z.strictObject({ tier: Tier, amount: Cents })),
  /** API extension: credit that can't be spent while payments are disputed, and the sum of those payments. Absent if there are none. */
  disputed: z.optional(z.strictObject({ held_credit: Cents, payments: Cents })),
  /** API extension: the latest change was paid but could not be applied, so its payment is refunded. Present for 30 days. */
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
  /** API extension: last invoice of an organization on Free, for usage that was reported late. Absent if no such invoice is announced. */
  late_invoice: z.optional(z.strictObject({ at: UnixSeconds, amount: Cents })),
  /** API extension: held usage of an organization on Free, by day. Absent if no usage is held. */
  held_usage: z.optional(z.array(HeldUsage)),
});
