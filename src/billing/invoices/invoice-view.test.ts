import fc from 'fast-check';
import { expect, it } from 'vitest';
import { invoiceGroups } from '#lib/invoice-status.ts';
import {
  invoiceCountInput,
  invoicePageInput,
  invoiceViewOf,
  noFilters,
  paidInvoiceOf,
  withInvoiceView,
  withoutWord,
} from './invoice-view.ts';

const plain = { page: 0, ...noFilters };

it('reads the page of an address and takes anything else for the first', () => {
  expect(invoiceViewOf('?invoices=3').page).toBe(2);
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
    expect(invoiceViewOf(odd).page).toBe(0);
  }
});

it('leaves out filters that mean nothing', () => {
  for (const odd of [
    '?invoice-status=toString',
    '?invoice-from=2026-02-30',
    '?invoice-from=yesterday',
    '?invoice-to=',
    '?invoice-number=%20',
  ]) {
    expect([odd, invoiceViewOf(odd)]).toEqual([odd, plain]);
  }
  expect(invoiceViewOf('?invoice-from=2026-03-01&invoice-to=2026-02-01')).toEqual({ ...plain, from: '2026-03-01' });
});

it('changes nothing else in the address', () => {
  expect(withInvoiceView('?panel=costControl&source=fairUseRestricted', { ...plain, page: 1 })).toBe(
    '?panel=costControl&source=fairUseRestricted&invoices=2',
  );
  expect(withInvoiceView('?invoices=2&invoice-status=paid', plain)).toBe('');
});

it('reads back every view that it writes', () => {
  const day = fc
    .date({ min: new Date('2015-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const view = fc
    .record({
      page: fc.integer({ min: 0, max: 999_999 }),
      status: fc.constantFrom(null, ...invoiceGroups),
      from: fc.option(day),
      to: fc.option(day),
      number: fc.option(fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text === text.trim())),
    })
    .filter(({ from, to }) => from === null || to === null || from <= to);
  fc.assert(
    fc.property(view, (each) => {
      expect(invoiceViewOf(withInvoiceView('?panel=costControl', each))).toEqual(each);
    }),
  );
});

it('asks for five invoices of those that are wanted, and counts the same ones', () => {
  expect(invoicePageInput('a', { ...plain, page: 2 })).toEqual({ params: { slug: 'a' }, query: { offset: 10, limit: 5 } });
  expect(invoiceCountInput('a', plain)).toEqual({ params: { slug: 'a' } });
  const filters = { status: 'outstanding', from: '2026-01-01', to: null, number: '12' } as const;
  const query = { status: 'open,issued,uncollectible', from: '2026-01-01', search: '12' };
  expect(invoicePageInput('a', { ...filters, page: 0 }).query).toEqual({ offset: 0, limit: 5, ...query });
  expect(invoiceCountInput('a', filters).query).toEqual(query);
});

it('knows the invoice that the payment page came back from', () => {
  expect(paidInvoiceOf('?paid=in_abc123def')).toBe('in_abc123def');
  for (const odd of ['', '?paid=', '?paid=../x', '?paid=in_a']) expect(paidInvoiceOf(odd)).toBeNull();
  expect(withoutWord('?invoices=2&paid=in_abc123def', 'paid')).toBe('?invoices=2');
});
