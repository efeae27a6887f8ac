import { z } from 'zod/mini';
import { CaptchaToken } from './common.ts';
import { PaymentMethodId } from './quote.ts';

const mostSortedCards = 100;

export const PaymentMethod = z.strictObject({
  id: PaymentMethodId,
  is_default: z.boolean(),
  /** Absent for a payment method other than a card. */
  card: z.optional(z.strictObject({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() })),
});

export const PaymentMethodList = z.strictObject({ data: z.array(PaymentMethod), defaultPaymentMethodId: z.nullable(PaymentMethodId) });

export const DefaultPaymentMethod = z.strictObject({ payment_method_id: PaymentMethodId });

/** All cards in the order in which they are tried. The active card is always tried first. */
export const CardOrder = z.strictObject({
  payment_method_ids: z
    .array(PaymentMethodId)
    .check(z.minLength(1, 'must have an entry'), z.maxLength(mostSortedCards, `must have at most ${mostSortedCards} entries`)),
});

export const CardToDelete = z.strictObject({ card_id: PaymentMethodId });

export const SetupIntentRequest = z.strictObject({ hcaptchaToken: CaptchaToken });
export const SetupIntent = z.strictObject({ client_secret: z.string() });

export const PaymentLink = z.strictObject({ redirectUrl: z.url() });
