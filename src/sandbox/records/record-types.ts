import type { CheckoutSessionRecord } from './checkout-sessions.ts';
import type { CustomerRecord, TaxIdRecord } from './customers.ts';
import type { EventRecord, WebhookEndpointRecord } from './events.ts';
import type { ChallengeRecord, PaymentIntentRecord, SetupAttemptRecord, SetupIntentRecord } from './intents.ts';
import type { BalanceTransactionRecord, ChargeRecord, DisputeRecord, FraudWarningRecord, RefundRecord } from './money-moved.ts';
import type { PaymentMethodRecord } from './payment-methods.ts';

/** Stored records by object type. Field names are those of the API; `_` contains private data. render.ts adds constant fields. */
export interface RecordTypes {
  customer: CustomerRecord;
  payment_method: PaymentMethodRecord;
  payment_intent: PaymentIntentRecord;
  setup_intent: SetupIntentRecord;
  setup_attempt: SetupAttemptRecord;
  charge: ChargeRecord;
  balance_transaction: BalanceTransactionRecord;
  refund: RefundRecord;
  dispute: DisputeRecord;
  'radar.early_fraud_warning': FraudWarningRecord;
  'checkout.session': CheckoutSessionRecord;
  tax_id: TaxIdRecord;
  webhook_endpoint: WebhookEndpointRecord;
  challenge: ChallengeRecord;
  event: EventRecord;
}

export type ObjectName = keyof RecordTypes;
export type AnyRecord = RecordTypes[ObjectName];
