import { answerEndpoint, defineEndpoint, type Endpoint } from '#sandbox/api/endpoint.ts';
import { createdShape, listShape, pageOfList } from '#sandbox/api/lists.ts';
import { integerParam, mergeMetadata, metadataParam, oneOf, textParam } from '#sandbox/api/params.ts';
import { invalidRequest, missingParameter, noSuch } from '#sandbox/api/problem.ts';
import { createRefund } from '#sandbox/money/refunds.ts';
import type { ChargeRecord } from '#sandbox/records/money-moved.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { inPath } from './lookup.ts';

/** Net sum in cents of the available balance transactions, or of the pending balance transactions if `isAvailable` is false. */
const balanceIn = (tx: Transaction, isAvailable: boolean): number =>
  tx
    .all('balance_transaction')
    .filter(({ available_on: on }) => on * 1000 <= tx.nowMs === isAvailable)
    .reduce((sum, { net }) => sum + net, 0);

const usd = (amount: number) => ({ amount, currency: 'usd', source_types: { card: amount } });

export const moneyMovedEndpoints: Endpoint[] = [
  defineEndpoint({ method: 'GET', path: '/charges/:id', object: 'charge' }, {}, ({ tx, path }) =>
    answerEndpoint(inPath(tx, 'charge', path('id'), 'charge')),
  ),
  defineEndpoint(
    { method: 'GET', path: '/charges', object: 'charge', isList: true },
    { ...listShape, ...createdShape, customer: textParam(255), payment_intent: textParam(255) },
    ({ tx, params }) => {
      const charges = tx
        .all('charge')
        .filter(
          (charge) =>
            (params.customer === undefined || charge.customer === params.customer) &&
            (params.payment_intent === undefined || charge.payment_intent === params.payment_intent),
        );
      return pageOfList('/v1/charges', 'charge', charges, params);
    },
  ),
  defineEndpoint(
    { method: 'POST', path: '/refunds', object: 'refund' },
    {
      amount: integerParam,
      charge: textParam(255),
      metadata: metadataParam,
      payment_intent: textParam(255),
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    ({ tx, params }) => {
      const charge = chargeToRefund(tx, params.charge, params.payment_intent);
      return answerEndpoint(
        createRefund(tx, charge, {
          amount: params.amount ?? null,
          reason: params.reason ?? null,
          metadata: mergeMetadata({}, params.metadata),
        }),
      );
    },
  ),
  defineEndpoint({ method: 'GET', path: '/refunds/:id', object: 'refund' }, {}, ({ tx, path }) =>
    answerEndpoint(inPath(tx, 'refund', path('id'), 'id')),
  ),
  defineEndpoint(
    { method: 'GET', path: '/refunds', object: 'refund', isList: true },
    { ...listShape, ...createdShape, charge: textParam(255), payment_intent: textParam(255) },
    ({ tx, params }) => {
      const refunds = tx
        .all('refund')
        .filter(
          (refund) =>
            (params.charge === undefined || refund.charge === params.charge) &&
            (params.payment_intent === undefined || refund.payment_intent === params.payment_intent),
        );
      return pageOfList('/v1/refunds', 'refund', refunds, params);
    },
  ),
  defineEndpoint({ method: 'GET', path: '/disputes/:id', object: 'dispute' }, {}, ({ tx, path }) =>
    answerEndpoint(inPath(tx, 'dispute', path('id'), 'dispute')),
  ),
  defineEndpoint(
    { method: 'GET', path: '/disputes', object: 'dispute', isList: true },
    { ...listShape, ...createdShape, charge: textParam(255), payment_intent: textParam(255) },
    ({ tx, params }) => {
      const disputes = tx
        .all('dispute')
        .filter(
          (dispute) =>
            (params.charge === undefined || dispute.charge === params.charge) &&
            (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent),
        );
      return pageOfList('/v1/disputes', 'dispute', disputes, params);
    },
  ),
  defineEndpoint({ method: 'GET', path: '/balance', object: 'balance_transaction' }, {}, ({ tx }) => ({
    kind: 'json',
    json: { object: 'balance', available: [usd(balanceIn(tx, true))], pending: [usd(balanceIn(tx, false))], livemode: false },
  })),
  defineEndpoint({ method: 'GET', path: '/balance_transactions/:id', object: 'balance_transaction' }, {}, ({ tx, path }) =>
    answerEndpoint(inPath(tx, 'balance_transaction', path('id'))),
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
