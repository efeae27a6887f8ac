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

/** Extension: a page that doesn't need the add-ons of thousands of projects leaves them out; the list is then empty. */
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
  /** Only billing writers see it; null when no payment waits. */
  pending_payment_intent_secret: z.nullable(z.string()),
  /** Extension: the bank is processing that payment, so it can't be continued or canceled. Absent otherwise. */
  pending_payment_is_processing: z.optional(z.literal(true)),
  /** Extension: nothing can be paid until an operator has looked at the payment records. */
  payments_paused: z.optional(z.literal(true)),
  /** Extension: what that payment is for, and its amount. Only with a secret. */
  pending_change: z.optional(z.strictObject({ tier: Tier, amount: Cents })),
  /** Extension: credit that can't be spent while payments are disputed, and what those payments come to. Only where some are. */
  disputed: z.optional(z.strictObject({ held_credit: Cents, payments: Cents })),
  /** Extension: the latest change was paid and could no longer be applied; its payment is refunded. For 30 days. */
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
  /** Extension: the last invoice of an organization on Free, for usage that was reported late. Only where one is announced. */
  late_invoice: z.optional(z.strictObject({ at: UnixSeconds, amount: Cents })),
  /** Extension: usage of an organization on Free that counts for nothing until staff have looked at it, by day. Only where some is held. */
  held_usage: z.optional(z.array(HeldUsage)),
});
