import { invalidRequest } from '#sandbox/api/problem.ts';
import { cardById } from '#sandbox/cards/find-card.ts';
import { newId } from '#sandbox/ids.ts';
import type { ChargeRecord, RefundRecord } from '#sandbox/records/money-moved.ts';
import type { Metadata } from '#sandbox/records/values.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { addBalance, recordMoneyEntry } from './charge.ts';

export interface NewRefund {
  /** In minor units; null refunds the rest of the charge. */
  amount: number | null;
  reason: string | null;
  metadata: Metadata;
}

export function createRefund(tx: Transaction, charge: ChargeRecord, { amount, reason, metadata }: NewRefund): RefundRecord {
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.status !== 'succeeded')
    throw invalidRequest(`Charge ${charge.id} has not succeeded and cannot be refunded.`, { param: 'charge' });
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded', param: 'charge' });
  if (charge.disputed && !refundableDispute(tx, charge))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed', param: 'charge' });
  const sum = amount ?? left;
  if (sum <= 0) throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (sum > left)
    throw invalidRequest(
      `Refund amount (${sum}) is greater than unrefunded amount on charge (${left}) in minor units of ${charge.currency}.`,
      { param: 'amount' },
    );

  const how = cardById(charge._.behaviour).refund;
  const id = newId('re');
  const balance = addBalance(tx, {
    type: 'refund',
    reporting_category: 'refund',
    source: id,
    amount: -sum,
    currency: charge.currency,
    description: null,
    atOnce: false,
  });
  const refund = tx.put<'refund'>({
    object: 'refund',
    id,
    created: tx.nowSeconds,
    amount: sum,
    balance_transaction: balance.id,
    charge: charge.id,
    currency: charge.currency,
    customer: charge.customer,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(how === 'pending' && { pending_reason: 'processing' }),
    reason,
    status: how === 'pending' ? 'pending' : 'succeeded',
  });
  tx.emit('refund.created', refund);
  const refunded = tx.put<'charge'>({ ...charge, amount_refunded: charge.amount_refunded + sum, refunded: sum === left });
  tx.emit('charge.refunded', refunded, charge);
  recordMoneyEntry(tx, how === 'pending' ? 'refund_pending' : 'refund_succeeded', charge, sum, refund.id);
  if (how !== 'at_once') tx.schedule('settle_refund', refund.id, tx.nowMs + tx.delays.refundMs);
  return refund;
}

/** Completes a pending refund. For some cards, the completed refund fails later and its amount returns to the account. */
export function settleRefund(tx: Transaction, refund: RefundRecord): void {
  const charge = tx.get('charge', refund.charge);
  if (!charge) return;
  if (refund.status === 'pending') {
    const { pending_reason: _pendingReason, ...fields } = refund;
    const done = tx.put<'refund'>({ ...fields, status: 'succeeded' });
    tx.emit('refund.updated', done, refund);
    recordMoneyEntry(tx, 'refund_succeeded', charge, refund.amount, refund.id);
    return;
  }
  const failed = tx.put<'refund'>({ ...refund, failure_reason: 'expired_or_canceled_card', status: 'failed' });
  tx.emit('refund.updated', failed, refund);
  tx.emit('refund.failed', failed);
  const restored = tx.put<'charge'>({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  tx.emit('charge.updated', restored, charge);
  addBalance(tx, {
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    source: refund.id,
    amount: refund.amount,
    currency: refund.currency,
    description: null,
    atOnce: false,
  });
  recordMoneyEntry(tx, 'refund_failed', charge, refund.amount, refund.id);
}

function refundableDispute(tx: Transaction, charge: ChargeRecord): boolean {
  return tx.all('dispute').every((dispute) => dispute.charge !== charge.id || dispute.is_charge_refundable);
}
