import { answer, endpoint, type Call, type Endpoint } from '#server/payments/sandbox/api/endpoint.ts';
import { createdShape, listShape, page } from '#server/payments/sandbox/api/lists.ts';
import { clearable, flag, group, mergeMetadata, metadata, oneOf, text } from '#server/payments/sandbox/api/params.ts';
import { invalidRequest } from '#server/payments/sandbox/api/problem.ts';
import { newId, randomText } from '#server/payments/sandbox/ids.ts';
import { closeChallenge } from '#server/payments/sandbox/money/challenge.ts';
import { confirmSetup, finishSetupChallenge, unexpectedSetupState } from '#server/payments/sandbox/money/confirm-setup.ts';
import { methodFor, requireUsable } from '#server/payments/sandbox/money/methods.ts';
import type { SetupIntentRecord } from '#server/payments/sandbox/records/intents.ts';
import { automaticMethods, automaticShape, cardOptions, challengeWay, mandateData, wayShape } from './intent-params.ts';
import { inPath, liveCustomer, requireClientSecret } from './lookup.ts';

const object = 'setup_intent';
const usage = oneOf('off_session', 'on_session');
const createShape = {
  ...wayShape,
  automatic_payment_methods: group(automaticShape),
  confirm: flag,
  customer: text(255),
  description: clearable(text(1000)),
  metadata,
  payment_method: text(255),
  payment_method_options: cardOptions,
  usage,
};
const confirmShape = {
  ...wayShape,
  client_secret: text(255),
  expected_payment_method_type: oneOf('card'),
  mandate_data: mandateData,
  payment_method: text(255),
  payment_method_options: cardOptions,
};

export const setupIntentEndpoints: Endpoint[] = [
  endpoint({ method: 'POST', path: '/setup_intents', object }, createShape, ({ tx, params }) => {
    const automatic = automaticMethods(params.automatic_payment_methods);
    const customer = params.customer === undefined ? null : liveCustomer(tx, params.customer).id;
    const way = params.confirm ? challengeWay(automatic, params, false) : null;
    const method = params.payment_method === undefined ? null : methodFor(tx, params.payment_method);
    if (method) requireUsable(method, customer);
    if (way !== null && method === null) throw missingMethod(null);
    const id = newId('seti');
    const intent = tx.put<'setup_intent'>({
      object,
      id,
      created: tx.nowSeconds,
      automatic_payment_methods: automatic,
      cancellation_reason: null,
      client_secret: `${id}_secret_${randomText(31)}`,
      customer,
      description: params.description ?? null,
      last_setup_error: null,
      latest_attempt: null,
      metadata: mergeMetadata({}, params.metadata),
      next_action: null,
      payment_method: method?.id ?? null,
      status: method ? 'requires_confirmation' : 'requires_payment_method',
      usage: params.usage ?? 'off_session',
      _: { attempt: null },
    });
    tx.emit('setup_intent.created', intent);
    if (way === null || method === null) return answer(intent);
    return answer(confirmSetup(tx, intent, method, way));
  }),
  endpoint(
    { method: 'GET', path: '/setup_intents/:id', object, access: 'client_secret' },
    { client_secret: text(255) },
    ({ tx, params, path, key }) => {
      const intent = inPath(tx, object, path('id'), 'intent');
      requireClientSecret(key, intent, params.client_secret);
      return answer(intent);
    },
  ),
  endpoint(
    { method: 'GET', path: '/setup_intents', object, isList: true },
    { ...listShape, ...createdShape, customer: text(255), payment_method: text(255) },
    ({ tx, params }) => {
      const intents = tx
        .all(object)
        .filter(
          (intent) =>
            (params.customer === undefined || intent.customer === params.customer) &&
            (params.payment_method === undefined || intent.payment_method === params.payment_method),
        );
      return page('/v1/setup_intents', 'setupintent', intents, params);
    },
  ),
  endpoint({ method: 'POST', path: '/setup_intents/:id/confirm', object, access: 'client_secret' }, confirmShape, confirm),
  endpoint(
    { method: 'POST', path: '/setup_intents/:id/source_cancel', object, access: 'client_secret' },
    { client_secret: text(255), source: text(255) },
    ({ tx, params, path, key }) => {
      const intent = inPath(tx, object, path('id'), 'intent');
      requireClientSecret(key, intent, params.client_secret);
      return answer(finishSetupChallenge(tx, intent, 'canceled'));
    },
  ),
  endpoint(
    { method: 'POST', path: '/setup_intents/:id/cancel', object },
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') },
    ({ tx, params, path }) => {
      const intent = inPath(tx, object, path('id'), 'intent');
      if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedSetupState(intent, 'cancel');
      closeChallenge(tx, intent._.attempt, 'canceled');
      const canceled = tx.put<'setup_intent'>({
        ...intent,
        cancellation_reason: params.cancellation_reason ?? null,
        next_action: null,
        status: 'canceled',
      });
      tx.emit('setup_intent.canceled', canceled);
      return answer(canceled);
    },
  ),
];

function confirm({ tx, params, path, key }: Call<typeof confirmShape>) {
  const intent = inPath(tx, object, path('id'), 'intent');
  requireClientSecret(key, intent, params.client_secret);
  const way = challengeWay(intent.automatic_payment_methods, params, false);
  const methodId = params.payment_method ?? intent.payment_method;
  if (methodId === null) throw missingMethod(intent);
  return answer(confirmSetup(tx, intent, methodFor(tx, methodId), way));
}

function missingMethod(intent: SetupIntentRecord | null) {
  return invalidRequest(
    "You cannot confirm this SetupIntent because it's missing a payment method. Give one when confirming.",
    { code: 'setup_intent_unexpected_state' },
    intent ? { intent: { object, id: intent.id } } : {},
  );
}
