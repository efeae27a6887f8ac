import { answerEndpoint, defineEndpoint, type Endpoint } from '#sandbox/api/endpoint.ts';
import { listShape, pageOfList } from '#sandbox/api/lists.ts';
import {
  addressShape,
  clearableParam,
  groupParam,
  integerParam,
  mergeMetadata,
  metadataParam,
  oneOf,
  textParam,
  toAddress,
  type Values,
} from '#sandbox/api/params.ts';
import { ApiProblem, invalidRequest } from '#sandbox/api/problem.ts';
import { cardInputProblem, type CardInput } from '#sandbox/cards/card-input.ts';
import { declineReasons } from '#sandbox/cards/declines.ts';
import { cardById, cardByNumber } from '#sandbox/cards/find-card.ts';
import { attachMethod, checkedMethod, createMethod, methodFor, noBillingDetails } from '#sandbox/money/methods.ts';
import type { BillingDetails } from '#sandbox/records/values.ts';
import { inPath, liveCustomer, needRecord } from './lookup.ts';

const object = 'payment_method';
const allowRedisplay = oneOf('always', 'limited', 'unspecified');

export const billingShape = {
  address: clearableParam(groupParam(addressShape)),
  email: clearableParam(textParam(800)),
  name: clearableParam(textParam(5000)),
  phone: clearableParam(textParam(5000)),
  tax_id: clearableParam(textParam(5000)),
};

const cardShape = { number: textParam(30), exp_month: integerParam, exp_year: integerParam, cvc: textParam(10) };

export const newCardShape = {
  type: oneOf('card'),
  card: groupParam(cardShape),
  billing_details: groupParam(billingShape),
  allow_redisplay: allowRedisplay,
  metadata: metadataParam,
};

export const paymentMethodEndpoints: Endpoint[] = [
  defineEndpoint({ method: 'POST', path: '/payment_methods', object, access: 'either_key' }, newCardShape, ({ tx, params, key }) => {
    if (key === 'secret') {
      throw new ApiProblem(402, {
        type: 'invalid_request_error',
        message:
          'Sending card numbers to the API from a server is unsafe. Create the payment method in the browser, or use a ready-made one such as pm_card_visa.',
      });
    }
    needRecord(params.type, 'type');
    const input = cardInput(needRecord(params.card, 'card'));
    const problem = cardInputProblem(input, tx.nowMs);
    if (problem) throw new ApiProblem(402, { type: 'card_error', code: problem.code, message: problem.message, param: problem.param });
    const card = cardByNumber(input.number);
    if (!card) throw new ApiProblem(402, { type: 'card_error', ...declineReasons.notATestCard });
    return answerEndpoint(
      createMethod(tx, {
        card,
        input,
        billingDetails: billingDetails(params.billing_details),
        metadata: mergeMetadata({}, params.metadata),
        ...(params.allow_redisplay && { allowRedisplay: params.allow_redisplay }),
      }),
    );
  }),
  defineEndpoint({ method: 'GET', path: '/payment_methods/:id', object }, {}, ({ tx, path }) =>
    answerEndpoint(methodFor(tx, path('id'), 'id')),
  ),
  defineEndpoint(
    { method: 'POST', path: '/payment_methods/:id', object },
    {
      allow_redisplay: allowRedisplay,
      billing_details: groupParam(billingShape),
      card: groupParam({ exp_month: integerParam, exp_year: integerParam }),
      metadata: metadataParam,
    },
    ({ tx, params, path }) => {
      const before = inPath(tx, object, path('id'));
      if (before.customer === null) throw invalidRequest('You must save this PaymentMethod to a customer before you can update it.');
      const after = tx.put<'payment_method'>({
        ...before,
        allow_redisplay: params.allow_redisplay ?? before.allow_redisplay,
        billing_details: params.billing_details ? billingDetails(params.billing_details, before.billing_details) : before.billing_details,
        card: {
          ...before.card,
          exp_month: params.card?.exp_month ?? before.card.exp_month,
          exp_year: params.card?.exp_year ?? before.card.exp_year,
        },
        metadata: mergeMetadata(before.metadata, params.metadata),
      });
      tx.emit('payment_method.updated', after, before);
      return answerEndpoint(after);
    },
  ),
  defineEndpoint(
    { method: 'GET', path: '/payment_methods', object, isList: true },
    { ...listShape, customer: textParam(255), type: oneOf('card') },
    ({ tx, params }) => {
      const customer = params.customer === undefined ? null : liveCustomer(tx, params.customer).id;
      const methods = tx.all(object).filter((method) => method.customer !== null && (customer === null || method.customer === customer));
      return pageOfList('/v1/payment_methods', 'PaymentMethod', methods, params);
    },
  ),
  defineEndpoint({ method: 'POST', path: '/payment_methods/:id/attach', object }, { customer: textParam(255) }, ({ tx, params, path }) => {
    const customer = liveCustomer(tx, needRecord(params.customer, 'customer'));
    const method = checkedMethod(tx, methodFor(tx, path('id'), 'id'));
    if (method.customer === customer.id) return answerEndpoint(method);
    if (method.customer !== null)
      throw invalidRequest('The payment method you provided has already been attached to a customer.', {
        code: 'payment_method_already_attached',
      });
    if (method._.spent)
      throw invalidRequest(
        'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      );
    const { attach: refusal } = cardById(method._.behaviour);
    if (refusal !== null) throw new ApiProblem(402, { type: 'card_error', ...declineReasons[refusal] });
    return answerEndpoint(attachMethod(tx, method, customer.id));
  }),
  defineEndpoint({ method: 'POST', path: '/payment_methods/:id/detach', object }, {}, ({ tx, path }) => {
    const before = inPath(tx, object, path('id'));
    if (before.customer === null)
      throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
    const owner = tx.get('customer', before.customer);
    if (owner && owner.invoice_settings.default_payment_method === before.id) {
      tx.put<'customer'>({ ...owner, invoice_settings: { ...owner.invoice_settings, default_payment_method: null } });
    }
    const after = tx.put<'payment_method'>({ ...before, customer: null, _: { ...before._, spent: true } });
    tx.emit('payment_method.detached', after, before);
    return answerEndpoint(after);
  }),
];

function cardInput(card: Values<typeof cardShape>): CardInput {
  const number = needRecord(card.number, 'card[number]').replaceAll(/[\s-]/g, '');
  const expYear = needRecord(card.exp_year, 'card[exp_year]');
  return {
    number,
    expMonth: needRecord(card.exp_month, 'card[exp_month]'),
    expYear: expYear < 100 ? 2000 + expYear : expYear,
    cvc: card.cvc ?? null,
  };
}

/** Missing fields keep their old values. */
export function billingDetails(params: Values<typeof billingShape> | undefined, before: BillingDetails = noBillingDetails): BillingDetails {
  if (!params) return before;
  return {
    address: params.address === undefined ? before.address : toAddress(params.address),
    email: params.email === undefined ? before.email : params.email,
    name: params.name === undefined ? before.name : params.name,
    phone: params.phone === undefined ? before.phone : params.phone,
    tax_id: params.tax_id === undefined ? before.tax_id : params.tax_id,
  };
}
