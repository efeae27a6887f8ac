import { ApiProblem, invalidRequest } from '#sandbox/api/problem.ts';
import type { Decline } from '#sandbox/cards/declines.ts';
import { decideCharge, decidePayment } from '#sandbox/cards/decide.ts';
import { cardById } from '#sandbox/cards/find-card.ts';
import type { IntentError } from '#sandbox/records/errors.ts';
import type { PaymentIntentRecord } from '#sandbox/records/intents.ts';
import type { PaymentMethodRecord } from '#sandbox/records/payment-methods.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { closeChallenge, openChallenge, type ChallengeWay } from './challenge.ts';
import { createCharge, failCharge, settleCharge } from './charge.ts';
import { checkedMethod, keepOrSpend, requireUsable } from './methods.ts';
import { followPayment } from './session-state.ts';

export interface PaymentConfirmation {
  method: PaymentMethodRecord;
  offSession: boolean;
  way: ChallengeWay;
  errorOnRequiresAction: boolean;
}

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export function unexpectedPaymentState(intent: PaymentIntentRecord, action: string): ApiProblem {
  return invalidRequest(
    `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state' },
    { intent: { object: 'payment_intent', id: intent.id } },
  );
}

/** If the payment fails, records the card error on the intent and throws the error. */
export function confirmPayment(tx: Transaction, intent: PaymentIntentRecord, confirmation: PaymentConfirmation): PaymentIntentRecord {
  if (!confirmable.includes(intent.status)) throw unexpectedPaymentState(intent, 'confirm');
  requireUsable(confirmation.method, intent.customer);
  closeChallenge(tx, intent._.attempt, 'canceled');
  const method = checkedMethod(tx, confirmation.method);
  const card = cardById(method._.behaviour);
  const decision = decidePayment(card, {
    offSession: confirmation.offSession,
    readyOffSession: method._.readyOffSession,
    requestThreeDSecure: intent._.requestThreeDSecure,
  });
  if (decision.kind === 'charge') return charge(tx, intent, method, false);
  if (decision.kind === 'decline') throw refuse(tx, intent, method, decision.decline, false);
  if (confirmation.errorOnRequiresAction) throw authenticationFailure(tx, intent, method, 'authentication_required', 402);
  const { challenge, nextAction } = openChallenge(tx, intent.id, method.id, confirmation.way);
  const waiting = tx.put<'payment_intent'>({
    ...intent,
    last_payment_error: null,
    next_action: nextAction,
    payment_method: method.id,
    status: 'requires_action',
    _: { ...intent._, attempt: challenge.id },
  });
  tx.emit('payment_intent.requires_action', waiting);
  return waiting;
}

/** Throws if the challenge failed or was abandoned, or if the charge is declined. */
export function finishPaymentChallenge(
  tx: Transaction,
  intent: PaymentIntentRecord,
  outcome: 'completed' | 'failed' | 'canceled',
): PaymentIntentRecord {
  const challenge = intent.status === 'requires_action' ? closeChallenge(tx, intent._.attempt, outcome) : null;
  const method = challenge ? tx.get('payment_method', challenge.paymentMethod) : undefined;
  if (!challenge || !method) throw unexpectedPaymentState(intent, 'authenticate');
  if (outcome !== 'completed') throw authenticationFailure(tx, intent, method, 'payment_intent_authentication_failure', 400);
  const decision = decideCharge(cardById(method._.behaviour));
  if (decision.kind === 'decline') throw refuse(tx, intent, method, decision.decline, true);
  return charge(tx, intent, method, true);
}

export function settlePayment(tx: Transaction, intent: PaymentIntentRecord, decline: Decline | null): PaymentIntentRecord {
  const pending = intent.latest_charge === null ? undefined : tx.get('charge', intent.latest_charge);
  if (!pending || intent.status !== 'processing') return intent;
  if (decline === null) {
    settleCharge(tx, pending, cardById(pending._.behaviour));
    return succeed(tx, intent);
  }
  failCharge(tx, pending, decline);
  return recordIntentError(tx, intent, { ...cardError(decline), charge: pending.id, payment_method: pending.payment_method });
}

function charge(tx: Transaction, intent: PaymentIntentRecord, method: PaymentMethodRecord, authenticated: boolean): PaymentIntentRecord {
  const later = cardById(method._.behaviour).settles !== 'at_once';
  const keep =
    intent.setup_future_usage !== null && intent.customer !== null
      ? { customer: intent.customer, offSession: intent.setup_future_usage === 'off_session' }
      : null;
  const newCharge = createCharge(tx, intent, method, { kind: later ? 'pending' : 'succeeded' }, authenticated);
  keepOrSpend(tx, method, keep);
  const paying: PaymentIntentRecord = {
    ...intent,
    last_payment_error: null,
    latest_charge: newCharge.id,
    next_action: null,
    payment_method: method.id,
  };
  if (!later) return succeed(tx, paying);
  const processing = tx.put<'payment_intent'>({ ...paying, status: 'processing' });
  tx.emit('payment_intent.processing', processing);
  followPayment(tx, processing);
  return processing;
}

function succeed(tx: Transaction, intent: PaymentIntentRecord): PaymentIntentRecord {
  const paid = tx.put<'payment_intent'>({ ...intent, amount_received: intent.amount, status: 'succeeded' });
  tx.emit('payment_intent.succeeded', paid);
  followPayment(tx, paid);
  return paid;
}

const cardError = ({ code, decline_code, message, param, advice_code, network_decline_code }: Decline): IntentError => ({
  type: 'card_error',
  code,
  message,
  ...(decline_code !== undefined && { decline_code }),
  ...(param !== undefined && { param }),
  ...(advice_code !== undefined && { advice_code }),
  ...(network_decline_code !== undefined && { network_decline_code }),
});

function refuse(
  tx: Transaction,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  decline: Decline,
  authenticated: boolean,
): ApiProblem {
  const failed = createCharge(tx, intent, method, { kind: 'declined', decline }, authenticated);
  const error = { ...cardError(decline), charge: failed.id };
  recordIntentError(tx, { ...intent, latest_charge: failed.id }, { ...error, payment_method: method.id });
  return new ApiProblem(402, error, { intent: { object: 'payment_intent', id: intent.id }, paymentMethod: method.id, keepsChanges: true });
}

function authenticationFailure(
  tx: Transaction,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  code: string,
  status: 400 | 402,
): ApiProblem {
  const error: IntentError = {
    type: status === 402 ? 'card_error' : 'invalid_request_error',
    code,
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    ...(status === 402 && { decline_code: code }),
  };
  recordIntentError(tx, intent, { ...error, payment_method: method.id });
  return new ApiProblem(status, error, {
    intent: { object: 'payment_intent', id: intent.id },
    paymentMethod: method.id,
    keepsChanges: true,
  });
}

function recordIntentError(tx: Transaction, intent: PaymentIntentRecord, error: IntentError): PaymentIntentRecord {
  const open = tx.put<'payment_intent'>({
    ...intent,
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  tx.emit('payment_intent.payment_failed', open);
  followPayment(tx, open);
  return open;
}
