import type { Decline } from '#sandbox/cards/declines.ts';
import { cardById } from '#sandbox/cards/find-card.ts';
import type { TestCard } from '#sandbox/cards/card-behaviour.ts';
import { newId } from '#sandbox/ids.ts';
import type { PaymentIntentRecord } from '#sandbox/records/intents.ts';
import type { BalanceTransactionRecord, ChargeRecord } from '#sandbox/records/money-moved.ts';
import type { PaymentMethodRecord } from '#sandbox/records/payment-methods.ts';
import type { Json } from '#sandbox/records/values.ts';
import type { MoneyEntry } from '#sandbox/store/entries.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';

const dayMs = 24 * 60 * 60 * 1000;

export type ChargeResult = { kind: 'succeeded' } | { kind: 'pending' } | { kind: 'declined'; decline: Decline };

export function createCharge(
  tx: Transaction,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  result: ChargeResult,
  authenticated: boolean,
): ChargeRecord {
  const card = cardById(method._.behaviour);
  const decline = result.kind === 'declined' ? result.decline : null;
  const charge = tx.put<'charge'>({
    object: 'charge',
    id: newId('ch'),
    created: tx.nowSeconds,
    amount: intent.amount,
    amount_captured: result.kind === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: method.billing_details,
    captured: result.kind === 'succeeded',
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: intent.metadata,
    outcome: outcomeOf(card, decline),
    paid: result.kind === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(intent, method, authenticated),
    receipt_email: intent.receipt_email,
    refunded: false,
    status: result.kind === 'declined' ? 'failed' : result.kind,
    _: { behaviour: card.id },
  });
  if (result.kind === 'succeeded') return settleCharge(tx, charge, card);
  recordMoneyEntry(tx, result.kind === 'pending' ? 'charge_pending' : 'charge_failed', charge, charge.amount);
  tx.emit(result.kind === 'pending' ? 'charge.pending' : 'charge.failed', charge);
  if (result.kind === 'pending') tx.schedule('settle_charge', charge.id, tx.nowMs + tx.delays.processingMs);
  return charge;
}

export function settleCharge(tx: Transaction, charge: ChargeRecord, card: TestCard): ChargeRecord {
  const balance = addBalance(tx, {
    type: 'charge',
    reporting_category: 'charge',
    source: charge.id,
    amount: charge.amount,
    currency: charge.currency,
    description: charge.description,
    atOnce: card.fundsAtOnce,
  });
  const settled = tx.put<'charge'>({
    ...charge,
    amount_captured: charge.amount,
    balance_transaction: balance.id,
    captured: true,
    paid: true,
    status: 'succeeded',
  });
  recordMoneyEntry(tx, 'charge_succeeded', settled, settled.amount);
  tx.emit('charge.succeeded', settled);
  if (card.losesAnswer) tx.loseAnswer();
  if (card.afterCharge !== null) tx.schedule('after_charge', settled.id, tx.nowMs + tx.delays.disputeMs);
  return settled;
}

export function failCharge(tx: Transaction, charge: ChargeRecord, decline: Decline): ChargeRecord {
  const card = cardById(charge._.behaviour);
  const failed = tx.put<'charge'>({
    ...charge,
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: outcomeOf(card, decline),
    status: 'failed',
  });
  recordMoneyEntry(tx, 'charge_failed', failed, failed.amount);
  tx.emit('charge.failed', failed);
  return failed;
}

export function recordMoneyEntry(
  tx: Transaction,
  kind: MoneyEntry['kind'],
  charge: ChargeRecord,
  amount: number,
  related: string | null = null,
): void {
  const { currency, customer, payment_intent: paymentIntent } = charge;
  tx.addMoney({
    kind,
    amount,
    currency,
    charge: charge.id,
    paymentIntent,
    customer,
    related,
    metadata: tx.get('payment_intent', paymentIntent)?.metadata ?? charge.metadata,
  });
}

type NewBalance = Pick<BalanceTransactionRecord, 'type' | 'reporting_category' | 'source' | 'amount' | 'currency' | 'description'> & {
  atOnce: boolean;
};

/** `amount` is negative for money that leaves the account. */
export function addBalance(tx: Transaction, { atOnce, ...fields }: NewBalance): BalanceTransactionRecord {
  return tx.put<'balance_transaction'>({
    object: 'balance_transaction',
    id: newId('txn'),
    created: tx.nowSeconds,
    ...fields,
    net: fields.amount,
    available_on: Math.floor((tx.nowMs + (atOnce ? 0 : 2 * dayMs)) / 1000),
    status: atOnce ? 'available' : 'pending',
  });
}

function outcomeOf(card: TestCard, decline: Decline | null): Json {
  const risk = { risk_level: card.risk.level, risk_score: card.risk.score };
  const advice = {
    advice_code: decline?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: decline?.network_decline_code ?? null,
  };
  if (decline === null)
    return {
      ...advice,
      ...risk,
      network_status: 'approved_by_network',
      reason: null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  if (card.risk.blocked)
    return {
      ...advice,
      ...risk,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      seller_message: 'The payment was blocked as too risky.',
      type: 'blocked',
    };
  return {
    ...advice,
    ...risk,
    network_status: 'declined_by_network',
    reason: decline.decline_code ?? decline.code,
    seller_message: decline.message,
    type: 'issuer_declined',
  };
}

function methodDetails(intent: PaymentIntentRecord, method: PaymentMethodRecord, authenticated: boolean): Json {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card;
  const threeDSecure = {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: '05',
    exemption_indicator: null,
    result: 'authenticated',
    result_reason: null,
    transaction_id: newId('3ds'),
    version: '2.2.0',
  };
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand,
      checks: { ...checks },
      country,
      exp_month,
      exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint,
      funding,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: authenticated ? threeDSecure : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
