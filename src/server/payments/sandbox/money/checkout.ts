import { invalidRequest } from '#server/payments/sandbox/api/problem.ts';
import type { CheckoutSessionRecord } from '#server/payments/sandbox/records/checkout-sessions.ts';
import type { PaymentIntentRecord } from '#server/payments/sandbox/records/intents.ts';
import type { PaymentMethodRecord } from '#server/payments/sandbox/records/payment-methods.ts';
import type { Transaction } from '#server/payments/sandbox/store/transaction.ts';
import { confirmPayment } from './confirm-payment.ts';
import { createIntent } from './create-intent.ts';

/** Pays an open session with a card. Throws the card error of a refused one; the session stays open for another card. */
export function paySession(tx: Transaction, session: CheckoutSessionRecord, method: PaymentMethodRecord): PaymentIntentRecord {
  if (session.status !== 'open')
    throw invalidRequest(`This Checkout Session is ${session.status} and can no longer be paid.`, { code: 'checkout_session_closed' });
  const begun = session.payment_intent === null ? undefined : tx.get('payment_intent', session.payment_intent);
  const intent = begun ?? beginPayment(tx, session);
  const details = {
    address: { ...method.billing_details.address },
    business_name: null,
    email: method.billing_details.email,
    individual_name: null,
    name: method.billing_details.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  tx.put<'checkout.session'>({ ...session, customer_details: details, payment_intent: intent.id });
  return confirmPayment(tx, intent, {
    method,
    offSession: false,
    way: { kind: 'redirect', returnUrl: session._.pageUrl },
    errorOnRequiresAction: false,
  });
}

function beginPayment(tx: Transaction, session: CheckoutSessionRecord): PaymentIntentRecord {
  return createIntent(tx, {
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    description: session._.paymentDescription,
    metadata: session._.paymentMetadata,
    setup_future_usage: session._.setupFutureUsage,
    checkoutSession: session.id,
  });
}
