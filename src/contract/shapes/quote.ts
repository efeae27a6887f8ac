import { z } from 'zod';
import { UnixSeconds } from './common.ts';
import { AddressInput, BillingName, TaxIdInput } from './customer.ts';
import { ComputeSize, ProjectStatus } from './project.ts';

/** `tier_pro` is Pro with the spend cap on, `tier_payg` Pro with the spend cap off. */
export const Tier = z.enum(['tier_free', 'tier_pro', 'tier_payg', 'tier_team', 'tier_enterprise']);

export const QuoteId = z.string().regex(/^qt_[A-Za-z0-9]{20,40}$/, 'must be a quote id');
export const PaymentMethodId = z.string().regex(/^(pm|card)_[A-Za-z0-9_]{1,120}$/, 'must be a payment method id');
export const PaymentIntentId = z.string().regex(/^pi_[A-Za-z0-9_]{1,120}$/, 'must be a payment intent id');

/** A price that holds until it expires; the change that carries its id charges exactly this. */
export const Quote = z.strictObject({ id: QuoteId, total_cents: z.int().min(0), expires_at: UnixSeconds });

const Dollars = z.number();

const EstimateEntry = z.strictObject({
  project_name: z.string(),
  project_ref: z.string(),
  /** Hours of the month. */
  usage: z.number(),
  amount: Dollars.optional(),
});

const EstimateLine = z.strictObject({
  description: z.string(),
  unit_price: Dollars.optional(),
  unit_price_desc: z.string().optional(),
  quantity: z.number().optional(),
  total_price: Dollars,
  breakdown: z.array(EstimateEntry).optional(),
});

/** The charge of today: plan price, less the unused time of the old plan, less credits, never below 0. */
const UpfrontCharge = z.strictObject({
  plan_price: Dollars,
  unused_credit: Dollars,
  /** Credit that the charge uses; negative is debt that it settles. */
  customer_balance: Dollars,
  tax: Dollars.nullable(),
  total: Dollars,
});

/** Usage before the change, apart from the charge of today: billed once, at the rates of the plan that it was used under. */
const UsageSoFar = z.strictObject({
  total: Dollars,
  invoiced_on: z.enum(['next_invoice', 'final_invoice', 'invoice_now']),
  /** What an invoice at the change leaves to pay after credits; null where the next invoice carries the usage. */
  due: Dollars.nullable(),
});

const ActiveProject = z.strictObject({
  name: z.string(),
  ref: z.string(),
  status: ProjectStatus,
  instance_size: ComputeSize,
  /** Extension: left out by a platform that does not tell branches from projects here. */
  is_branch: z.boolean().optional(),
});

export const Preview = z.strictObject({
  plan_change_type: z.enum(['upgrade', 'downgrade']),
  /** A whole month of the new plan with what runs now. */
  breakdown: z.array(EstimateLine),
  number_of_projects: z.int(),
  active_projects: z.array(ActiveProject),
  billed_via_partner: z.boolean(),
  /** Null where nothing is charged for the change itself. */
  upfront_charge: UpfrontCharge.nullable(),
  usage_so_far: UsageSoFar,
  /** When the change takes effect, where that is not at once. */
  effective_at: UnixSeconds.nullable(),
  quote: Quote,
});

export const PreviewRequest = z.strictObject({ tier: Tier, address: AddressInput.optional(), tax_id: TaxIdInput.nullable().optional() });

export const SubscriptionUpdate = z.strictObject({
  tier: Tier,
  payment_method: PaymentMethodId.optional(),
  address: AddressInput.optional(),
  tax_id: TaxIdInput.nullable().optional(),
  billing_name: BillingName.optional(),
  quote_id: QuoteId.optional(),
});

/** A secret means that the payment waits for its payer; null means that the change is done or scheduled. */
export const SubscriptionUpdated = z.strictObject({ pending_payment_intent_secret: z.string().nullable() });

export const PaymentConfirmation = z.strictObject({ payment_intent_id: PaymentIntentId });

/** Without a message the change is in effect; with one (202) the payment is still pending. */
export const PaymentConfirmed = z.strictObject({ message: z.string().optional() });
