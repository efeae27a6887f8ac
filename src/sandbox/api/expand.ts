import { completeObject, compactObject, renderObject } from '#sandbox/render.ts';
import type { ObjectName } from '#sandbox/records/record-types.ts';
import type { Json } from '#sandbox/records/values.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { lineItems } from './line-items.ts';
import { invalidRequest } from './problem.ts';

const links: Partial<Record<ObjectName, Record<string, ObjectName>>> = {
  payment_intent: { customer: 'customer', payment_method: 'payment_method', latest_charge: 'charge' },
  setup_intent: { customer: 'customer', payment_method: 'payment_method', latest_attempt: 'setup_attempt' },
  setup_attempt: { customer: 'customer', payment_method: 'payment_method', setup_intent: 'setup_intent' },
  charge: { customer: 'customer', payment_intent: 'payment_intent', balance_transaction: 'balance_transaction', refunds: 'refund' },
  refund: {
    charge: 'charge',
    payment_intent: 'payment_intent',
    customer: 'customer',
    payment_method: 'payment_method',
    balance_transaction: 'balance_transaction',
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  'radar.early_fraud_warning': { charge: 'charge', payment_intent: 'payment_intent' },
  'checkout.session': { customer: 'customer', payment_intent: 'payment_intent', line_items: 'checkout.session' },
  payment_method: { customer: 'customer' },
  customer: { tax_ids: 'tax_id' },
  tax_id: { customer: 'customer' },
};

const maxDepth = 4;

/** Splits paths into field names. Throws if a path cannot be expanded, so call it before the request changes anything. */
export function checkExpand(paths: readonly string[], object: ObjectName, isList: boolean): string[][] {
  return paths.map((path) => {
    const parts = path.split('.');
    if (parts.length > maxDepth)
      throw invalidRequest(`You cannot expand more than ${maxDepth} levels of a property (${path}).`, { param: 'expand' });
    if (isList && parts.shift() !== 'data') throw notExpandable(path);
    let at: ObjectName = object;
    for (const part of parts) {
      const known: Record<string, ObjectName> = links[at] ?? {};
      const next = Object.hasOwn(known, part) ? known[part] : undefined;
      if (next === undefined) throw notExpandable(path);
      at = next;
    }
    return parts;
  });
}

export function expandObject(json: { [key: string]: Json }, parts: readonly string[], tx: Transaction): { [key: string]: Json } {
  const [field, ...rest] = parts;
  const object = json['object'];
  if (field === undefined || typeof object !== 'string') return json;
  const list = expandList(json, object, field, tx);
  if (list) return { ...json, [field]: list };
  const target = links[object as ObjectName]?.[field];
  const value = json[field];
  if (target === undefined || value === null || value === undefined) return json;
  const inner = typeof value === 'string' ? renderById(target, value, tx) : (value as { [key: string]: Json });
  return { ...json, [field]: inner === null ? null : expandObject(inner, rest, tx) };
}

function expandList(json: { [key: string]: Json }, object: string, field: string, tx: Transaction): Json | null {
  const id = String(json['id']);
  if (object === 'charge' && field === 'refunds') {
    const refunds = tx
      .all('refund')
      .filter((refund) => refund.charge === id)
      .reverse();
    return { object: 'list', data: refunds.map((refund) => renderObject(refund, tx)), has_more: false, url: `/v1/charges/${id}/refunds` };
  }
  if (object === 'customer' && field === 'tax_ids') {
    const taxIds = tx
      .all('tax_id')
      .filter((taxId) => taxId.customer === id && !taxId.deleted)
      .reverse();
    return { object: 'list', data: taxIds.map((taxId) => renderObject(taxId, tx)), has_more: false, url: `/v1/customers/${id}/tax_ids` };
  }
  const session = object === 'checkout.session' && field === 'line_items' ? tx.get('checkout.session', id) : undefined;
  return session ? completeObject(lineItems(session)) : null;
}

function renderById(object: ObjectName, id: string, tx: Transaction): { [key: string]: Json } | null {
  const record = tx.get(object, id);
  return record ? (completeObject(compactObject(record, tx)) as { [key: string]: Json }) : null;
}

const notExpandable = (path: string) => invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
