import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Statement, StatementRow } from '#contract/types.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { StatementEntries } from './StatementEntries.tsx';
import { StatementSummary } from './StatementSummary.tsx';

const at = (day: string): number => Date.parse(`${day}T00:00Z`) / 1000;
const balance = { owed_cents: 0, due_cents: 0, credit_cents: 0, disputed_cents: 0, refundable_cents: 0, digest: '' };

const refund: StatementRow = {
  id: 'refund:rf_1',
  at: at('2026-04-20'),
  kind: 'refund',
  description: 'Refund of $10.00: Asked for',
  number: null,
  invoice: { id: 'in_1', number: 'ACM-0001' },
  postings: [
    { account: 'charges', amount_cents: -1000 },
    { account: 'payments', amount_cents: 1000 },
  ],
  change_cents: 0,
  owed_cents: 0,
};

const topUp: StatementRow = {
  id: 'top-up:tu_1',
  at: at('2026-05-03'),
  kind: 'top_up',
  description: 'Top-up',
  number: null,
  invoice: null,
  postings: [
    { account: 'credits', amount_cents: 500 },
    { account: 'payments', amount_cents: -500 },
  ],
  change_cents: -500,
  owed_cents: -500,
};

const totals: Statement['totals'] = {
  invoices_cents: 0,
  credit_notes_cents: 0,
  refunded_charges_cents: -1000,
  other_charges_cents: 0,
  payments_cents: -500,
  refunds_cents: 1000,
  disputes_cents: 0,
  credits_cents: 0,
  uncollected_cents: 0,
};

const statement: Statement = {
  format: 1,
  organization: 'acme',
  currency: 'USD',
  from: at('2026-04-01'),
  to: at('2026-05-11'),
  opening: balance,
  rows: [refund, topUp],
  months: [{ month: '2026-04', owed_cents: 0, digest: '' }],
  closing: { ...balance, owed_cents: -500, credit_cents: 500 },
  totals,
  digest: '',
};

const textsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('shows both amounts of the refund of an invoice, and its reason', () => {
  render(<StatementEntries slug="acme" statement={statement} hasCredits />);
  const row = screen.getByRole('row', { name: /^Refund of \$10\.00 for invoice ACM-0001/ });
  expect(textsOf(row).slice(1)).toEqual(['$10.00', '$10.00', '$0.00']);
  within(row).getByText('Refund of $10.00: Asked for');
});

it('ends a month only if it is over', () => {
  render(<StatementEntries slug="acme" statement={statement} hasCredits />);
  screen.getByRole('rowheader', { name: 'End of Apr 2026' });
  screen.getByRole('rowheader', { name: 'Balance on May 10, 2026' });
  expect(screen.queryByRole('rowheader', { name: 'End of May 2026' })).toBeNull();
});

it('links to the credit balance only if the billing page has it', () => {
  const { rerender } = render(<StatementEntries slug="acme" statement={statement} hasCredits />);
  expect(screen.getByRole('link', { name: 'Credit top-up' }).getAttribute('href')).toBe('/org/acme/billing#credits-balance');
  rerender(<StatementEntries slug="acme" statement={statement} hasCredits={false} />);
  screen.getByText('Credit top-up');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Refund of $10.00 for invoice ACM-0001']);
});

it.each([
  ['due on invoices', { due_cents: 15_000, owed_cents: 15_000 }, null],
  ['credit', { credit_cents: 500, owed_cents: -500 }, null],
  ['in dispute', { disputed_cents: 15_000, owed_cents: 15_000 }, 'In dispute: $150.00'],
  ['to be refunded', { refundable_cents: 500, owed_cents: -500 }, 'To be refunded: \u2212$5.00'],
  ['debt', { credit_cents: -500, owed_cents: 500 }, 'Debt on the credit balance: $5.00'],
  ['two parts', { due_cents: 700, credit_cents: 500, owed_cents: 200 }, 'Due on invoices: $7.00, Credit balance: \u2212$5.00'],
])('names the parts of the closing balance if it is not plain: %s', (_, parts, words) => {
  render(<StatementSummary statement={{ ...statement, closing: { ...balance, ...parts } }} />);
  const shown = screen.queryByText(new RegExp(`^${texts.closingParts}: `))?.textContent ?? null;
  expect(shown).toBe(words && `${texts.closingParts}: ${words}`);
});

it('shows the totals that are not zero', () => {
  render(<StatementSummary statement={statement} />);
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    texts.opening,
    'Refunded charges',
    'Payments',
    'Refunds',
    texts.closing,
  ]);
});
