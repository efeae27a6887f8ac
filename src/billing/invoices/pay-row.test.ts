import { expect, it } from 'vitest';
import type { Invoice } from '#contract/types.ts';
import { afterReturn, loadPayRow, newPayRow, payStates, savePayRow } from './pay-row.ts';

const invoice = (id: string, end: number, rest: Partial<Invoice> = {}): Invoice => ({
  id,
  number: id.toUpperCase(),
  status: 'open',
  period_end: end,
  amount_due: 1250,
  subtotal: 1250,
  payment_attempted: true,
  payment_is_processing: false,
  invoice_pdf: null,
  subscription: 'sub_1',
  collection: null,
  ...rest,
});

const open = [invoice('c', 3), invoice('a', 1), invoice('b', 2), invoice('d', 4, { payment_is_processing: true })];
const row = newPayRow(open);

it('begins with the oldest, without what is being paid already', () => {
  expect(row.invoices.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(payStates(row, open)).toEqual({ states: ['next', 'open', 'open'], next: 0 });
});

it('goes on after each return, once, whether the platform has heard of the payment yet or not', () => {
  const second = afterReturn(row, 'a');
  expect(payStates(second, open)).toEqual({ states: ['confirming', 'next', 'open'], next: 1 });
  expect(payStates(second, [invoice('b', 2), invoice('c', 3)])).toEqual({ states: ['paid', 'next', 'open'], next: 1 });
  expect(afterReturn(second, 'a')).toBe(second);
  expect([afterReturn(row, null), afterReturn(row, 'x')]).toEqual([row, row]);
});

it('leaves out what was paid elsewhere, and stays at one that was not paid', () => {
  const left = { ...row, leftFor: 'a' };
  expect(payStates(left, open).next).toBe(0);
  expect(payStates(left, [invoice('a', 1, { payment_is_processing: true }), invoice('c', 3)])).toEqual({
    states: ['processing', 'paid', 'next'],
    next: 2,
  });
  expect(payStates({ ...row, at: 3 }, open)).toEqual({ states: ['open', 'open', 'open'], next: null });
});

it('is kept in the tab, for each organization apart, and what is damaged counts as none', () => {
  savePayRow('acme', row);
  expect([loadPayRow('acme'), loadPayRow('other')]).toEqual([row, null]);
  savePayRow('acme', null);
  expect(loadPayRow('acme')).toBeNull();
  savePayRow('acme', { at: 1 } as never);
  expect(loadPayRow('acme')).toBeNull();
});
