import { answer, endpoint, type Endpoint } from '#server/payments/sandbox/api/endpoint.ts';
import { createdShape, listShape, page } from '#server/payments/sandbox/api/lists.ts';
import { integer, mergeMetadata, metadata, oneOf, text } from '#server/payments/sandbox/api/params.ts';
import { invalidRequest, missingParameter, noSuch } from '#server/payments/sandbox/api/problem.ts';
import { createRefund } from '#server/payments/sandbox/money/refunds.ts';
import type { ChargeRecord } from '#server/payments/sandbox/records/money-moved.ts';
import type { Transaction } from '#server/payments/sandbox/store/transaction.ts';
import { inPath } from './lookup.ts';

/** Charges, refunds, disputes and what they did to the balance. */
export const moneyMovedEndpoints: Endpoint[] = [
  endpoint({ method: 'GET', path: '/charges/:id', object: 'charge' }, {}, ({ tx, path }) =>
    answer(inPath(tx, 'charge', path('id'), 'charge')),
  ),
  endpoint(
    { method: 'GET', path: '/charges', object: 'charge', isList: true },
    { ...listShape, ...createdShape, customer: text(255), payment_intent: text(255) },
    ({ tx, params }) => {
      const charges = tx
        .all('charge')
        .filter(
          (charge) =>
            (params.customer === undefined || charge.customer === params.customer) &&
            (params.payment_intent === undefined || charge.payment_intent === params.payment_intent),
        );
      return page('/v1/charges', 'charge', charges, params);
    },
  ),
  endpoint(
    { method: 'POST', path: '/refunds', object: 'refund' },
    {
      amount: integer,
      charge: text(255),
      metadata,
      payment_intent: text(255),
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    ({ tx, params }) => {
      const charge = chargeToRefund(tx, params.charge, params.payment_intent);
      return answer(
        createRefund(tx, charge, {
          amount: params.amount ?? null,
          reason: params.reason ?? null,
          metadata: mergeMetadata({}, params.metadata),
        }),
      );
    },
  ),
  endpoint({ method: 'GET', path: '/refunds/:id', object: 'refund' }, {}, ({ tx, path }) => answer(inPath(tx, 'refund', path('id'), 'id'))),
  endpoint(
    { method: 'GET', path: '/refunds', object: 'refund', isList: true },
    { ...listShape, ...createdShape, charge: text(255), payment_intent: text(255) },
    ({ tx, params }) => {
      const refunds = tx
        .all('refund')
        .filter(
          (refund) =>
            (params.charge === undefined || refund.charge === params.charge) &&
            (params.payment_intent === undefined || refund.payment_intent === params.payment_intent),
        );
      return page('/v1/refunds', 'refund', refunds, params);
    },
  ),
  endpoint({ method: 'GET', path: '/disputes/:id', object: 'dispute' }, {}, ({ tx, path }) =>
    answer(inPath(tx, 'dispute', path('id'), 'dispute')),
  ),
  endpoint(
    { method: 'GET', path: '/disputes', object: 'dispute', isList: true },
    { ...listShape, ...createdShape, charge: text(255), payment_intent: text(255) },
    ({ tx, params }) => {
      const disputes = tx
        .all('dispute')
        .filter(
          (dispute) =>
            (params.charge === undefined || dispute.charge === params.charge) &&
            (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent),
        );
      return page('/v1/disputes', 'dispute', disputes, params);
    },
  ),
  endpoint({ method: 'GET', path: '/balance_transactions/:id', object: 'balance_transaction' }, {}, ({ tx, path }) =>
    answer(inPath(tx, 'balance_transaction', path('id'))),
  ),
];

function chargeToRefund(tx: Transaction, chargeId: string | undefined, intentId: string | undefined): ChargeRecord {
  if (chargeId !== undefined && intentId !== undefined)
    throw invalidRequest('You may only specify one of these parameters: charge, payment_intent.', { param: 'charge' });
  if (chargeId !== undefined) {
    const charge = tx.get('charge', chargeId);
    if (!charge) throw noSuch('charge', chargeId, 'charge');
    return charge;
  }
  if (intentId === undefined) throw missingParameter('payment_intent');
  const intent = tx.get('payment_intent', intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const charge = intent.status === 'succeeded' && intent.latest_charge !== null ? tx.get('charge', intent.latest_charge) : undefined;
  if (!charge) throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' });
  return charge;
}
