import { answerEndpoint, defineEndpoint, type Call, type Endpoint } from '#sandbox/api/endpoint.ts';
import { createdShape, listShape, pageOfList } from '#sandbox/api/lists.ts';
import {
  clearableParam,
  flagParam,
  groupParam,
  integerParam,
  mergeMetadata,
  metadataParam,
  oneOf,
  textParam,
  type Values,
} from '#sandbox/api/params.ts';
import { invalidRequest } from '#sandbox/api/problem.ts';
import { searchObjects, searchShape } from '#sandbox/api/search.ts';
import { confirmPayment, finishPaymentChallenge, unexpectedPaymentState } from '#sandbox/money/confirm-payment.ts';
import { createIntent } from '#sandbox/money/create-intent.ts';
import { methodFor, requireUsable } from '#sandbox/money/methods.ts';
import { cancelPayment } from '#sandbox/money/session-state.ts';
import type { PaymentIntentRecord } from '#sandbox/records/intents.ts';
import {
  allowedTypes,
  automaticMethods,
  automaticShape,
  cardOptions,
  challengeWay,
  futureUsage,
  mandateData,
  wayShape,
} from './intent-params.ts';
import { inPath, liveCustomer, needRecord, requireClientSecret } from './lookup.ts';
import { amountOf, currencyOf } from './money-params.ts';
import { billingShape, newCardShape } from './payment-methods.ts';

const object = 'payment_intent';

const descriptive = {
  description: clearableParam(textParam(1000)),
  metadata: metadataParam,
  payment_method: textParam(255),
  payment_method_options: cardOptions,
  receipt_email: clearableParam(textParam(800)),
  setup_future_usage: futureUsage,
  statement_descriptor: clearableParam(textParam(22)),
  statement_descriptor_suffix: clearableParam(textParam(22)),
};

const confirmShape = {
  ...wayShape,
  client_secret: textParam(255),
  error_on_requires_action: flagParam,
  expected_payment_method_type: oneOf('card'),
  mandate_data: mandateData,
  off_session: flagParam,
  payment_method: textParam(255),
  payment_method_data: groupParam({ ...newCardShape, billing_details: groupParam(billingShape) }),
  payment_method_options: cardOptions,
  receipt_email: clearableParam(textParam(800)),
  setup_future_usage: futureUsage,
};

const createShape = {
  ...wayShape,
  ...descriptive,
  amount: integerParam,
  allowed_payment_method_types: allowedTypes,
  automatic_payment_methods: groupParam(automaticShape),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: flagParam,
  currency: textParam(3),
  customer: textParam(255),
  error_on_requires_action: flagParam,
  off_session: flagParam,
};

export const paymentIntentEndpoints: Endpoint[] = [
  defineEndpoint({ method: 'POST', path: '/payment_intents', object }, createShape, ({ tx, params }) => {
    const currency = currencyOf(needRecord(params.currency, 'currency'));
    const amount = amountOf(needRecord(params.amount, 'amount'), currency);
    const automatic = automaticMethods(params.automatic_payment_methods);
    const customer = params.customer === undefined ? null : liveCustomer(tx, params.customer).id;
    for (const name of ['off_session', 'return_url', 'error_on_requires_action', 'use_stripe_sdk'] as const) {
      if (params[name] !== undefined && params.confirm !== true)
        throw invalidRequest(`${name} can only be given when confirm is true.`, { param: name });
    }
    const way = params.confirm ? challengeWay(automatic, params, params.off_session === true) : null;
    const method = params.payment_method === undefined ? null : methodFor(tx, params.payment_method);
    if (method) requireUsable(method, customer);
    if (way !== null && method === null) throw missingMethod(null);
    const intent = createIntent(tx, {
      amount,
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      automatic_payment_methods: automatic,
      currency,
      customer,
      description: params.description ?? null,
      metadata: mergeMetadata({}, params.metadata),
      payment_method: method?.id ?? null,
      receipt_email: params.receipt_email ?? null,
      setup_future_usage: params.setup_future_usage ?? null,
      statement_descriptor: params.statement_descriptor ?? null,
      statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
      requestThreeDSecure: params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
    });
    if (way === null || method === null) return answerEndpoint(intent);
    return answerEndpoint(
      confirmPayment(tx, intent, {
        method,
        offSession: params.off_session === true,
        way,
        errorOnRequiresAction: params.error_on_requires_action === true,
      }),
    );
  }),
  defineEndpoint({ method: 'GET', path: '/payment_intents/search', object, isList: true }, searchShape, ({ tx, params }) =>
    searchObjects('/v1/payment_intents/search', ['amount', 'created', 'currency', 'customer', 'status'], tx.all(object), params),
  ),
  defineEndpoint(
    { method: 'GET', path: '/payment_intents/:id', object, access: 'client_secret' },
    { client_secret: textParam(255) },
    ({ tx, params, path, key }) => {
      const intent = inPath(tx, object, path('id'), 'intent');
      requireClientSecret(key, intent, params.client_secret);
      return answerEndpoint(intent);
    },
  ),
  defineEndpoint(
    { method: 'GET', path: '/payment_intents', object, isList: true },
    { ...listShape, ...createdShape, customer: textParam(255) },
    ({ tx, params }) => {
      const intents = tx.all(object).filter((intent) => params.customer === undefined || intent.customer === params.customer);
      return pageOfList('/v1/payment_intents', object, intents, params);
    },
  ),
  defineEndpoint(
    { method: 'POST', path: '/payment_intents/:id', object },
    { ...descriptive, amount: integerParam, currency: textParam(3), customer: textParam(255) },
    update,
  ),
  defineEndpoint({ method: 'POST', path: '/payment_intents/:id/confirm', object, access: 'client_secret' }, confirmShape, confirm),
  defineEndpoint(
    { method: 'POST', path: '/payment_intents/:id/source_cancel', object, access: 'client_secret' },
    { client_secret: textParam(255), source: textParam(255) },
    ({ tx, params, path, key }) => {
      const intent = inPath(tx, object, path('id'), 'intent');
      requireClientSecret(key, intent, params.client_secret);
      return answerEndpoint(finishPaymentChallenge(tx, intent, 'canceled'));
    },
  ),
  defineEndpoint(
    { method: 'POST', path: '/payment_intents/:id/cancel', object },
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer') },
    ({ tx, params, path }) => {
      const intent = inPath(tx, object, path('id'), 'intent');
      const open = intent.status !== 'succeeded' && intent.status !== 'canceled' && intent.status !== 'processing';
      if (!open) throw unexpectedPaymentState(intent, 'cancel');
      if (intent._.checkoutSession !== null)
        throw invalidRequest('You cannot cancel this PaymentIntent because it belongs to a Checkout Session. Expire the session instead.', {
          code: 'payment_intent_unexpected_state',
        });
      return answerEndpoint(cancelPayment(tx, intent, params.cancellation_reason ?? null));
    },
  ),
];

