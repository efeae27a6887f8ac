import { z } from 'zod/mini';
import { CaptchaToken, InvoiceId, UnixSeconds } from './common.ts';
import { AddressInput, BillingName, TaxIdInput } from './customer.ts';
import { ComputeSize, ProjectStatus } from './project.ts';

/** `tier_pro` is Pro with the spend cap on, `tier_payg` Pro with the spend cap off. */
export const Tier = z.enum(['tier_free', 'tier_pro', 'tier_payg', 'tier_team', 'tier_enterprise']);

export const QuoteId = z.string().check(z.regex(/^qt_[A-Za-z0-9]{20,40}$/, 'must be a quote id'));
export const PaymentMethodId = z.string().check(z.regex(/^(pm|card)_[A-Za-z0-9_]{1,120}$/, 'must be a payment method id'));
export const PaymentIntentId = z
  .string()
  .check(z.regex(/^(pi|seti)_[A-Za-z0-9_]{1,120}$/, 'must be the id of a payment intent or a setup intent'));

/** A price that holds until it expires: the change that carries its id charges this or less. */
export const Quote = z.strictObject({
  id: QuoteId,
  /** Amount of the change by the formula. */
  total_cents: z.int().check(z.minimum(0)),
  /** Amount payable now: the change, unless it is too small to collect, and the invoice for usage so far. Optional for platforms. */
  due_now_cents: z.optional(z.int().check(z.minimum(0))),
  expires_at: UnixSeconds,
});

const Dollars = z.number();

const EstimateEntry = z.strictObject({
  project_name: z.string(),
  project_ref: z.string(),
  /** Hours of the month. */
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

/** The charge of today: plan price, less the unused time of the old plan, less credits, never below 0. */
const UpfrontCharge = z.strictObject({
  plan_price: Dollars,
  unused_credit: Dollars,
  /** Credit that the charge uses; negative is debt that it settles. */
  customer_balance: Dollars,
  tax: z.nullable(Dollars),
  total: Dollars,
});

/** Usage before the change, apart from the charge of today: billed once, at the rates of the plan that it was used under. */
const UsageSoFar = z.strictObject({
  total: Dollars,
  invoiced_on: z.enum(['next_invoice', 'final_invoice', 'invoice_now']),
  /** Amount that an invoice at the change leaves to pay after credits; null if the next invoice bills the usage. */
  due: z.nullable(Dollars),
  /** Extension: what such an invoice leaves to pay and is too small to collect now; the next invoice collects it. */
  carried: z.optional(Dollars),
});

/** Unused time that was not paid: taken off the invoice that billed it, beside the charge of today. */
const PreviewCreditNote = z.strictObject({ amount: Dollars, invoice: z.strictObject({ id: InvoiceId, number: z.string() }) });

const ActiveProject = z.strictObject({
  name: z.string(),
  ref: z.string(),
  status: ProjectStatus,
  instance_size: ComputeSize,
  /** Extension: left out by a platform that does not tell branches from projects here. */
  is_branch: z.optional(z.boolean()),
});

export const Preview = z.strictObject({
  plan_change_type: z.enum(['upgrade', 'downgrade']),
  /** A whole month of the new plan with what runs now. */
  breakdown: z.array(EstimateLine),
  number_of_projects: z.int(),
  active_projects: z.array(ActiveProject),
  billed_via_partner: z.boolean(),
  /** Null where nothing is charged for the change itself. */
  upfront_charge: z.nullable(UpfrontCharge),
  usage_so_far: UsageSoFar,
  /** Extension. Null where all unused time was paid, or none was. */
  credit_note: z.optional(z.nullable(PreviewCreditNote)),
  /** Extension. Unused time whose payment is disputed: it becomes credit when the dispute is closed. Only where there is some. */
  disputed_unused: z.optional(Dollars),
  /** When the change takes effect, where that is not at once. */
  effective_at: z.nullable(UnixSeconds),
  quote: Quote,
});

export const PreviewRequest = z.strictObject({ tier: Tier, address: z.optional(AddressInput), tax_id: z.optional(z.nullable(TaxIdInput)) });

export const SubscriptionUpdate = z.strictObject({
  tier: Tier,
  payment_method: z.optional(PaymentMethodId),
  address: z.optional(AddressInput),
  tax_id: z.optional(z.nullable(TaxIdInput)),
  billing_name: z.optional(BillingName),
  quote_id: z.optional(QuoteId),
  /** Needed after several cards were tried: 429 `captcha_required` asks for it. */
  hcaptcha_token: z.optional(CaptchaToken),
});

/** Amount of a change. */
const ChangeAmounts = z.strictObject({
  /** For the change itself: charged to a card, or owed. */
  charge_cents: z.int().check(z.minimum(0)),
  /** Amount that the invoice for usage so far leaves to pay. */
  usage_due_cents: z.int().check(z.minimum(0)),
  /** Too small to collect: added to the next invoice. */
  carried_cents: z.int().check(z.minimum(0)),
  /** The rest of the unused time, which became credit. */
  credited_cents: z.int().check(z.minimum(0)),
});

/** A secret means that the payment waits for its payer; null means that the change is done or scheduled. */
export const SubscriptionUpdated = z.strictObject({
  pending_payment_intent_secret: z.nullable(z.string()),
  /** Extension: once the change is done. It may be less than was shown. */
  amounts: z.optional(ChangeAmounts),
});

export const PaymentConfirmation = z.strictObject({ payment_intent_id: PaymentIntentId });

/** Without a message the change is in effect; with one (202) the payment is still pending. */
export const PaymentConfirmed = z.strictObject({ message: z.optional(z.string()) });
