import { expect, it } from 'vitest';
import { invoicePageInput, invoicePageOf, withInvoicePage } from './invoice-page.ts';

it('reads the page of an address and takes anything else for the first', () => {
  expect(invoicePageOf('?invoices=3')).toBe(2);
  for (const odd of [
    '',
    '?invoices=',
    '?invoices=0',
    '?invoices=-1',
    '?invoices=1.5',
    '?invoices=1e3',
    '?invoices=99999999',
    '?invoices=x',
  ]) {
    expect(invoicePageOf(odd)).toBe(0);
  }
});

it('changes nothing else in the address', () => {
  expect(withInvoicePage('?panel=costControl&source=fairUseRestricted', 1)).toBe('?panel=costControl&source=fairUseRestricted&invoices=2');
  expect(withInvoicePage('?invoices=2', 0)).toBe('');
});

it('asks for five invoices', () => {
  expect(invoicePageInput('a', 2).query).toEqual({ offset: 10, limit: 5 });
});
