import { z } from 'zod';
import type { GatewayPaymentMethod } from '#server/gateway/gateway-objects.ts';
import { linkOrNull, secondsField, textOrNull } from './fields.ts';

const card = z.looseObject({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  fingerprint: textOrNull,
  checks: z.looseObject({ cvc_check: textOrNull, address_postal_code_check: textOrNull, address_line1_check: textOrNull }).nullish(),
});

export const paymentMethod = z
  .looseObject({
    object: z.literal('payment_method'),
    id: z.string(),
    type: z.string(),
    customer: linkOrNull,
    card: card.nullish(),
    created: secondsField,
  })
  .transform(({ id, type, customer: customerId, card: facts, created }): GatewayPaymentMethod => ({
    id,
    type,
    customerId,
    createdSeconds: created,
    card: facts
      ? {
          brand: facts.brand,
          last4: facts.last4,
          expMonth: facts.exp_month,
          expYear: facts.exp_year,
          fingerprint: facts.fingerprint,
          checks: {
            cvc: facts.checks?.cvc_check ?? null,
            postalCode: facts.checks?.address_postal_code_check ?? null,
            line1: facts.checks?.address_line1_check ?? null,
          },
        }
      : null,
  }));
