import { z } from 'zod';
import type {
  GatewayCharge,
  GatewayCustomer,
  GatewayDispute,
  GatewayEvent,
  GatewayFailure,
  GatewayPayment,
  GatewayPaymentMethod,
  GatewayRefund,
  GatewaySession,
  GatewaySetup,
  GatewayTaxId,
  GatewayWebhookEndpoint,
} from '#server/payments/gateway-objects.ts';

/**
 * Reads the gateway's objects. The SDK takes any JSON without an `error` for success, so what is used is checked here:
 * the kind of object, its id, and every field that money depends on.
 */

/** A linked object: its id, or the object itself where it was expanded. */
const link = z.union([z.string(), z.looseObject({ id: z.string() })]).transform((value) => (typeof value === 'string' ? value : value.id));
const linkOrNull = link.nullish().transform((value) => value ?? null);
const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});
const cents = z.int();
const seconds = z.int();
const textOrNull = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

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

export const customer = z
  .looseObject({
    object: z.literal('customer'),
    id: z.string(),
    deleted: z.literal(false).optional(),
    email: textOrNull,
    name: textOrNull,
    metadata,
  })
  .transform(({ id, email, name, metadata: values }): GatewayCustomer => ({ id, email, name, metadata: values }));

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
    created: seconds,
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

export const payment = z
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
    amount: cents,
    amount_received: cents,
    currency: z.string(),
    customer: linkOrNull,
    payment_method: linkOrNull,
    client_secret: textOrNull,
    latest_charge: linkOrNull,
    last_payment_error: failure,
    metadata,
    created: seconds,
    canceled_at: seconds.nullish(),
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

export const setup = z
  .looseObject({
    object: z.literal('setup_intent'),
    id: z.string(),
    status: z.enum(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'succeeded', 'canceled']),
    customer: linkOrNull,
    payment_method: linkOrNull,
    client_secret: textOrNull,
    last_setup_error: failure,
    metadata,
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

export const session = z
  .looseObject({
    object: z.literal('checkout.session'),
    id: z.string(),
    status: z.enum(['open', 'complete', 'expired']),
    payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
    url: textOrNull,
    payment_intent: linkOrNull,
    customer: linkOrNull,
    amount_total: cents.nullable(),
    expires_at: seconds,
    metadata,
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

export const taxId = z
  .looseObject({
    object: z.literal('tax_id'),
    id: z.string(),
    type: z.string(),
    value: z.string(),
    country: textOrNull,
    verification: z.looseObject({ status: z.enum(['pending', 'verified', 'unverified', 'unavailable']) }).nullish(),
  })
  .transform(({ id, type, value, country, verification }): GatewayTaxId => ({
    id,
    type,
    value,
    country,
    verification: verification?.status ?? 'unavailable',
  }));

export const deletedTaxId = z
  .looseObject({ object: z.literal('tax_id'), id: z.string(), deleted: z.literal(true) })
  .transform(({ id }) => ({ id }));

export const event = z
  .looseObject({
    object: z.literal('event'),
    id: z.string(),
    type: z.string(),
    created: seconds,
    data: z.looseObject({ object: z.looseObject({ id: z.string().optional(), object: z.string() }) }),
  })
  .transform(({ id, type, created, data }): GatewayEvent => ({
    id,
    type,
    createdSeconds: created,
    objectType: data.object.object,
    objectId: data.object.id ?? null,
  }));

export const webhookEndpoint = z
  .looseObject({ object: z.literal('webhook_endpoint'), id: z.string(), url: z.string(), secret: textOrNull })
  .transform(({ id, url, secret }): GatewayWebhookEndpoint => ({ id, url, secret }));

/** One page of a list, or of search results. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z
    .looseObject({ object: z.enum(['list', 'search_result']), data: z.array(item), has_more: z.boolean(), next_page: textOrNull })
    .transform(({ data, has_more, next_page }) => ({ items: data, hasMore: has_more, nextPage: next_page }));
