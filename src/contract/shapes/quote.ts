import { z } from 'zod/mini';
import { CaptchaToken, InvoiceId, ProposalId, UnixSeconds } from './common.ts';
import { AddressInput, BillingName, TaxIdInput } from './customer.ts';
import { ComputeSize, ProjectStatus } from './project.ts';

/** `tier_pro` is Pro with the spend cap on, `tier_payg` Pro with the spend cap off. */
export const Tier = z.enum(['tier_free', 'tier_pro', 'tier_payg', 'tier_team', 'tier_enterprise']);

export const QuoteId = z.string().check(z.regex(/^qt_[A-Za-z0-9]{20,40}$/, 'must be a quote id'));
export const PaymentMethodId = z.string().check(z.regex(/^(pm|card)_[A-Za-z0-9_]{1,120}$/, 'must be a payment method id'));
export const PaymentIntentId = z
  .string()
  .check(z.regex(/^(pi|seti)_[A-Za-z0-9_]{1,120}$/, 'must be the id of a payment intent or a setup intent'));

/** A price that is guaranteed until `expires_at`: a change with this quote charges at most this amount. */
export const Quote = z.strictObject({
  id: QuoteId,
  /** Charge for the change, as defined in section 9 of the specification. */
  total_cents: z.int().check(z.minimum(0)),
  /** Amount due now: the change (0 if below the minimum charge) plus the invoice for usage so far. Platforms may omit this field. */
  due_now_cents: z.optional(z.int().check(z.minimum(0))),
  expires_at: UnixSeconds,
});

const Dollars = z.number();

const EstimateEntry = z.strictObject({
  project_name: z.string(),
  project_ref: z.string(),
  /** Estimated hours of the project in the month. */
  usage: z.number(),
  amount: z.optional(Dollars),
});

const EstimateLine = z.strictObject({
  description: z.string(),
  unit_price: z.optional(Dollars),
  unit_price_desc: z.optional(z.string()),
  quantity: z.optional(z.number()),
  total_price: Dollars,
  breakdown: z.optional(z.array(EstimateEntry)),
});

/** Charge at the change: plan price, less unused time of the old plan, less credits, at least 0. */
const UpfrontCharge = z.strictObject({
  plan_price: Dollars,
  unused_credit: Dollars,
  /** Credit that the charge uses. If negative: debt that the charge settles. */
  customer_balance: Dollars,
  tax: z.nullable(Dollars),
  total: Dollars,
});

/** Usage before the change, not part of the upfront charge. It is billed once, at the rates of the old plan. */
const UsageSoFar = z.strictObject({
  total: Dollars,
  invoiced_on: z.enum(['next_invoice', 'final_invoice', 'invoice_now']),
  /** If the change issues an invoice for this usage: amount left to pay after credits. Null if the next invoice bills the usage. */
  due: z.nullable(Dollars),
  /** API extension: amount that is not charged at the change, because it is below the minimum charge. The next invoice adds this amount. */
  carried: z.optional(Dollars),
});

/**
 * Credit note for unused time. It reduces the invoice that billed this time, because that invoice is not paid yet. The upfront charge stays
 * the same.
 */
const PreviewCreditNote = z.strictObject({ amount: Dollars, invoice: z.strictObject({ id: InvoiceId, number: z.string() }) });

const ActiveProject = z.strictObject({
  name: z.string(),
  ref: z.string(),
  status: ProjectStatus,
  instance_size: ComputeSize,
  /** API extension: absent if the platform's preview does not distinguish branches from projects. */
  is_branch: z.optional(z.boolean()),
});

export const Preview = z.strictObject({
  plan_change_type: z.enum(['upgrade', 'downgrade']),
  /** Estimate of a full month on the new plan with the resources that run now. */
  breakdown: z.array(EstimateLine),
  number_of_projects: z.int(),
  active_projects: z.array(ActiveProject),
  billed_via_partner: z.boolean(),
  /** Null if the change is free of charge. */
  upfront_charge: z.nullable(UpfrontCharge),
  usage_so_far: UsageSoFar,
  /** API extension. Credit note for the unused part of a period whose invoice is not paid yet; null if there is none. */
  credit_note: z.optional(z.nullable(PreviewCreditNote)),
  /** API extension. Value of unused time whose payment is disputed; it becomes credit when the dispute closes. Absent if there is none. */
  disputed_unused: z.optional(Dollars),
  /** Time at which the change takes effect, if not at once. */
  effective_at: z.nullable(UnixSeconds),
  quote: Quote,
});

export const PreviewRequest = z.strictObject({
  tier: Tier,
  address: z.optional(AddressInput),
  tax_id: z.optional(z.nullable(TaxIdInput)),
  /** Approved proposal. The quote has the approved price, and a change with the quote completes the proposal. */
  proposal_id: z.optional(ProposalId),
});

export const SubscriptionUpdate = z.strictObject({
  tier: Tier,
  payment_method: z.optional(PaymentMethodId),
  address: z.optional(AddressInput),
  tax_id: z.optional(z.nullable(TaxIdInput)),
  billing_name: z.optional(BillingName),
  quote_id: z.optional(QuoteId),
  /** Required after a 429 `captcha_required`, which follows attempts with several cards. */
  hcaptcha_token: z.optional(CaptchaToken),
});

const ChangeAmounts = z.strictObject({
  /** Amount for the change: charged to a card, or owed. */
  charge_cents: z.int().check(z.minimum(0)),
  /** Amount that is left to pay on the invoice for usage so far. */
  usage_due_cents: z.int().check(z.minimum(0)),
  /** Amount below the minimum charge, added to the next invoice. */
  carried_cents: z.int().check(z.minimum(0)),
  /** Remaining value of unused time, which became credit. */
  credited_cents: z.int().check(z.minimum(0)),
});

/** A secret means that the payer must complete the payment; null means that the change is done or scheduled. */
export const SubscriptionUpdated = z.strictObject({
  pending_payment_intent_secret: z.nullable(z.string()),
  /** API extension: present once the change is done. The amounts may be lower than in the quote. */
  amounts: z.optional(ChangeAmounts),
});

export const PaymentConfirmation = z.strictObject({ payment_intent_id: PaymentIntentId });

/** Without a message the change is in effect. With a message (202) the payment is pending. */
export const PaymentConfirmed = z.strictObject({ message: z.optional(z.string()) });
