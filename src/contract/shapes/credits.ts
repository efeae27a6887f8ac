import { z } from 'zod/mini';
import { ruleMessages, topUpDollars } from '#contract/limits.ts';
import { CaptchaToken, Cents, ProposalId, UnixSeconds } from './common.ts';
import { AddressInput, BillingName, TaxIdInput } from './customer.ts';
import { InvoiceStatus } from './invoice.ts';
import { PaymentMethodId } from './quote.ts';

const { least, most } = topUpDollars;

/** Whole dollars. */
export const TopUpAmount = z.number(ruleMessages.wholeNumber).check(
  z.refine((amount) => Number.isSafeInteger(amount), { error: ruleMessages.wholeNumber, abort: true }),
  z.refine((amount) => amount >= least && amount <= most, ruleMessages.amountRange),
);

export const TopUpRequest = z.strictObject({
  payment_method_id: PaymentMethodId,
  amount: TopUpAmount,
  hcaptcha_token: CaptchaToken,
  address: z.optional(AddressInput),
  tax_id: z.optional(z.nullable(TaxIdInput)),
  billing_name: z.optional(BillingName),
  /** True to save a new card for renewals. Default: true. */
  save_card: z.optional(z.boolean()),
  /** Approved proposal; the purchase completes it. */
  proposal_id: z.optional(ProposalId),
});

export const PaymentStatus = z.enum([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'succeeded',
  'canceled',
]);

/** Status of a top-up. The secret is present while the payer must act. */
export const TopUp = z.strictObject({ status: PaymentStatus, payment_intent_secret: z.optional(z.string()) });

export const CreditsUse = z.strictObject({
  /** Amount in cents that the member saw. If the amount to use is different now, the call returns 409. */
  amount: Cents.check(z.minimum(1)),
});

export const CreditsUsed = z.strictObject({
  used: Cents,
  amount_due: Cents,
  status: InvoiceStatus,
});

/** Request to pay an open invoice in full with a card of the organization. */
export const InvoicePayment = z.strictObject({
  payment_method_id: PaymentMethodId,
  /** Cents that were shown to the member. If another amount is due now, the call returns 409. */
  amount: Cents.check(z.minimum(1)),
  /** Required only after a 429 `captcha_required`. */
  hcaptcha_token: z.optional(CaptchaToken),
});

/** The secret is present while the bank requires action by the cardholder. */
export const InvoicePaymentStatus = z.strictObject({ status: PaymentStatus, payment_intent_secret: z.optional(z.string()) });

export const CreditEntry = z.strictObject({
  id: z.string(),
  at: UnixSeconds,
  /** Cause of the entry, for example that the balance was applied to an invoice. */
  description: z.string(),
  /** Present only if an invoice changed the balance. */
  invoice: z.optional(z.strictObject({ id: z.string(), number: z.string() })),
  /** Cents. A positive amount was credited; a negative amount was used or reversed. */
  amount: Cents,
  /** Cents; the credit balance after this entry. */
  balance: Cents,
});

/** Newest first. */
export const CreditHistory = z.strictObject({ entries: z.array(CreditEntry), next_cursor: z.nullable(z.string()) });

export const CreditHistoryQuery = z.strictObject({
  cursor: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,18}$/, 'must be a cursor of this call')), z.transform(Number))),
});
