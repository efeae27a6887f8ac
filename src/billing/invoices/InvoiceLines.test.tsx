import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Invoice, InvoiceLine } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { computeLine, egressLine, planLine, usageDerivation } from '#billing/shared/invoice-lines/examples.test-support.ts';
import type { LooseLine } from '#billing/shared/invoice-lines/lines.ts';
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

function rowsOf(invoiceInput: Invoice, lines: readonly LooseLine[]): string[][] {
  render(<InvoiceLines invoice={invoiceInput} lines={lines as InvoiceLine[]} />);
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [within(row).getByRole('rowheader'), ...within(row).getAllByRole('cell')].map(({ textContent }) => textContent));
}

function sums(subtotal: number, due: number, credited?: number): string[][] {
  const invoiceInput = { ...invoice, subtotal, amount_due: due, ...(credited === undefined ? {} : { credited }) };
  return rowsOf(invoiceInput, [planLine()]).slice(1);
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
    ['Credit notes', 'Credited after it was issued.', formatCents(-30_000)],
    ['Total', 'In US dollars.', '$100.00'],
    ['Paid', '', formatCents(-10_000)],
    ['Amount due', '', '$0.00'],
  ]);
});

it('says nothing of a balance that had no part in it', () => {
  expect(sums(2500, 2500)).toHaveLength(4);
});

it('shows quantities beside their prices, a discount on a row of its own, and what was paid, when and how', () => {
  const discounted = egressLine({ amount: 11.93, derivation: usageDerivation({ discount: [{ basis_points: 2000 }] }), breakdown: null });
  const payment = { at: 1_700_086_400, card: { brand: 'visa', last4: '4242' }, on_payment_page: false };
  expect(rowsOf({ ...invoice, subtotal: 1193, amount_due: 1193, payment }, [discounted])).toEqual([
    ['Egress', expect.stringMatching(/^165\.74 GB × \$0\.09/), '$14.92'],
    ['Discount on Egress', '20% off', formatCents(-299)],
    ['Subtotal', 'The sum of all lines.', '$11.93'],
    ['Total', 'In US dollars.', '$11.93'],
    ['Paid on Nov 15, 2023 with Visa ending in 4242', '', formatCents(-1193)],
    ['Amount due', '', '$0.00'],
  ]);
});

it('heads what a change of plan left to this invoice with its days, apart from the cycle', () => {
  const period = { start: 1_699_000_000, end: 1_700_000_000 };
  const before = computeLine('XS', [['a', 240, 3.23]], { id: 'before', carried_over: true, period });
  const credits = { ...planLine(-3.23), id: 'credits', description: 'Compute Credits', carried_over: true as const, period };
  const rows = rowsOf({ ...invoice, status: 'open', subtotal: 2500, amount_due: 2500 }, [before, credits, planLine()]);
  const title = 'Before the plan change, Nov\u00a003\u00a0to\u00a0Nov\u00a014';
  expect(rows.map(([header]) => header)).toEqual([
    'Pro Plan',
    title,
    'XS Compute',
    'Compute Credits',
    `${title}, total`,
    'Subtotal',
    'Amount due',
  ]);
});
