import { z } from 'zod';
import type { GatewayCharge, GatewayDispute, GatewayRefund } from '#server/payments/gateway-objects.ts';
import { cents, link, linkOrNull, metadata, seconds, textOrNull } from './fields.ts';

export const charge = z
  .looseObject({
    object: z.literal('charge'),
    id: z.string(),
    status: z.enum(['succeeded', 'pending', 'failed']),
    amount: cents,
    amount_refunded: cents,
    disputed: z.boolean(),
    payment_intent: linkOrNull,
    customer: linkOrNull,
    created: seconds,
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

export const refund = z
  .looseObject({
    object: z.literal('refund'),
    id: z.string(),
    status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
    amount: cents,
    payment_intent: linkOrNull,
    charge: linkOrNull,
    failure_reason: textOrNull,
    metadata,
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

export const dispute = z
  .looseObject({
    object: z.literal('dispute'),
    id: z.string(),
    status: z.string(),
    amount: cents,
    payment_intent: linkOrNull,
    charge: link,
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
