import taxIdTypes from '#sandbox/data/tax-id-types.json' with { type: 'json' };
import { answerEndpoint, defineEndpoint, type Endpoint } from '#sandbox/api/endpoint.ts';
import { listShape, pageOfList } from '#sandbox/api/lists.ts';
import { textParam } from '#sandbox/api/params.ts';
import { invalidRequest, noSuch } from '#sandbox/api/problem.ts';
import { newId } from '#sandbox/ids.ts';
import { taxIdCountry, verifiedLater } from '#sandbox/money/tax-ids.ts';
import { liveCustomer, needRecord } from './lookup.ts';

const object = 'tax_id';
const maxPerCustomer = 5;

export const taxIdEndpoints: Endpoint[] = [
  defineEndpoint(
    { method: 'POST', path: '/customers/:customer/tax_ids', object },
    { type: textParam(50), value: textParam(100) },
    ({ tx, params, path }) => {
      const customer = liveCustomer(tx, path('customer'), 'customer', 404);
      const type = needRecord(params.type, 'type');
      const value = needRecord(params.value, 'value').trim();
      if (!taxIdTypes.types.includes(type)) throw invalidRequest(`Invalid type: ${type}`, { param: 'type' });
      if (!looksPossible(type, value)) throw invalidRequest(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
      const present = tx.all(object).filter((taxId) => taxId.customer === customer.id && !taxId.deleted);
      if (present.length >= maxPerCustomer) throw invalidRequest(`A customer can have at most ${maxPerCustomer} tax IDs.`);
      const later = verifiedLater.includes(type);
      const taxId = tx.put<'tax_id'>({
        object,
        id: newId('txi'),
        created: tx.nowSeconds,
        country: taxIdCountry(type, value),
        customer: customer.id,
        type,
        value,
        verification: { status: later ? 'pending' : 'unavailable', verified_address: null, verified_name: null },
      });
      tx.emit('customer.tax_id.created', taxId);
      if (later) tx.schedule('verify_tax_id', taxId.id, tx.nowMs + tx.delays.taxIdMs);
      return answerEndpoint(taxId);
    },
  ),
  defineEndpoint({ method: 'GET', path: '/customers/:customer/tax_ids', object, isList: true }, listShape, ({ tx, params, path }) => {
    const customer = liveCustomer(tx, path('customer'), 'customer', 404);
    const taxIds = tx.all(object).filter((taxId) => taxId.customer === customer.id && !taxId.deleted);
    return pageOfList(`/v1/customers/${customer.id}/tax_ids`, 'tax_id', taxIds, params);
  }),
  defineEndpoint({ method: 'GET', path: '/customers/:customer/tax_ids/:id', object }, {}, ({ tx, path }) => {
    const taxId = tx.get(object, path('id'));
    if (!taxId || taxId.deleted || taxId.customer !== path('customer')) throw noSuch('tax_id', path('id'), 'id', 404);
    return answerEndpoint(taxId);
  }),
  defineEndpoint({ method: 'DELETE', path: '/customers/:customer/tax_ids/:id', object }, {}, ({ tx, path }) => {
    const taxId = tx.get(object, path('id'));
    if (!taxId || taxId.deleted || taxId.customer !== path('customer')) throw noSuch('tax_id', path('id'), 'id', 404);
    tx.emit('customer.tax_id.deleted', taxId);
    return answerEndpoint(tx.put<'tax_id'>({ ...taxId, deleted: true }));
  }),
];

const euValue = /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{8,13}$/;

/** Checks only the format and not the checksum, because the register decides whether a tax ID is valid. */
function looksPossible(type: string, value: string): boolean {
  if (type === 'eu_vat') return euValue.test(value.replaceAll(/[\s.-]/g, '').toUpperCase());
  return /[0-9]/.test(value) && value.length >= 4 && value.length <= 40;
}
