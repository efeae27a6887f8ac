import Stripe from 'stripe';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import { allPages, allSearchPages, call, readObject } from './call.ts';
import { toGatewayError } from './errors.ts';
import { customer, deletedTaxId, taxId } from './objects/customers.ts';
import { event, webhookEndpoint } from './objects/events.ts';
import { charge, dispute, refund } from './objects/money-moved.ts';
import { pageOf } from './objects/pages.ts';
import { paymentMethod } from './objects/payment-methods.ts';
import { payment, setup } from './objects/payments.ts';
import { session } from './objects/sessions.ts';
import { customerParams, metadataQuery } from './params.ts';
import { transportTo, type GatewayAddress } from './transport.ts';

/** What became of a call, without what it carried. */
export interface GatewayAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The gateway's own name of the request. */
  readonly gatewayRequestId: string;
  readonly ms: number;
}

export interface GatewayOptions extends Partial<GatewayAddress> {
  secretKey: string;
  /** Signing secret of the webhook endpoint. */
  webhookSecret: string;
  /** Milliseconds until an answer counts as lost. */
  timeoutMs?: number;
  /** Hears of every answer. */
  onAnswer?: (answer: GatewayAnswer) => void;
  /** Real time, against which the age of webhook calls is judged; unix milliseconds. */
  realNowMs?: () => number;
}

export const apiVersion = '2026-10-28.endive';
const stripeUrl = 'https://api.stripe.com';
const defaultTimeoutMs = 20_000;

