import { newId, randomText } from '#sandbox/ids.ts';
import type { PaymentIntentRecord } from '#sandbox/records/intents.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';

export type NewIntent = Pick<PaymentIntentRecord, 'amount' | 'currency'> &
  Partial<
    Pick<
      PaymentIntentRecord,
      | 'allowed_payment_method_types'
      | 'automatic_payment_methods'
      | 'customer'
      | 'description'
      | 'metadata'
      | 'payment_method'
      | 'receipt_email'
      | 'setup_future_usage'
      | 'statement_descriptor'
      | 'statement_descriptor_suffix'
    >
  > & { requestThreeDSecure?: PaymentIntentRecord['_']['requestThreeDSecure']; checkoutSession?: string | null };

export function createIntent(
  tx: Transaction,
  { requestThreeDSecure = 'automatic', checkoutSession = null, ...fields }: NewIntent,
): PaymentIntentRecord {
  const id = newId('pi');
  const intent = tx.put<'payment_intent'>({
    object: 'payment_intent',
    id,
    created: tx.nowSeconds,
    allowed_payment_method_types: null,
    amount_received: 0,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    customer: null,
    description: null,
    last_payment_error: null,
    latest_charge: null,
    metadata: {},
    next_action: null,
    payment_method: null,
    receipt_email: null,
    setup_future_usage: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    ...fields,
    status: fields.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    _: { requestThreeDSecure, attempt: null, checkoutSession },
  });
  tx.emit('payment_intent.created', intent);
  return intent;
}
