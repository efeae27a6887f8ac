import { ApiProblem, invalidRequest } from '#sandbox/api/problem.ts';
import { decideSetup } from '#sandbox/cards/decide.ts';
import { cardById } from '#sandbox/cards/find-card.ts';
import { newId } from '#sandbox/ids.ts';
import type { IntentError } from '#sandbox/records/errors.ts';
import type { SetupIntentRecord } from '#sandbox/records/intents.ts';
import type { PaymentMethodRecord } from '#sandbox/records/payment-methods.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { closeChallenge, openChallenge, type ChallengeWay } from './challenge.ts';
import { checkedMethod, keepOrSpend, requireUsable } from './methods.ts';

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export function unexpectedSetupState(intent: SetupIntentRecord, action: string): ApiProblem {
  return invalidRequest(
    `You cannot ${action} this SetupIntent because it has a status of ${intent.status}.`,
    { code: 'setup_intent_unexpected_state' },
    { intent: { object: 'setup_intent', id: intent.id } },
  );
}

export function confirmSetup(
  tx: Transaction,
  intent: SetupIntentRecord,
  inputMethod: PaymentMethodRecord,
  way: ChallengeWay,
): SetupIntentRecord {
  if (!confirmable.includes(intent.status)) throw unexpectedSetupState(intent, 'confirm');
  requireUsable(inputMethod, intent.customer);
  closeChallenge(tx, intent._.attempt, 'canceled');
  const method = checkedMethod(tx, inputMethod);
  const decision = decideSetup(cardById(method._.behaviour));
  if (decision.kind === 'decline') {
    const { message, ...codes } = decision.decline;
    throw refuse(tx, intent, method, { type: 'card_error', message, ...codes }, 402);
  }
  if (decision.kind === 'charge') return succeed(tx, intent, method);
  const { challenge, nextAction } = openChallenge(tx, intent.id, method.id, way);
  const waiting = tx.put<'setup_intent'>({
    ...intent,
    last_setup_error: null,
    next_action: nextAction,
    payment_method: method.id,
    status: 'requires_action',
    _: { attempt: challenge.id },
  });
  tx.emit('setup_intent.requires_action', waiting);
  return waiting;
}

/** Throws if the challenge failed or was abandoned. */
export function finishSetupChallenge(
  tx: Transaction,
  intent: SetupIntentRecord,
  outcome: 'completed' | 'failed' | 'canceled',
): SetupIntentRecord {
  const challenge = intent.status === 'requires_action' ? closeChallenge(tx, intent._.attempt, outcome) : null;
  const method = challenge ? tx.get('payment_method', challenge.paymentMethod) : undefined;
  if (!challenge || !method) throw unexpectedSetupState(intent, 'authenticate');
  if (outcome === 'completed') return succeed(tx, intent, method);
  const message = 'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  throw refuse(tx, intent, method, { type: 'invalid_request_error', code: 'setup_intent_authentication_failure', message }, 400);
}

function succeed(tx: Transaction, intent: SetupIntentRecord, method: PaymentMethodRecord): SetupIntentRecord {
  const kept = keepOrSpend(
    tx,
    method,
    intent.customer === null ? null : { customer: intent.customer, offSession: intent.usage === 'off_session' },
  );
  const attempt = recordSetupAttempt(tx, intent, kept, 'succeeded', null);
  const ready = tx.put<'setup_intent'>({
    ...intent,
    last_setup_error: null,
    latest_attempt: attempt,
    next_action: null,
    payment_method: kept.id,
    status: 'succeeded',
  });
  tx.emit('setup_intent.succeeded', ready);
  return ready;
}

function refuse(tx: Transaction, intent: SetupIntentRecord, method: PaymentMethodRecord, error: IntentError, status: number): ApiProblem {
  const attempt = recordSetupAttempt(tx, intent, method, 'failed', error);
  const open = tx.put<'setup_intent'>({
    ...intent,
    last_setup_error: { ...error, payment_method: method.id },
    latest_attempt: attempt,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  tx.emit('setup_intent.setup_failed', open);
  return new ApiProblem(status, error, { intent: { object: 'setup_intent', id: intent.id }, paymentMethod: method.id, keepsChanges: true });
}

function recordSetupAttempt(
  tx: Transaction,
  intent: SetupIntentRecord,
  method: PaymentMethodRecord,
  status: string,
  error: IntentError | null,
): string {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card;
  return tx.put<'setup_attempt'>({
    object: 'setup_attempt',
    id: newId('setatt'),
    created: tx.nowSeconds,
    customer: intent.customer,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        brand,
        checks: { ...checks },
        country,
        exp_month,
        exp_year,
        fingerprint,
        funding,
        last4,
        network: brand,
        three_d_secure: null,
        wallet: null,
      },
    },
    setup_error: error,
    setup_intent: intent.id,
    status,
    usage: intent.usage,
  }).id;
}
