import { equalSecrets } from '#sandbox/api/auth.ts';
import type { KeyKind } from '#sandbox/api/endpoint.ts';
import { ApiProblem, missingParameter, noSuch } from '#sandbox/api/problem.ts';
import type { CustomerRecord } from '#sandbox/records/customers.ts';
import type { PaymentIntentRecord, SetupIntentRecord } from '#sandbox/records/intents.ts';
import type { ObjectName, RecordTypes } from '#sandbox/records/record-types.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';

const spoken: Partial<Record<ObjectName, string>> = {
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
  tax_id: 'tax_id',
  webhook_endpoint: 'webhook endpoint',
};

export function inPath<Name extends ObjectName>(tx: Transaction, name: Name, id: string, param = 'id'): RecordTypes[Name] {
  const record = tx.get(name, id);
  if (!record || ('deleted' in record && record.deleted && name !== 'customer')) throw noSuch(spoken[name] ?? name, id, param, 404);
  return record;
}

/** Throws if the customer does not exist or is deleted. */
export function liveCustomer(tx: Transaction, id: string, param = 'customer', status: 400 | 404 = 400): CustomerRecord {
  const customer = tx.get('customer', id);
  if (!customer || customer.deleted) throw noSuch('customer', id, param, status);
  return customer;
}

/** Throws if the client secret is wrong, or missing in a request with the publishable key. The secret key needs no client secret. */
export function requireClientSecret(key: KeyKind, intent: PaymentIntentRecord | SetupIntentRecord, clientSecret: string | undefined): void {
  if (key === 'secret' && clientSecret === undefined) return;
  if (clientSecret === undefined) throw missingParameter('client_secret');
  if (equalSecrets(clientSecret, intent.client_secret)) return;
  const what = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  throw new ApiProblem(400, {
    type: 'invalid_request_error',
    code: intent.object === 'payment_intent' ? 'payment_intent_invalid_parameter' : 'setup_intent_invalid_parameter',
    message: `The client_secret provided does not match the client_secret associated with this ${what}.`,
    param: 'client_secret',
  });
}

/** Throws an API error if the value is missing. */
export function needRecord<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw missingParameter(name);
  return value;
}
