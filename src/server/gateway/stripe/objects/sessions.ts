import { z } from 'zod';
import type { GatewaySession } from '#server/gateway/gateway-objects.ts';
import { centsField, linkOrNull, metadataField, secondsField, textOrNull } from './fields.ts';

export const toSession = z
  .looseObject({
    object: z.literal('checkout.session'),
    id: z.string(),
    status: z.enum(['open', 'complete', 'expired']),
    payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
    url: textOrNull,
    payment_intent: linkOrNull,
    customer: linkOrNull,
    amount_total: centsField.nullable(),
    expires_at: secondsField,
    metadata: metadataField,
  })
  .transform((value): GatewaySession => ({
    id: value.id,
    status: value.status,
    paymentStatus: value.payment_status,
    url: value.url,
    paymentId: value.payment_intent,
    customerId: value.customer,
    amountTotalCents: value.amount_total,
    expiresAtSeconds: value.expires_at,
    metadata: value.metadata,
  }));
