import objectFields from './data/stripe-objects.json' with { type: 'json' };
import type { IntentError } from './records/errors.ts';
import type { AnyRecord } from './records/record-types.ts';
import type { Json } from './records/values.ts';
import type { Transaction } from './store/transaction.ts';

/** This module renders records as API objects. Events store compact objects; responses contain complete objects with default values. */

export const apiVersion = '2026-10-28.endive';

type JsonObject = { [key: string]: Json };

/** All other fields in stripe-objects.json default to null. */
const fixedFields: Record<string, JsonObject> = {
  customer: { balance: 0, delinquent: false, next_invoice_sequence: 1, tax_exempt: 'none' },
  payment_intent: {
    amount_capturable: 0,
    amount_details: { tip: {} },
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
  },
  setup_intent: {
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
  },
  charge: { fraud_details: {}, calculated_statement_descriptor: 'SANDBOX' },
  balance_transaction: { balance_type: 'payments', fee: 0, fee_details: [] },
  refund: { destination_details: { card: { type: 'refund' }, type: 'card' } },
  dispute: { enhanced_eligibility_types: [], evidence: {} },
  'checkout.session': {
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_creation: 'if_required',
    mode: 'payment',
    payment_method_collection: 'if_required',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    phone_number_collection: { enabled: false },
    shipping_options: [],
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
  },
  'radar.early_fraud_warning': { actionable: true, fraud_type: 'misc' },
  event: { api_version: apiVersion },
};

const names = objectFields as unknown as Record<string, readonly string[] | undefined>;
const blank = new Map<string, JsonObject>();

/** Returns the API fields of a record and omits private fields. If the last error names a payment method, replaces the ID by the object. */
export function compactObject(record: AnyRecord, transaction: Transaction): JsonObject {
  const { _: _private, ...fields } = record as AnyRecord & { _?: unknown };
  const shown = fields as unknown as JsonObject;
  if (record.object === 'payment_intent' && record.last_payment_error)
    return { ...shown, last_payment_error: withMethod(record.last_payment_error, transaction) };
  if (record.object === 'setup_intent' && record.last_setup_error)
    return { ...shown, last_setup_error: withMethod(record.last_setup_error, transaction) };
  if (record.object === 'tax_id') return { ...shown, owner: { customer: record.customer, customer_account: null, type: 'customer' } };
  if (record.object === 'dispute')
    return { ...shown, balance_transactions: record.balance_transactions.map((id) => shownOrNull('balance_transaction', id, transaction)) };
  return shown;
}

export function completeObject(value: Json): Json {
  if (Array.isArray(value)) return value.map(completeObject);
  if (value === null || typeof value !== 'object') return value;
  const known = typeof value['object'] === 'string' && value['deleted'] !== true ? defaultsOf(value['object']) : undefined;
  const inside = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, completeObject(child)]));
  return known ? { ...known, ...inside } : inside;
}

export function renderObject(record: AnyRecord, transaction: Transaction): JsonObject {
  if ('deleted' in record && record.deleted) return { id: record.id, object: record.object, deleted: true };
  if (record.object === 'event') return renderEvent(record, transaction);
  return completeObject(compactObject(record, transaction)) as JsonObject;
}

function renderEvent(event: Extract<AnyRecord, { object: 'event' }>, transaction: Transaction): JsonObject {
  const { snapshot, previous, ...fields } = event;
  return {
    ...defaultsOf('event'),
    ...(fields as unknown as JsonObject),
    data: { object: completeObject(snapshot), ...(previous && { previous_attributes: previous }) },
    pending_webhooks: transaction.pendingDeliveries(event.id),
  };
}

function withMethod(error: IntentError, transaction: Transaction): Json {
  const { payment_method, ...fields } = error;
  if (payment_method === undefined) return fields;
  return {
    ...(fields as unknown as JsonObject),
    payment_method: shownOrNull('payment_method', payment_method, transaction),
    payment_method_type: 'card',
  };
}

function shownOrNull(name: 'payment_method' | 'balance_transaction', id: string, transaction: Transaction): Json {
  const record = transaction.get(name, id);
  return record ? compactObject(record, transaction) : null;
}

function defaultsOf(object: string): JsonObject | undefined {
  const fields = names[object];
  if (!Array.isArray(fields)) return undefined;
  let defaults = blank.get(object);
  if (!defaults) {
    defaults = {
      ...Object.fromEntries(fields.map((field: string) => [field, field === 'livemode' ? false : null])),
      ...fixedFields[object],
    };
    blank.set(object, defaults);
  }
  return defaults;
}
