import { expect, it } from 'vitest';
import { billedToLines } from './invoice-parties.ts';

const acme = { name: 'Acme', billing_name: 'Acme GmbH', address: null, tax_id: { type: 'eu_vat', value: 'DE123456789', country: 'DE' } };

it('names purchase order and buyer reference below the customer, and leaves out what is not given', () => {
  expect(billedToLines({ ...acme, po_number: 'PO-1', buyer_reference: 'Cost center 80' })).toEqual([
    'Acme GmbH',
    'Acme',
    'Tax ID: DE123456789',
    'Purchase order: PO-1',
    'Buyer reference: Cost center 80',
  ]);
  expect(billedToLines(acme)).toEqual(['Acme GmbH', 'Acme', 'Tax ID: DE123456789']);
});
