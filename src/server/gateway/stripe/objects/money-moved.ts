import { z } from 'zod';
import type { GatewayCharge, GatewayDispute, GatewayRefund } from '#server/gateway/gateway-objects.ts';
import { centsField, linkedId, linkOrNull, metadataField, secondsField, textOrNull } from './fields.ts';

export const toCharge = z
  .looseObject({
    object: z.literal('charge'),
    id: z.string(),
    status: z.enum(['succeeded', 'pending', 'failed']),
    amount: centsField,
    amount_refunded: centsField,
    disputed: z.boolean(),
    payment_intent: linkOrNull,
    customer: linkOrNull,
    created: secondsField,
  })
  .transform((value): GatewayCharge => ({
    id: value.id,
    status: value.status,
    amountCents: value.amount,
    amountRefundedCents: value.amount_refunded,
    disputed: value.disputed,
    paymentId: value.payment_intent,
    customerId: value.customer,
    createdSeconds: value.created,
  }));

export const toRefund = z
  .looseObject({
    object: z.literal('refund'),
    id: z.string(),
    status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
    amount: centsField,
    payment_intent: linkOrNull,
    charge: linkOrNull,
    failure_reason: textOrNull,
    metadata: metadataField,
  })
  .transform((value): GatewayRefund => ({
    id: value.id,
    status: value.status,
    amountCents: value.amount,
    paymentId: value.payment_intent,
    chargeId: value.charge,
    failureReason: value.failure_reason,
    metadata: value.metadata,
  }));

export const toDispute = z
  .looseObject({
    object: z.literal('dispute'),
    id: z.string(),
    status: z.string(),
    amount: centsField,
    payment_intent: linkOrNull,
    charge: linkedId,
    reason: z.string(),
  })
  .transform(({ id, status, amount, payment_intent, charge: chargeId, reason }): GatewayDispute => ({
    id,
    status,
    amountCents: amount,
    paymentId: payment_intent,
    chargeId,
    reason,
  }));
