import Stripe from 'stripe';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import { allPages, allSearchPages, callStripe } from './call.ts';
import { toCustomer, customerOrDeleted, deletedCustomer, deletedTaxId, taxId } from './objects/customers.ts';
import { toEvent, eventPage, webhookEndpoint } from './objects/events.ts';
import { toCharge, toDispute, toRefund } from './objects/money-moved.ts';
import { pageOf } from './objects/pages.ts';
import { paymentMethod } from './objects/payment-methods.ts';
import { toPayment, toSetup } from './objects/payments.ts';
import { toSession } from './objects/sessions.ts';
import { customerParams, metadataQuery } from './params.ts';
import { transportTo, type GatewayAddress } from './transport.ts';
import { webhookReader, type WebhookSecrets } from './webhook-reader.ts';

export interface GatewayAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly gatewayRequestId: string;
  readonly ms: number;
}

export interface GatewayOptions extends Partial<GatewayAddress>, WebhookSecrets {
  secretKey: string;
  timeoutMs?: number;
  onAnswer?: (answer: GatewayAnswer) => void;
}

export const apiVersion = '2026-10-28.endive';
const stripeUrl = 'https://api.stripe.com';
const defaultTimeoutMs = 20_000;

/** Allows only cards and no redirects, whatever the account offers. */
const cardsOnly = {
  allowed_payment_method_types: ['card'],
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} satisfies Pick<Stripe.PaymentIntentCreateParams, 'allowed_payment_method_types' | 'automatic_payment_methods'>;

/** Without these options, the SDK generates a key. */
const withKey = (key: string) => ({ idempotencyKey: key });

const customerCalls = (stripe: Stripe) =>
  ({
    createCustomer: (input, key) => callStripe(toCustomer, () => stripe.customers.create(customerParams(input), withKey(key))),
    retrieveCustomer: async (id) => {
      const read = await callStripe(customerOrDeleted, () => stripe.customers.retrieve(id), id);
      if (!read.ok) return read;
      const { value } = read;
      return 'deleted' in value
        ? { ok: false, error: { kind: 'not_found', param: 'id', message: 'This customer was deleted.', requestId: null } }
        : { ok: true, value };
    },
    listCustomers: ({ email }) => allPages(toCustomer, (after) => stripe.customers.list({ email, limit: 100, ...after })),
    deleteCustomer: async (id) => {
      const result = await callStripe(deletedCustomer, () => stripe.customers.del(id), id);
      return !result.ok && result.error.kind === 'not_found' ? { ok: true, value: { id } } : result;
    },
    updateCustomer: (id, input, key) => callStripe(toCustomer, () => stripe.customers.update(id, customerParams(input), withKey(key)), id),
  }) satisfies Partial<PaymentGateway>;

const methodCalls = (stripe: Stripe) =>
  ({
    listNewestPaymentMethods: async (customerId) => {
      const page = await callStripe(pageOf(paymentMethod), () => stripe.customers.listPaymentMethods(customerId, { limit: 100 }));
      return page.ok ? { ok: true, value: page.value.items } : page;
    },
    listPaymentMethods: (customerId) =>
      allPages(paymentMethod, (after) => stripe.customers.listPaymentMethods(customerId, { limit: 100, ...after })),
    retrievePaymentMethod: (id) =>
      callStripe(paymentMethod, () => stripe.paymentMethods.retrieve(id), id.startsWith('pm_card_') ? undefined : id),
    attachPaymentMethod: (id, customerId) => callStripe(paymentMethod, () => stripe.paymentMethods.attach(id, { customer: customerId })),
    detachPaymentMethod: (id) => callStripe(paymentMethod, () => stripe.paymentMethods.detach(id), id),
  }) satisfies Partial<PaymentGateway>;

const setupCalls = (stripe: Stripe) =>
  ({
    createSetup: (customerId, metadata, key) =>
      callStripe(toSetup, () =>
        stripe.setupIntents.create({ customer: customerId, usage: 'off_session', ...cardsOnly, metadata }, withKey(key)),
      ),
    setUpMethod: (customerId, paymentMethodId, key) =>
      callStripe(toSetup, () =>
        stripe.setupIntents.create(
          { customer: customerId, payment_method: paymentMethodId, confirm: true, usage: 'off_session', ...cardsOnly },
          withKey(key),
        ),
      ),
    retrieveSetup: (id) => callStripe(toSetup, () => stripe.setupIntents.retrieve(id), id),
    cancelSetup: (id) => callStripe(toSetup, () => stripe.setupIntents.cancel(id), id),
  }) satisfies Partial<PaymentGateway>;

