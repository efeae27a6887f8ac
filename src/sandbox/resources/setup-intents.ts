import { answerEndpoint, defineEndpoint, type Call, type Endpoint } from '#sandbox/api/endpoint.ts';
import { createdShape, listShape, pageOfList } from '#sandbox/api/lists.ts';
import { clearableParam, flagParam, groupParam, mergeMetadata, metadataParam, oneOf, textParam } from '#sandbox/api/params.ts';
import { invalidRequest } from '#sandbox/api/problem.ts';
import { newId, randomText } from '#sandbox/ids.ts';
import { closeChallenge } from '#sandbox/money/challenge.ts';
import { confirmSetup, finishSetupChallenge, unexpectedSetupState } from '#sandbox/money/confirm-setup.ts';
import { methodFor, requireUsable } from '#sandbox/money/methods.ts';
import type { SetupIntentRecord } from '#sandbox/records/intents.ts';
import { allowedTypes, automaticMethods, automaticShape, cardOptions, challengeWay, mandateData, wayShape } from './intent-params.ts';
import { inPath, liveCustomer, requireClientSecret } from './lookup.ts';

const object = 'setup_intent';
const usage = oneOf('off_session', 'on_session');
const createShape = {
  ...wayShape,
  allowed_payment_method_types: allowedTypes,
  automatic_payment_methods: groupParam(automaticShape),
  confirm: flagParam,
  customer: textParam(255),
  description: clearableParam(textParam(1000)),
  metadata: metadataParam,
  payment_method: textParam(255),
  payment_method_options: cardOptions,
  usage,
};
const confirmShape = {
  ...wayShape,
  client_secret: textParam(255),
  expected_payment_method_type: oneOf('card'),
  mandate_data: mandateData,
  payment_method: textParam(255),
  payment_method_options: cardOptions,
};

export const setupIntentEndpoints: Endpoint[] = [
  defineEndpoint({ method: 'POST', path: '/setup_intents', object }, createShape, ({ tx, params }) => {
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
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
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
    if (way === null || method === null) return answerEndpoint(intent);
    return answerEndpoint(confirmSetup(tx, intent, method, way));
  }),
  defineEndpoint(
    { method: 'GET', path: '/setup_intents/:id', object, access: 'client_secret' },
    { client_secret: textParam(255) },
    ({ tx, params, path, key }) => {
      const intent = inPath(tx, object, path('id'), 'intent');
      requireClientSecret(key, intent, params.client_secret);
      return answerEndpoint(intent);
    },
  ),
  defineEndpoint(
    { method: 'GET', path: '/setup_intents', object, isList: true },
    { ...listShape, ...createdShape, customer: textParam(255), payment_method: textParam(255) },
    ({ tx, params }) => {
      const intents = tx
        .all(object)
        .filter(
          (intent) =>
            (params.customer === undefined || intent.customer === params.customer) &&
            (params.payment_method === undefined || intent.payment_method === params.payment_method),
        );
      return pageOfList('/v1/setup_intents', 'setupintent', intents, params);
    },
  ),
  defineEndpoint({ method: 'POST', path: '/setup_intents/:id/confirm', object, access: 'client_secret' }, confirmShape, confirm),
  defineEndpoint(
    { method: 'POST', path: '/setup_intents/:id/source_cancel', object, access: 'client_secret' },
    { client_secret: textParam(255), source: textParam(255) },
    ({ tx, params, path, key }) => {
      const intent = inPath(tx, object, path('id'), 'intent');
      requireClientSecret(key, intent, params.client_secret);
      return answerEndpoint(finishSetupChallenge(tx, intent, 'canceled'));
    },
  ),
  defineEndpoint(
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
      return answerEndpoint(canceled);
    },
  ),
];

function confirm({ tx, params, path, key }: Call<typeof confirmShape>) {
  const intent = inPath(tx, object, path('id'), 'intent');
  requireClientSecret(key, intent, params.client_secret);
  const way = challengeWay(intent.automatic_payment_methods, params, false);
  const methodId = params.payment_method ?? intent.payment_method;
  if (methodId === null) throw missingMethod(intent);
  return answerEndpoint(confirmSetup(tx, intent, methodFor(tx, methodId), way));
}

function missingMethod(intent: SetupIntentRecord | null) {
  return invalidRequest(
    "You cannot confirm this SetupIntent because it's missing a payment method. Give one when confirming.",
    { code: 'setup_intent_unexpected_state' },
    intent ? { intent: { object, id: intent.id } } : {},
  );
}