/** The gateway behind the official SDK: Stripe itself unless `baseUrl` says otherwise. */
export function createGateway(options: GatewayOptions): PaymentGateway {
  const { secretKey, webhookSecret, baseUrl = stripeUrl, realNowMs = Date.now } = options;
  const stripe = new Stripe(secretKey, {
    ...transportTo({ baseUrl, ...(options.fetch && { fetch: options.fetch }) }),
    apiVersion,
    timeout: options.timeoutMs ?? defaultTimeoutMs,
    // Retries belong to the outbox, which knows the attempt and can tell a member that it is under way.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'organization-billing' },
  });
  const { onAnswer } = options;
  if (onAnswer)
    stripe.on('response', ({ method, path, status, request_id: gatewayRequestId, elapsed }: Stripe.ResponseEvent) =>
      onAnswer({ method, path: path.split('?', 1)[0] ?? '', status, gatewayRequestId, ms: elapsed }),
    );
  // The SDK gives a write without one a key of its own, so that its repeat of a closed connection does nothing twice.
  const withKey = (key: string) => ({ idempotencyKey: key });

  return {
    createCustomer: (input, key) => call(customer, () => stripe.customers.create(customerParams(input), withKey(key))),
    retrieveCustomer: (id) => call(customer, () => stripe.customers.retrieve(id), id),
    updateCustomer: (id, input, key) => call(customer, () => stripe.customers.update(id, customerParams(input), withKey(key)), id),

    listPaymentMethods: (customerId) =>
      allPages(paymentMethod, (after) => stripe.customers.listPaymentMethods(customerId, { limit: 100, ...after })),
    retrievePaymentMethod: (id) =>
      call(paymentMethod, () => stripe.paymentMethods.retrieve(id), id.startsWith('pm_card_') ? undefined : id),
    attachPaymentMethod: (id, customerId) => call(paymentMethod, () => stripe.paymentMethods.attach(id, { customer: customerId })),
    detachPaymentMethod: (id) => call(paymentMethod, () => stripe.paymentMethods.detach(id), id),

    createSetup: (customerId, metadata, key) =>
      call(setup, () =>
        stripe.setupIntents.create(
          { customer: customerId, usage: 'off_session', automatic_payment_methods: { enabled: true, allow_redirects: 'never' }, metadata },
          withKey(key),
        ),
      ),
    retrieveSetup: (id) => call(setup, () => stripe.setupIntents.retrieve(id), id),
    cancelSetup: (id) => call(setup, () => stripe.setupIntents.cancel(id), id),

    createPayment: ({ amountCents, currency, customerId, paymentMethodId, description, metadata, offSession, saveForOffSession }, key) =>
      call(payment, () =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency,
            customer: customerId,
            payment_method: paymentMethodId,
            description,
            metadata,
            confirm: true,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            ...(offSession && { off_session: true }),
            ...(saveForOffSession && { setup_future_usage: 'off_session' }),
          },
          withKey(key),
        ),
      ),
    retrievePayment: (id) => call(payment, () => stripe.paymentIntents.retrieve(id), id),
    confirmPayment: (id, paymentMethodId, key) =>
      call(payment, () => stripe.paymentIntents.confirm(id, { payment_method: paymentMethodId }, withKey(key)), id),
    cancelPayment: (id) => call(payment, () => stripe.paymentIntents.cancel(id), id),
    listPayments: ({ customerId, createdFromSeconds, after, limit = 100 }) =>
      call(pageOf(payment), () =>
        stripe.paymentIntents.list({
          limit,
          ...(customerId !== undefined && { customer: customerId }),
          ...(createdFromSeconds !== undefined && { created: { gte: createdFromSeconds } }),
          ...(after !== undefined && { starting_after: after }),
        }),
      ),
    searchPayments: (metadata) =>
      allSearchPages(payment, (page) => stripe.paymentIntents.search({ query: metadataQuery(metadata), limit: 100, ...page })),
    retrieveCharge: (id) => call(charge, () => stripe.charges.retrieve(id), id),

    createSession: ({ customerId, currency, lines, successUrl, cancelUrl, metadata, expiresAtSeconds }, key) =>
      call(session, () =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            customer: customerId,
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
    retrieveSession: (id) => call(session, () => stripe.checkout.sessions.retrieve(id), id),
    expireSession: (id) => call(session, () => stripe.checkout.sessions.expire(id), id),

    createRefund: ({ paymentId, amountCents, metadata }, key) =>
      call(refund, () =>
        stripe.refunds.create({ payment_intent: paymentId, ...(amountCents !== null && { amount: amountCents }), metadata }, withKey(key)),
      ),
    retrieveRefund: (id) => call(refund, () => stripe.refunds.retrieve(id), id),
    retrieveDispute: (id) => call(dispute, () => stripe.disputes.retrieve(id), id),

    createTaxId: (customerId, { type, value }, key) =>
      call(taxId, () => stripe.customers.createTaxId(customerId, { type, value }, withKey(key))),
    listTaxIds: (customerId) => allPages(taxId, (after) => stripe.customers.listTaxIds(customerId, { limit: 100, ...after })),
    deleteTaxId: async (customerId, id) => {
      const result = await call(deletedTaxId, () => stripe.customers.deleteTaxId(customerId, id), id);
      return !result.ok && result.error.kind === 'not_found' ? { ok: true, value: { id } } : result;
    },

    retrieveEvent: (id) => call(event, () => stripe.events.retrieve(id), id),
    listEvents: ({ types, createdFromSeconds, after, limit = 100 }) =>
      call(pageOf(event), () =>
        stripe.events.list({
          limit,
          ...(types && { types: [...types] }),
          ...(createdFromSeconds !== undefined && { created: { gte: createdFromSeconds } }),
          ...(after !== undefined && { starting_after: after }),
        }),
      ),
    createWebhookEndpoint: ({ url, events }, key) =>
      call(webhookEndpoint, () =>
        stripe.webhookEndpoints.create(
          { url, enabled_events: [...events] as Stripe.WebhookEndpointCreateParams['enabled_events'], api_version: apiVersion },
          withKey(key),
        ),
      ),

    readWebhook: (body, signature) => {
      try {
        const payload = typeof body === 'string' ? body : Buffer.from(body);
        return {
          ok: true,
          value: readObject(
            event,
            stripe.webhooks.constructEvent(payload, signature ?? '', webhookSecret, undefined, undefined, realNowMs()),
            undefined,
          ),
        };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError)
          return {
            ok: false,
            error: { kind: 'not_allowed', message: 'The webhook signature is missing, wrong or too old.', requestId: null },
          };
        if (error instanceof SyntaxError)
          return {
            ok: false,
            error: { kind: 'invalid_request', code: null, param: null, message: 'The webhook body is not JSON.', requestId: null },
          };
        return { ok: false, error: toGatewayError(error) };
      }
    },
  };
}
