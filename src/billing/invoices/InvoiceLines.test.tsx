import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Invoice, InvoiceLine } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { planLine } from '#billing/shared/invoice-lines/examples.test-support.ts';
import { InvoiceLines } from './InvoiceLines.tsx';

const invoice: Invoice = {
  id: 'in_1',
  number: 'ABCD-0002',
  status: 'paid',
  period_end: 1_700_000_000,
  amount_due: 0,
  subtotal: 0,
  payment_attempted: false,
  payment_is_processing: false,
  invoice_pdf: null,
  subscription: 'sub_1',
};

/** Every row below the lines, as it is read. */
function sums(subtotal: number, due: number, credited?: number): string[][] {
  const sent = { ...invoice, subtotal, amount_due: due, ...(credited === undefined ? {} : { credited }) };
  render(<InvoiceLines invoice={sent} lines={[planLine() as InvoiceLine]} />);
  return screen
    .getAllByRole('row')
    .slice(2)
    .map((row) => [within(row).getByRole('rowheader'), ...within(row).getAllByRole('cell')].map(({ textContent }) => textContent));
}

it('says that a downgrade gave credit', () => {
  expect(sums(-53_535, 0)).toEqual([
    ['Subtotal', 'The sum of all lines.', formatCents(-53_535)],
    ['Credits added', 'The rest of the unused time, added to the credit balance.', '$535.35'],
    ['Total', 'In US dollars.', '$0.00'],
  ]);
});

it('says that debt was collected', () => {
  expect(sums(61_024, 118_925)[1]).toEqual([
    'Owed from before',
    'The credit balance was below zero. That is collected with this invoice.',
    '$579.01',
  ]);
});

it('says that credits were used', () => {
  expect(sums(2500, 500)[1]).toEqual(['Credits applied', 'Taken from the credit balance first.', formatCents(-2000)]);
});

it('takes credit notes off beside what the balance did', () => {
  expect(sums(59_900, 10_000, 30_000).slice(1)).toEqual([
    ['Credits applied', 'Taken from the credit balance first.', formatCents(-19_900)],
    ['Credit notes', 'Taken off after the invoice was made.', formatCents(-30_000)],
    ['Total', 'In US dollars.', '$100.00'],
  ]);
});

it('says nothing of a balance that had no part in it', () => {
  expect(sums(2500, 2500)).toHaveLength(2);
});
