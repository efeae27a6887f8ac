import { expect, it } from 'vitest';
import type { Invoice } from '#contract/types.ts';
import { amountDueWords } from './amount-due.ts';

const day = (text: string): number => Date.parse(`${text}T00:00Z`) / 1000;
const now = day('2026-05-20');
const invoice = (number: string, ends: string, due: string | null, rest: Partial<Invoice> = {}): Invoice => ({
  id: `in_${number}`,
  number,
  status: 'open',
  period_end: day(ends),
  amount_due: 1250,
  subtotal: 1250,
  payment_attempted: true,
  payment_is_processing: false,
  invoice_pdf: null,
  subscription: 'sub_1',
  collection: due === null ? null : { due_at: day(due), next_charge_at: null, grace_period_end: null, restricted_at: null },
  ...rest,
});

it('names the only open invoice and when it is due', () => {
  expect(amountDueWords([invoice('A-1', '2026-05-01', '2026-05-31')], now)).toEqual({
    cents: 1250,
    amount: '$12.50',
    title: 'Amount due: $12.50',
    details: 'Invoice A-1 is due on May 31, 2026.',
    oldest: 'Invoice A-1 is due on May 31, 2026.',
    count: 1,
    number: 'A-1',
  });
});

it('adds several up and says how long the oldest has been overdue, in whatever order they come', () => {
  const list = [invoice('A-3', '2026-05-01', '2026-05-31'), invoice('A-2', '2026-04-01', '2026-05-01')];
  expect(amountDueWords(list, now)).toEqual({
    cents: 2500,
    amount: '$25.00',
    title: 'Amount due: $25.00',
    details: '2 open invoices. The oldest has been overdue since May 01, 2026.',
    oldest: 'The oldest has been overdue since May 01, 2026.',
    count: 2,
    number: 'A-2',
  });
});

it('leaves out what is paid, what is being paid and what is not to be paid', () => {
  const list = [
    invoice('A-1', '2026-03-01', null, { status: 'paid' }),
    invoice('A-2', '2026-04-01', '2026-05-01', { payment_is_processing: true }),
    invoice('A-3', '2026-05-01', null, { amount_due: 0 }),
  ];
  expect(amountDueWords(list, now)).toBeNull();
  expect(amountDueWords([...list, invoice('A-4', '2026-05-01', null)], now)?.details).toBe('Invoice A-4 is of May 01, 2026.');
});
