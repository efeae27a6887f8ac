import { z } from 'zod';
import { topUpDollars } from '#contract/limits.ts';
import { Cents, UnixSeconds } from './common.ts';
import { AddressInput, BillingName, TaxIdInput } from './customer.ts';
import { CaptchaToken } from './payment-methods.ts';
import { PaymentMethodId } from './quote.ts';

const { least, most } = topUpDollars;

/** Whole dollars. */
const TopUpAmount = z
  .number('Amount must be a whole number.')
  .refine((amount) => Number.isSafeInteger(amount), { error: 'Amount must be a whole number.', abort: true })
  .refine((amount) => amount >= least && amount <= most, `Amount must be between $${least} - $${most}.`);

export const TopUpRequest = z.strictObject({
  payment_method_id: PaymentMethodId,
  amount: TopUpAmount,
  hcaptcha_token: CaptchaToken,
  address: AddressInput.optional(),
  tax_id: TaxIdInput.nullable().optional(),
  billing_name: BillingName.optional(),
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

/** The secret is there while the payer has something to do. */
export const TopUp = z.strictObject({ status: PaymentStatus, payment_intent_secret: z.string().optional() });

export const CreditEntry = z.strictObject({
  id: z.string(),
  at: UnixSeconds,
  /** What moved it; of an invoice, what the balance did for it. */
  description: z.string(),
  /** Only where an invoice moved it. */
  invoice: z.strictObject({ id: z.string(), number: z.string() }).optional(),
  /** Cents; positive was credited, negative was used or taken back. */
  amount: Cents,
  /** Cents; the credit balance after this entry. */
  balance: Cents,
});

/** Newest first. */
export const CreditHistory = z.strictObject({ entries: z.array(CreditEntry), next_cursor: z.string().nullable() });

export const CreditHistoryQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'must be a cursor of this call')
    .transform(Number)
    .optional(),
});