const paymentCalls = (stripe: Stripe) =>
  ({
    createPayment: ({ amountCents, currency, customerId, paymentMethodId, description, metadata, offSession, saveForOffSession }, key) =>
      callStripe(toPayment, () =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency,
            customer: customerId,
            payment_method: paymentMethodId,
            description,
            metadata,
            confirm: true,
            ...cardsOnly,
            ...(offSession && { off_session: true }),
            ...(saveForOffSession && { setup_future_usage: 'off_session' }),
          },
          withKey(key),
        ),
      ),
    retrievePayment: (id) => callStripe(toPayment, () => stripe.paymentIntents.retrieve(id), id),
    confirmPayment: (id, paymentMethodId, key) =>
      callStripe(toPayment, () => stripe.paymentIntents.confirm(id, { payment_method: paymentMethodId }, withKey(key)), id),
    cancelPayment: (id) => callStripe(toPayment, () => stripe.paymentIntents.cancel(id), id),
    listPayments: ({ customerId, createdFromSeconds, after, limit = 100 }) =>
      callStripe(pageOf(toPayment), () =>
        stripe.paymentIntents.list({
          limit,
          ...(customerId !== undefined && { customer: customerId }),
          ...(createdFromSeconds !== undefined && { created: { gte: createdFromSeconds } }),
          ...(after !== undefined && { starting_after: after }),
        }),
      ),
    searchPayments: (metadata) =>
      allSearchPages(toPayment, (page) => stripe.paymentIntents.search({ query: metadataQuery(metadata), limit: 100, ...page })),
    retrieveCharge: (id) => callStripe(toCharge, () => stripe.charges.retrieve(id), id),
  }) satisfies Partial<PaymentGateway>;

const sessionCalls = (stripe: Stripe) =>
  ({
    createSession: ({ customerId, currency, lines, successUrl, cancelUrl, metadata, expiresAtSeconds }, key) =>
      callStripe(toSession, () =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            customer: customerId,
            allowed_payment_method_types: ['card'],
            line_items: lines.map(({ description, amountCents }) => ({
              quantity: 1,
              price_data: { currency, unit_amount: amountCents, product_data: { name: description } },
            })),
            success_url: successUrl,
            cancel_url: cancelUrl,
            metadata,
            payment_intent_data: { metadata },
            ...(expiresAtSeconds !== undefined && { expires_at: expiresAtSeconds }),
          },
          withKey(key),
        ),
      ),
    retrieveSession: (id) => callStripe(toSession, () => stripe.checkout.sessions.retrieve(id), id),
    expireSession: (id) => callStripe(toSession, () => stripe.checkout.sessions.expire(id), id),
  }) satisfies Partial<PaymentGateway>;

const refundCalls = (stripe: Stripe) =>
  ({
    createRefund: ({ paymentId, amountCents, metadata }, key) =>
      callStripe(toRefund, () =>
        stripe.refunds.create({ payment_intent: paymentId, ...(amountCents !== null && { amount: amountCents }), metadata }, withKey(key)),
      ),
    retrieveRefund: (id) => callStripe(toRefund, () => stripe.refunds.retrieve(id), id),
    listRefunds: (paymentId) => allPages(toRefund, (after) => stripe.refunds.list({ payment_intent: paymentId, limit: 100, ...after })),
    retrieveDispute: (id) => callStripe(toDispute, () => stripe.disputes.retrieve(id), id),
  }) satisfies Partial<PaymentGateway>;

const taxIdCalls = (stripe: Stripe) =>
  ({
    createTaxId: (customerId, { type, value }, key) =>
      callStripe(taxId, () => stripe.customers.createTaxId(customerId, { type, value }, withKey(key))),
    listTaxIds: (customerId) => allPages(taxId, (after) => stripe.customers.listTaxIds(customerId, { limit: 100, ...after })),
    deleteTaxId: async (customerId, id) => {
      const result = await callStripe(deletedTaxId, () => stripe.customers.deleteTaxId(customerId, id), id);
      return !result.ok && result.error.kind === 'not_found' ? { ok: true, value: { id } } : result;
    },
  }) satisfies Partial<PaymentGateway>;

const eventCalls = (stripe: Stripe) =>
  ({
    retrieveEvent: (id) => callStripe(toEvent, () => stripe.events.retrieve(id), id),
    listEvents: ({ types, createdFromSeconds, after, limit = 100 }) =>
      callStripe(eventPage, () =>
        stripe.events.list({
          limit,
          ...(types && { types: [...types] }),
          ...(createdFromSeconds !== undefined && { created: { gte: createdFromSeconds } }),
          ...(after !== undefined && { starting_after: after }),
        }),
      ),
    createWebhookEndpoint: ({ url, events }, key) =>
      callStripe(webhookEndpoint, () =>
        stripe.webhookEndpoints.create(
          { url, enabled_events: [...events] as Stripe.WebhookEndpointCreateParams['enabled_events'], api_version: apiVersion },
          withKey(key),
        ),
      ),
  }) satisfies Partial<PaymentGateway>;

export function createGateway(options: GatewayOptions): PaymentGateway {
  const { secretKey, baseUrl = stripeUrl, onAnswer } = options;
  const stripe = new Stripe(secretKey, {
    ...transportTo({ baseUrl, ...(options.fetch && { fetch: options.fetch }) }),
    apiVersion,
    timeout: options.timeoutMs ?? defaultTimeoutMs,
    // No retries by the SDK. The outbox retries, because it records the attempts and can report progress to the member.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'organization-billing' },
  });
  if (onAnswer)
    stripe.on('response', ({ method, path, status, request_id: gatewayRequestId, elapsed }: Stripe.ResponseEvent) =>
      onAnswer({ method, path: path.split('?', 1)[0] ?? '', status, gatewayRequestId, ms: elapsed }),
    );
  return {
    ...customerCalls(stripe),
    ...methodCalls(stripe),
    ...setupCalls(stripe),
    ...paymentCalls(stripe),
    ...sessionCalls(stripe),
    ...refundCalls(stripe),
    ...taxIdCalls(stripe),
    ...eventCalls(stripe),
    ...webhookReader(stripe, options),
  };
}
