import { z } from 'zod/mini';
import { CaptchaToken } from './common.ts';
import { PaymentMethodId } from './quote.ts';

export const PaymentMethod = z.strictObject({
  id: PaymentMethodId,
  is_default: z.boolean(),
  /** Absent for a method that is no card. */
  card: z.optional(z.strictObject({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() })),
});

export const PaymentMethodList = z.strictObject({ data: z.array(PaymentMethod), defaultPaymentMethodId: z.nullable(PaymentMethodId) });

export const DefaultPaymentMethod = z.strictObject({ payment_method_id: PaymentMethodId });

export const CardToDelete = z.strictObject({ card_id: PaymentMethodId });

export const SetupIntentRequest = z.strictObject({ hcaptchaToken: CaptchaToken });
export const SetupIntent = z.strictObject({ client_secret: z.string() });

export const PaymentLink = z.strictObject({ redirectUrl: z.url() });