function update({
  tx,
  params,
  path,
}: Call<
  typeof descriptive & { amount: typeof integerParam; currency: ReturnType<typeof textParam>; customer: ReturnType<typeof textParam> }
>) {
  const before = inPath(tx, object, path('id'), 'intent');
  if (before.status === 'succeeded' || before.status === 'canceled' || before.status === 'processing')
    throw unexpectedPaymentState(before, 'update');
  const customer = params.customer === undefined ? before.customer : liveCustomer(tx, params.customer).id;
  const method = params.payment_method === undefined ? null : methodFor(tx, params.payment_method);
  if (method) requireUsable(method, customer);
  const currency = params.currency === undefined ? before.currency : currencyOf(params.currency);
  const changed: PaymentIntentRecord = {
    ...before,
    ...describe(params, before),
    amount: amountOf(params.amount ?? before.amount, currency),
    currency,
    customer,
    payment_method: method?.id ?? before.payment_method,
    status: method && before.status === 'requires_payment_method' ? 'requires_confirmation' : before.status,
  };
  return answerEndpoint(tx.put<'payment_intent'>(changed));
}

function describe(params: Values<typeof descriptive>, before: PaymentIntentRecord): Partial<PaymentIntentRecord> {
  return {
    description: params.description === undefined ? before.description : params.description,
    metadata: mergeMetadata(before.metadata, params.metadata),
    receipt_email: params.receipt_email === undefined ? before.receipt_email : params.receipt_email,
    setup_future_usage: params.setup_future_usage === undefined ? before.setup_future_usage : params.setup_future_usage,
    statement_descriptor: params.statement_descriptor === undefined ? before.statement_descriptor : params.statement_descriptor,
    statement_descriptor_suffix:
      params.statement_descriptor_suffix === undefined ? before.statement_descriptor_suffix : params.statement_descriptor_suffix,
  };
}

function confirm({ tx, params, path, key }: Call<typeof confirmShape>) {
  const intent = inPath(tx, object, path('id'), 'intent');
  requireClientSecret(key, intent, params.client_secret);
  if (key === 'publishable' && params.off_session !== undefined)
    throw invalidRequest('off_session cannot be set with a publishable key.', { param: 'off_session' });
  if (params.payment_method_data)
    throw invalidRequest('payment_method_data is not supported here: create the payment method first and give its id.', {
      param: 'payment_method_data',
    });
  const offSession = params.off_session === true;
  const way = challengeWay(intent.automatic_payment_methods, params, offSession);
  const methodId = params.payment_method ?? intent.payment_method;
  if (methodId === null) throw missingMethod(intent);
  const prepared = tx.put<'payment_intent'>({
    ...intent,
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email,
    setup_future_usage: params.setup_future_usage === undefined ? intent.setup_future_usage : params.setup_future_usage,
    _: { ...intent._, requestThreeDSecure: params.payment_method_options?.card?.request_three_d_secure ?? intent._.requestThreeDSecure },
  });
  return answerEndpoint(
    confirmPayment(tx, prepared, {
      method: methodFor(tx, methodId),
      offSession,
      way,
      errorOnRequiresAction: params.error_on_requires_action === true,
    }),
  );
}

function missingMethod(intent: PaymentIntentRecord | null) {
  return invalidRequest(
    "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method, or give one when confirming.",
    { code: 'payment_intent_unexpected_state' },
    intent ? { intent: { object, id: intent.id } } : {},
  );
}
