import { cardById } from '#sandbox/cards/find-card.ts';
import { newId } from '#sandbox/ids.ts';
import type { ChargeRecord, DisputeRecord } from '#sandbox/records/money-moved.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { addBalance, recordMoneyEntry } from './charge.ts';

const evidenceTimeSeconds = 7 * 24 * 60 * 60;

/** Creates the dispute, inquiry (a dispute that withdraws no money) or fraud warning that the test card causes, if any. */
export function afterCharge(tx: Transaction, charge: ChargeRecord): void {
  const what = cardById(charge._.behaviour).afterCharge;
  if (what === 'fraud_warning') {
    const warning = tx.put<'radar.early_fraud_warning'>({
      object: 'radar.early_fraud_warning',
      id: newId('issfr'),
      created: tx.nowSeconds,
      charge: charge.id,
      payment_intent: charge.payment_intent,
    });
    tx.emit('radar.early_fraud_warning.created', warning);
  } else if (what !== null && !charge.refunded) {
    openDispute(tx, charge, what);
  }
}

function openDispute(tx: Transaction, charge: ChargeRecord, what: 'dispute_fraudulent' | 'dispute_not_received' | 'inquiry'): void {
  const amount = charge.amount - charge.amount_refunded;
  const inquiry = what === 'inquiry';
  const id = newId('dp');
  const withdrawal = inquiry
    ? null
    : addBalance(tx, {
        type: 'adjustment',
        reporting_category: 'dispute',
        source: id,
        amount: -amount,
        currency: charge.currency,
        description: null,
        atOnce: true,
      });
  const card = cardById(charge._.behaviour);
  const dispute = tx.put<'dispute'>({
    object: 'dispute',
    id,
    created: tx.nowSeconds,
    amount,
    balance_transactions: withdrawal ? [withdrawal.id] : [],
    charge: charge.id,
    currency: charge.currency,
    evidence_details: {
      due_by: tx.nowSeconds + evidenceTimeSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: null,
    },
    is_charge_refundable: inquiry,
    metadata: {},
    network_reason_code: what === 'dispute_not_received' ? '13.1' : '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: card.brand,
        case_type: inquiry ? 'inquiry' : 'chargeback',
        network: card.brand,
        network_reason_code: what === 'dispute_not_received' ? '13.1' : '10.4',
      },
      type: 'card',
    },
    reason: what === 'dispute_not_received' ? 'product_not_received' : 'fraudulent',
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  });
  tx.put<'charge'>({ ...charge, disputed: true });
  tx.emit('charge.dispute.created', dispute);
  if (withdrawal === null) return;
  tx.emit('charge.dispute.funds_withdrawn', dispute);
  recordMoneyEntry(tx, 'dispute_opened', charge, amount, dispute.id);
}

export function closeDispute(tx: Transaction, dispute: DisputeRecord, won: boolean): DisputeRecord {
  if (dispute.status !== 'needs_response' && dispute.status !== 'warning_needs_response') return dispute;
  const charge = tx.get('charge', dispute.charge);
  const inquiry = dispute.status === 'warning_needs_response';
  const back =
    won && !inquiry
      ? addBalance(tx, {
          type: 'adjustment',
          reporting_category: 'dispute_reversal',
          source: dispute.id,
          amount: dispute.amount,
          currency: dispute.currency,
          description: null,
          atOnce: true,
        })
      : null;
  const closed = tx.put<'dispute'>({
    ...dispute,
    balance_transactions: back ? [...dispute.balance_transactions, back.id] : dispute.balance_transactions,
    status: inquiry ? 'warning_closed' : won ? 'won' : 'lost',
  });
  tx.emit('charge.dispute.closed', closed, dispute);
  if (inquiry || !charge) return closed;
  if (back) tx.emit('charge.dispute.funds_reinstated', closed);
  recordMoneyEntry(tx, won ? 'dispute_won' : 'dispute_lost', charge, dispute.amount, dispute.id);
  return closed;
}
