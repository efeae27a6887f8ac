import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DowngradeMoney } from './DowngradeDialog.tsx';

const charge = { lines: [], carriedCents: 0, isEstimate: false, creditNote: null, disputedCents: 0 } as const;

const shown = (creditBackCents: number, usageCents: number, dueCents: number | null, totalCents = 0, carriedCents = 0): string[] => {
  const usageSoFar = { cents: usageCents, invoicedOn: 'final_invoice', dueCents, carriedCents } as const;
  render(<DowngradeMoney planName="Pro" charge={{ ...charge, totalCents, creditBackCents, usageSoFar }} />);
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => `${within(row).getByRole('rowheader').textContent}: ${within(row).getByRole('cell').textContent}`);
};

it('takes what comes back off the usage, so that the column adds up', () => {
  expect(shown(563, 42_589, 42_026)).toEqual([
    'Usage so far, on a final invoice: $425.89',
    'Unused time of the Pro Plan, added to your credits: −$5.63',
    'Due on the final invoice after credits: $420.26',
  ]);
  expect(screen.getByText('−$5.63').parentElement?.dataset['tone']).toBe('credit');
});

it('tells what the credits from before pay of it', () => {
  expect(shown(563, 42_589, 32_026)).toContain('Deducted from your credit balance: −$100.00');
});

it('tells what of it is kept', () => {
  expect(shown(563, 300, 0)).toEqual([
    'Usage so far, on a final invoice: $3.00',
    'Unused time of the Pro Plan, added to your credits: −$5.63',
    'Kept in your credits: $2.63',
    'Due on the final invoice after credits: $0.00',
  ]);
});

it('takes off what is too small to charge now', () => {
  expect(shown(563, 600, 0, 0, 30).slice(2)).toEqual([
    'Deducted from your credit balance: −$0.07',
    'Carried to your next invoice: −$0.30',
    'Due on the final invoice after credits: $0.00',
  ]);
});

it('adds what is owed from before', () => {
  expect(shown(0, 300, 1000)).toContain('Owed from before: $7.00');
});

it('keeps what is due today out of the sum', () => {
  expect(shown(0, 300, 300, 1000).at(-1)).toBe('Owed from before, due today: $10.00');
});

it('takes nothing off where no sum follows', () => {
  expect(shown(563, 300, null)).toContain('Unused time of the Pro Plan, added to your credits: $5.63');
});

it('shows what an unpaid invoice is reduced by, apart from what comes back', () => {
  const creditNote = { cents: 59_899, invoiceNumber: 'ABCD-0002' };
  render(<DowngradeMoney planName="Team" charge={{ ...charge, totalCents: 0, creditBackCents: 0, usageSoFar: null, creditNote }} />);
  const table = screen.getByRole('table', { name: 'Credit note' });
  const row = within(table).getByRole('row', { name: /Unpaid time on the Team Plan, on invoice ABCD-0002/ });
  expect(row.textContent).toContain('−$598.99');
});
