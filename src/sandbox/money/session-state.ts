import type { CheckoutSessionRecord } from '#sandbox/records/checkout-sessions.ts';
import type { PaymentIntentRecord } from '#sandbox/records/intents.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { closeChallenge } from './challenge.ts';

export function followPayment(tx: Transaction, intent: PaymentIntentRecord): void {
  const session = intent._.checkoutSession === null ? undefined : tx.get('checkout.session', intent._.checkoutSession);
  if (!session) return;
  const paid = intent.status === 'succeeded';
  if (session.status === 'open' && (paid || intent.status === 'processing')) {
    const done = tx.put<'checkout.session'>({
      ...session,
      payment_intent: intent.id,
      payment_status: paid ? 'paid' : 'unpaid',
      status: 'complete',
      url: null,
    });
    tx.emit('checkout.session.completed', done);
  } else if (session.status === 'complete' && session.payment_status === 'unpaid' && paid) {
    const settled = tx.put<'checkout.session'>({ ...session, payment_status: 'paid' });
    tx.emit('checkout.session.async_payment_succeeded', settled);
  } else if (session.status === 'complete' && intent.status === 'requires_payment_method') {
    tx.emit('checkout.session.async_payment_failed', session);
  }
}

export function expireSession(tx: Transaction, session: CheckoutSessionRecord): CheckoutSessionRecord {
  const expired = tx.put<'checkout.session'>({ ...session, status: 'expired', url: null });
  tx.emit('checkout.session.expired', expired);
  const intent = session.payment_intent === null ? undefined : tx.get('payment_intent', session.payment_intent);
  if (intent && intent.status !== 'succeeded' && intent.status !== 'processing') cancelPayment(tx, intent, null);
  return expired;
}

export function cancelPayment(tx: Transaction, intent: PaymentIntentRecord, reason: string | null): PaymentIntentRecord {
  closeChallenge(tx, intent._.attempt, 'canceled');
  const canceled = tx.put<'payment_intent'>({
    ...intent,
    canceled_at: tx.nowSeconds,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  tx.emit('payment_intent.canceled', canceled);
  return canceled;
}
