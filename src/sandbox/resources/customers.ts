import { answerEndpoint, defineEndpoint, type Endpoint } from '#sandbox/api/endpoint.ts';
import { createdShape, listShape, pageOfList } from '#sandbox/api/lists.ts';
import {
  addressShape,
  clearableParam,
  groupParam,
  listOf,
  mergeMetadata,
  metadataParam,
  oneOf,
  textParam,
  toAddress,
  type Values,
} from '#sandbox/api/params.ts';
import { invalidRequest } from '#sandbox/api/problem.ts';
import { newId, randomText } from '#sandbox/ids.ts';
import { attachMethod, methodFor, requireUsable } from '#sandbox/money/methods.ts';
import type { CustomerRecord } from '#sandbox/records/customers.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { inPath, liveCustomer } from './lookup.ts';

const email = clearableParam(textParam(512));
const fields = {
  address: clearableParam(groupParam(addressShape)),
  description: clearableParam(textParam()),
  email,
  invoice_settings: groupParam({ default_payment_method: clearableParam(textParam(255)) }),
  metadata: metadataParam,
  name: clearableParam(textParam(256)),
  phone: clearableParam(textParam(20)),
  preferred_locales: listOf(textParam(35)),
  tax_exempt: clearableParam(oneOf('none', 'exempt', 'reverse')),
};

const object = 'customer';

export const customerEndpoints: Endpoint[] = [
  defineEndpoint({ method: 'POST', path: '/customers', object }, { ...fields, payment_method: textParam(255) }, ({ tx, params }) => {
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
      attachMethod(tx, method, customer.id);
    }
    return answerEndpoint(customer);
  }),
  defineEndpoint({ method: 'GET', path: '/customers/:id', object }, {}, ({ tx, path }) => answerEndpoint(inPath(tx, object, path('id')))),
  defineEndpoint({ method: 'POST', path: '/customers/:id', object }, fields, ({ tx, params, path }) => {
    const before = liveCustomer(tx, path('id'), 'id', 404);
    const after = tx.put<'customer'>({ ...before, ...changes(tx, before, params) });
    tx.emit('customer.updated', after, before);
    return answerEndpoint(after);
  }),
  defineEndpoint({ method: 'DELETE', path: '/customers/:id', object }, {}, ({ tx, path }) => {
    const deleted = tx.put<'customer'>({ ...liveCustomer(tx, path('id'), 'id', 404), deleted: true });
    tx.emit('customer.deleted', deleted);
    for (const method of tx.all('payment_method')) {
      if (method.customer === deleted.id) tx.put<'payment_method'>({ ...method, customer: null, _: { ...method._, spent: true } });
    }
    return answerEndpoint(deleted);
  }),
  defineEndpoint(
    { method: 'GET', path: '/customers', object, isList: true },
    { ...listShape, ...createdShape, email: textParam(512) },
    ({ tx, params }) => {
      const customers = tx
        .all(object)
        .filter((customer) => !customer.deleted && (params.email === undefined || customer.email === params.email));
      return pageOfList('/v1/customers', 'customer', customers, params);
    },
  ),
  defineEndpoint(
    { method: 'GET', path: '/customers/:id/payment_methods', object: 'payment_method', isList: true },
    { ...listShape, type: oneOf('card') },
    ({ tx, params, path }) => {
      const customer = liveCustomer(tx, path('id'), 'customer', 404);
      const methods = tx.all('payment_method').filter((method) => method.customer === customer.id);
      return pageOfList(`/v1/customers/${customer.id}/payment_methods`, 'PaymentMethod', methods, params);
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
