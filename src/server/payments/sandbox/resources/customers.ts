import { answer, endpoint, type Endpoint } from '#server/payments/sandbox/api/endpoint.ts';
import { createdShape, listShape, page } from '#server/payments/sandbox/api/lists.ts';
import {
  addressShape,
  clearable,
  group,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  toAddress,
  type Values,
} from '#server/payments/sandbox/api/params.ts';
import { invalidRequest } from '#server/payments/sandbox/api/problem.ts';
import { newId, randomText } from '#server/payments/sandbox/ids.ts';
import { attach, methodFor, requireUsable } from '#server/payments/sandbox/money/methods.ts';
import type { CustomerRecord } from '#server/payments/sandbox/records/customers.ts';
import type { Transaction } from '#server/payments/sandbox/store/transaction.ts';
import { inPath, liveCustomer } from './lookup.ts';

const email = clearable(text(512));
const fields = {
  address: clearable(group(addressShape)),
  description: clearable(text()),
  email,
  invoice_settings: group({ default_payment_method: clearable(text(255)) }),
  metadata,
  name: clearable(text(256)),
  phone: clearable(text(20)),
  preferred_locales: listOf(text(35)),
  tax_exempt: clearable(oneOf('none', 'exempt', 'reverse')),
};

const object = 'customer';

export const customerEndpoints: Endpoint[] = [
  endpoint({ method: 'POST', path: '/customers', object }, { ...fields, payment_method: text(255) }, ({ tx, params }) => {
    const blank: CustomerRecord = {
      object,
      id: newId('cus'),
      created: tx.nowSeconds,
      email: null,
      name: null,
      description: null,
      phone: null,
      address: null,
      metadata: {},
      preferred_locales: [],
      tax_exempt: 'none',
      invoice_prefix: randomText(8).toUpperCase(),
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    };
    const customer = tx.put<'customer'>({ ...blank, ...changes(tx, blank, params) });
    tx.emit('customer.created', customer);
    if (params.payment_method !== undefined) {
      const method = methodFor(tx, params.payment_method);
      requireUsable(method, customer.id);
      attach(tx, method, customer.id);
    }
    return answer(customer);
  }),
  endpoint({ method: 'GET', path: '/customers/:id', object }, {}, ({ tx, path }) => answer(inPath(tx, object, path('id')))),
  endpoint({ method: 'POST', path: '/customers/:id', object }, fields, ({ tx, params, path }) => {
    const before = liveCustomer(tx, path('id'), 'id', 404);
    const after = tx.put<'customer'>({ ...before, ...changes(tx, before, params) });
    tx.emit('customer.updated', after, before);
    return answer(after);
  }),
  endpoint({ method: 'DELETE', path: '/customers/:id', object }, {}, ({ tx, path }) => {
    const deleted = tx.put<'customer'>({ ...liveCustomer(tx, path('id'), 'id', 404), deleted: true });
    tx.emit('customer.deleted', deleted);
    for (const method of tx.all('payment_method')) {
      if (method.customer === deleted.id) tx.put<'payment_method'>({ ...method, customer: null, _: { ...method._, spent: true } });
    }
    return answer(deleted);
  }),
  endpoint(
    { method: 'GET', path: '/customers', object, isList: true },
    { ...listShape, ...createdShape, email: text(512) },
    ({ tx, params }) => {
      const customers = tx
        .all(object)
        .filter((customer) => !customer.deleted && (params.email === undefined || customer.email === params.email));
      return page('/v1/customers', 'customer', customers, params);
    },
  ),
  endpoint(
    { method: 'GET', path: '/customers/:id/payment_methods', object: 'payment_method', isList: true },
    { ...listShape, type: oneOf('card') },
    ({ tx, params, path }) => {
      const customer = liveCustomer(tx, path('id'), 'customer', 404);
      const methods = tx.all('payment_method').filter((method) => method.customer === customer.id);
      return page(`/v1/customers/${customer.id}/payment_methods`, 'PaymentMethod', methods, params);
    },
  ),
];

function changes(tx: Transaction, before: CustomerRecord, params: Values<typeof fields>): Partial<CustomerRecord> {
  const { address, invoice_settings, metadata: newMetadata, tax_exempt, email: newEmail, ...plain } = params;
  if (newEmail && !newEmail.includes('@'))
    throw invalidRequest(`Invalid email address: ${newEmail}`, { code: 'email_invalid', param: 'email' });
  const change: Partial<CustomerRecord> = { metadata: mergeMetadata(before.metadata, newMetadata) };
  for (const key of ['description', 'name', 'phone', 'preferred_locales'] as const) {
    if (plain[key] !== undefined) Object.assign(change, { [key]: plain[key] });
  }
  if (newEmail !== undefined) change.email = newEmail;
  if (address !== undefined) change.address = address === null ? null : toAddress(address);
  if (tax_exempt !== undefined) change.tax_exempt = tax_exempt ?? 'none';
  const defaultMethod = invoice_settings?.default_payment_method;
  if (defaultMethod !== undefined) {
    if (defaultMethod !== null && tx.get('payment_method', defaultMethod)?.customer !== before.id) {
      throw invalidRequest(
        'The customer does not have a payment method with the ID ' +
          defaultMethod +
          '. The payment method must be attached to the customer.',
        { param: 'invoice_settings[default_payment_method]' },
      );
    }
    change.invoice_settings = { ...before.invoice_settings, default_payment_method: defaultMethod };
  }
  return change;
}
