import { z } from 'zod';
import type { GatewayFailure, GatewayPayment, GatewaySetup } from '#server/gateway/gateway-objects.ts';
import { centsField, linkOrNull, metadataField, secondsField, textOrNull } from './fields.ts';

const failure = z
  .looseObject({ code: textOrNull, decline_code: textOrNull, message: z.string().default(''), payment_method: linkOrNull })
  .transform((error): GatewayFailure => ({
    code: error.code,
    declineCode: error.decline_code,
    message: error.message,
    paymentMethodId: error.payment_method,
  }))
  .nullish()
  .transform((value) => value ?? null);

export const toPayment = z
  .looseObject({
    object: z.literal('payment_intent'),
    id: z.string(),
    status: z.enum([
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'processing',
      'requires_capture',
      'succeeded',
      'canceled',
    ]),
    amount: centsField,
    amount_received: centsField,
    currency: z.string(),
    customer: linkOrNull,
    payment_method: linkOrNull,
    client_secret: textOrNull,
    latest_charge: linkOrNull,
    last_payment_error: failure,
    metadata: metadataField,
    created: secondsField,
    canceled_at: secondsField.nullish(),
  })
  .transform((intent): GatewayPayment => ({
    id: intent.id,
    status: intent.status,
    amountCents: intent.amount,
    amountReceivedCents: intent.amount_received,
    currency: intent.currency,
    customerId: intent.customer,
    paymentMethodId: intent.payment_method,
    clientSecret: intent.client_secret,
    latestChargeId: intent.latest_charge,
    lastFailure: intent.last_payment_error,
    metadata: intent.metadata,
    createdSeconds: intent.created,
    canceledAtSeconds: intent.canceled_at ?? null,
  }));

export const toSetup = z
  .looseObject({
    object: z.literal('setup_intent'),
    id: z.string(),
    status: z.enum(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'succeeded', 'canceled']),
    customer: linkOrNull,
    payment_method: linkOrNull,
    client_secret: textOrNull,
    last_setup_error: failure,
    metadata: metadataField,
  })
  .transform((intent): GatewaySetup => ({
    id: intent.id,
    status: intent.status,
    customerId: intent.customer,
    paymentMethodId: intent.payment_method,
    clientSecret: intent.client_secret,
    lastFailure: intent.last_setup_error,
    metadata: intent.metadata,
  }));
