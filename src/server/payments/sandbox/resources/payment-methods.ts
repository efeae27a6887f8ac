import { answer, endpoint, type Endpoint } from '#server/payments/sandbox/api/endpoint.ts';
import { listShape, page } from '#server/payments/sandbox/api/lists.ts';
import {
  addressShape,
  clearable,
  group,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  toAddress,
  type Values,
} from '#server/payments/sandbox/api/params.ts';
import { ApiProblem, invalidRequest } from '#server/payments/sandbox/api/problem.ts';
import { cardInputProblem, type CardInput } from '#server/payments/sandbox/cards/card-input.ts';
import { declines } from '#server/payments/sandbox/cards/declines.ts';
import { cardById, cardByNumber } from '#server/payments/sandbox/cards/find-card.ts';
import { attach, checked, createMethod, methodFor, noBillingDetails } from '#server/payments/sandbox/money/methods.ts';
import type { BillingDetails } from '#server/payments/sandbox/records/values.ts';
import { inPath, liveCustomer, need } from './lookup.ts';

const object = 'payment_method';
const allowRedisplay = oneOf('always', 'limited', 'unspecified');

export const billingShape = {
  address: clearable(group(addressShape)),
  email: clearable(text(800)),
  name: clearable(text(5000)),
  phone: clearable(text(5000)),
  tax_id: clearable(text(5000)),
};

const cardShape = { number: text(30), exp_month: integer, exp_year: integer, cvc: text(10) };

export const newCardShape = {
  type: oneOf('card'),
  card: group(cardShape),
  billing_details: group(billingShape),
  allow_redisplay: allowRedisplay,
  metadata,
};

export const paymentMethodEndpoints: Endpoint[] = [
  endpoint({ method: 'POST', path: '/payment_methods', object, access: 'either_key' }, newCardShape, ({ tx, params, key }) => {
    if (key === 'secret') {
      throw new ApiProblem(402, {
        type: 'invalid_request_error',
        message:
          'Sending card numbers to the API from a server is unsafe. Create the payment method in the browser, or use a ready-made one such as pm_card_visa.',
      });
    }
    need(params.type, 'type');
    const input = cardInput(need(params.card, 'card'));
    const problem = cardInputProblem(input, tx.nowMs);
    if (problem) throw new ApiProblem(402, { type: 'card_error', code: problem.code, message: problem.message, param: problem.param });
    const card = cardByNumber(input.number);
    if (!card) throw new ApiProblem(402, { type: 'card_error', ...declines.notATestCard });
    return answer(
      createMethod(tx, {
        card,
        input,
        billingDetails: billingDetails(params.billing_details),
        metadata: mergeMetadata({}, params.metadata),
        ...(params.allow_redisplay && { allowRedisplay: params.allow_redisplay }),
      }),
    );
  }),
  endpoint({ method: 'GET', path: '/payment_methods/:id', object }, {}, ({ tx, path }) => answer(methodFor(tx, path('id'), 'id'))),
  endpoint(
    { method: 'POST', path: '/payment_methods/:id', object },
    {
      allow_redisplay: allowRedisplay,
      billing_details: group(billingShape),
      card: group({ exp_month: integer, exp_year: integer }),
      metadata,
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
      return answer(after);
    },
  ),
  endpoint(
    { method: 'GET', path: '/payment_methods', object, isList: true },
    { ...listShape, customer: text(255), type: oneOf('card') },
    ({ tx, params }) => {
      const customer = params.customer === undefined ? null : liveCustomer(tx, params.customer).id;
      const methods = tx.all(object).filter((method) => method.customer !== null && (customer === null || method.customer === customer));
      return page('/v1/payment_methods', 'PaymentMethod', methods, params);
    },
  ),
  endpoint({ method: 'POST', path: '/payment_methods/:id/attach', object }, { customer: text(255) }, ({ tx, params, path }) => {
    const customer = liveCustomer(tx, need(params.customer, 'customer'));
    const method = checked(tx, methodFor(tx, path('id'), 'id'));
    if (method.customer === customer.id) return answer(method);
    if (method.customer !== null)
      throw invalidRequest('The payment method you provided has already been attached to a customer.', {
        code: 'payment_method_already_attached',
      });
    if (method._.spent)
      throw invalidRequest(
        'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      );
    const { attach: refusal } = cardById(method._.behaviour);
    if (refusal !== null) throw new ApiProblem(402, { type: 'card_error', ...declines[refusal] });
    return answer(attach(tx, method, customer.id));
  }),
  endpoint({ method: 'POST', path: '/payment_methods/:id/detach', object }, {}, ({ tx, path }) => {
    const before = inPath(tx, object, path('id'));
    if (before.customer === null)
      throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
    const owner = tx.get('customer', before.customer);
    if (owner && owner.invoice_settings.default_payment_method === before.id) {
      tx.put<'customer'>({ ...owner, invoice_settings: { ...owner.invoice_settings, default_payment_method: null } });
    }
    const after = tx.put<'payment_method'>({ ...before, customer: null, _: { ...before._, spent: true } });
    tx.emit('payment_method.detached', after, before);
    return answer(after);
  }),
];

function cardInput(card: Values<typeof cardShape>): CardInput {
  const number = need(card.number, 'card[number]').replaceAll(/[\s-]/g, '');
  const expYear = need(card.exp_year, 'card[exp_year]');
  return {
    number,
    expMonth: need(card.exp_month, 'card[exp_month]'),
    expYear: expYear < 100 ? 2000 + expYear : expYear,
    cvc: card.cvc ?? null,
  };
}

/** Given details over those known before; what is not given stays. */
export function billingDetails(given: Values<typeof billingShape> | undefined, before: BillingDetails = noBillingDetails): BillingDetails {
  if (!given) return before;
  return {
    address: given.address === undefined ? before.address : toAddress(given.address),
    email: given.email === undefined ? before.email : given.email,
    name: given.name === undefined ? before.name : given.name,
    phone: given.phone === undefined ? before.phone : given.phone,
    tax_id: given.tax_id === undefined ? before.tax_id : given.tax_id,
  };
}
