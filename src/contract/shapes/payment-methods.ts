import { z } from 'zod';
import { PaymentMethodId } from './quote.ts';

export const PaymentMethod = z.strictObject({
  id: PaymentMethodId,
  is_default: z.boolean(),
  /** Absent for a method that is no card. */
  card: z.strictObject({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }).optional(),
  /** An older method of this list with the same card number. */
  duplicate_of: PaymentMethodId.optional(),
});

export const PaymentMethodList = z.strictObject({ data: z.array(PaymentMethod), defaultPaymentMethodId: PaymentMethodId.nullable() });

export const DefaultPaymentMethod = z.strictObject({ payment_method_id: PaymentMethodId });

export const CardToDelete = z.strictObject({ card_id: PaymentMethodId });

/** A token of the captcha: opaque, used once. */
export const CaptchaToken = z
  .string('HCaptcha token required')
  .min(1, 'HCaptcha token required')
  .max(8192, 'must have at most 8192 characters');

export const SetupIntentRequest = z.strictObject({ hcaptchaToken: CaptchaToken });
export const SetupIntent = z.strictObject({ client_secret: z.string() });

export const PaymentLink = z.strictObject({ redirectUrl: z.url() });
