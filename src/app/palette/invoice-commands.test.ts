import { expect, it } from 'vitest';
import type { Invoice } from '#contract/types.ts';
import { invoiceCommands } from './invoice-commands.ts';
import { matchingGroups } from './palette-groups.ts';

const invoice = (number: string, changes: Partial<Invoice> = {}): Invoice => ({
  id: `in_${number}`,
  number,
  status: 'paid',
  period_end: 1_700_000_000,
  amount_due: 59_900,
  subtotal: 59_900,
  payment_attempted: false,
  payment_is_processing: false,
  invoice_pdf: null,
  subscription: 'sub_1',
  ...changes,
});

const corrections = [{ number: 'ACME-0003', credit_note_number: 'ACME-CN-0001', at: 1_700_100_000, pdf: '/1', credit_note_pdf: '/1n' }];
const invoices = [invoice('ACME-0002'), invoice('ACME-0001', { corrected_by: 'ACME-0003', corrections })];

function find(sought: string) {
  const opened: string[] = [];
  const commands = invoiceCommands(invoices, 'acme', (address) => () => void opened.push(address));
  const found = matchingGroups([{ id: 'invoices', title: 'Invoices', commands }], sought).flatMap((group) => group.commands);
  for (const { onAction } of found) onAction();
  return found.map(({ words, about }, index) => [words, about, opened[index]]);
}

it('finds an invoice by its number', () => {
  expect(find('acme-0002')).toEqual([['ACME-0002', 'Nov 14, 2023, $599.00, Paid', '/org/acme/billing/invoices/in_ACME-0002']]);
});

it('finds an invoice by the number of its credit note or of its corrected invoice, and opens the page of the invoice', () => {
  const page = '/org/acme/billing/invoices/in_ACME-0001';
  expect(find('CN-0001')).toEqual([
    ['ACME-CN-0001', 'Nov 16, 2023, −$599.00, Credit note. Cancels invoice ACME-0001. No money moves.', page],
  ]);
  expect(find('acme-0003')).toEqual([
    ['ACME-0003', 'Nov 16, 2023, $599.00, Corrected invoice. Replaces invoice ACME-0001. Nothing is charged again.', page],
  ]);
});
