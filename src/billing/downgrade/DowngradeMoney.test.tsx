import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DowngradeMoney } from './DowngradeMoney.tsx';

const shown = (creditBackCents: number, usageCents: number, dueCents: number | null, totalCents = 0): string[] => {
  const usageSoFar = { cents: usageCents, invoicedOn: 'final_invoice', dueCents } as const;
  render(<DowngradeMoney planName="Pro" charge={{ lines: [], totalCents, creditBackCents, isEstimate: false, usageSoFar }} />);
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => `${within(row).getByRole('rowheader').textContent}: ${within(row).getByRole('cell').textContent}`);
};

it('takes what comes back off the usage, so that the column adds up', () => {
  expect(shown(563, 42_589, 42_026)).toEqual([
    'Usage so far, on a final invoice: $425.89',
    'Unused time of the Pro Plan, added to your credits: −$5.63',
    'Left to pay on the final invoice after credits: $420.26',
  ]);
  expect(screen.getByText('−$5.63').parentElement?.dataset['tone']).toBe('credit');
});

it('tells what the credits from before pay of it', () => {
  expect(shown(563, 42_589, 32_026)).toContain('Taken from your credit balance: −$100.00');
});

it('tells what of it is kept', () => {
  expect(shown(563, 300, 0)).toEqual([
    'Usage so far, on a final invoice: $3.00',
    'Unused time of the Pro Plan, added to your credits: −$5.63',
    'Kept in your credits: $2.63',
    'Left to pay on the final invoice after credits: $0.00',
  ]);
});

it('keeps what is due today out of the sum', () => {
  expect(shown(0, 300, 300, 1000).at(-1)).toBe('Owed from before, due today: $10.00');
});

it('takes nothing off where no sum follows', () => {
  expect(shown(563, 300, null)).toContain('Unused time of the Pro Plan, added to your credits: $5.63');
});
