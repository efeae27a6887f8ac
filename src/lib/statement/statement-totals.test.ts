import { expect, it } from 'vitest';
import { orderedPostings, statementAccounts, type StatementAccountName, type StatementEntry } from './statement.ts';
import { rowAmounts, statementTotals } from './statement-totals.ts';

const row = (kind: StatementEntry['kind'], accounts: Readonly<Partial<Record<StatementAccountName, number>>>) => ({
  kind,
  postings: orderedPostings(statementAccounts.map((account) => ({ account, amount_cents: accounts[account] ?? 0 }))),
});

const totalsOf = (...rows: ReturnType<typeof row>[]) =>
  Object.fromEntries(Object.entries(statementTotals(rows)).filter(([, cents]) => cents !== 0));

const invoice = row('invoice', { charges: 10_000, due: -10_000 });
const payment = row('payment', { due: 10_000, payments: -10_000 });

it('shows the refund of an invoice payment on both sides, and in two totals', () => {
  const refund = row('refund', { charges: -10_000, payments: 10_000 });
  expect(rowAmounts(refund)).toEqual({ chargedCents: 10_000, creditedCents: 10_000 });
  expect(totalsOf(invoice, payment, refund)).toEqual({
    invoices_cents: 10_000,
    payments_cents: -10_000,
    refunds_cents: 10_000,
    refunded_charges_cents: -10_000,
  });
  const returned = row('refund_returned', { charges: 10_000, payments: -10_000 });
  expect(totalsOf(invoice, payment, refund, returned)).toEqual(totalsOf(invoice, payment));
});

it('shows the refund of a payment that gave credit in part', () => {
  const refund = row('refund', { charges: -700, credits: -300, payments: 1000 });
  expect(rowAmounts(refund)).toEqual({ chargedCents: 1000, creditedCents: 700 });
  expect(totalsOf(refund)).toEqual({ refunds_cents: 1000, refunded_charges_cents: -700 });
});

it('counts the payment of a written-off invoice, which is then no longer written off', () => {
  const writtenOff = row('written_off', { due: 10_000, uncollected: -10_000 });
  expect(totalsOf(invoice, writtenOff)).toEqual({ invoices_cents: 10_000, uncollected_cents: -10_000 });
  const late = row('payment', { payments: -10_000, uncollected: 10_000 });
  expect(rowAmounts(late)).toEqual({ chargedCents: 10_000, creditedCents: 10_000 });
  expect(totalsOf(invoice, writtenOff, late)).toEqual({ invoices_cents: 10_000, payments_cents: -10_000 });
});

it('counts a credit note on a forgiven invoice', () => {
  const forgiven = row('forgiven', { due: 10_000, uncollected: -10_000 });
  const note = row('credit_note', { charges: -2000, uncollected: 2000 });
  expect(totalsOf(invoice, forgiven, note)).toEqual({ invoices_cents: 10_000, credit_notes_cents: -2000, uncollected_cents: -8000 });
});

it('has no amount for a move between balances', () => {
  const used = row('credit_use', { credits: -500, due: 500 });
  expect(rowAmounts(used)).toEqual({ chargedCents: 0, creditedCents: 0 });
  expect(totalsOf(used)).toEqual({});
});
