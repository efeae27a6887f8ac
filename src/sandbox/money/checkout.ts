import { invalidRequest } from '#sandbox/api/problem.ts';
import type { CheckoutSessionRecord } from '#sandbox/records/checkout-sessions.ts';
import type { PaymentIntentRecord } from '#sandbox/records/intents.ts';
import type { PaymentMethodRecord } from '#sandbox/records/payment-methods.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { confirmPayment } from './confirm-payment.ts';
import { createIntent } from './create-intent.ts';

/** If the charge is declined, throws the card error and leaves the session open. */
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
    allowed_payment_method_types: session.allowed_payment_method_types ?? null,
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    description: session._.paymentDescription,
    metadata: session._.paymentMetadata,
    setup_future_usage: session._.setupFutureUsage,
    checkoutSession: session.id,
  });
}
