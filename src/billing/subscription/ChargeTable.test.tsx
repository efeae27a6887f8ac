import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChargeTable } from './ChargeTable.tsx';

it('says in plain words what is too small to charge now', () => {
  const lines = [
    { id: 'plan', cents: 2500 },
    { id: 'credits', cents: -2490 },
  ] as const;
  const nothingUnpaid = { creditNote: null, disputedCents: 0 } as const;
  const usageSoFar = { cents: 40, invoicedOn: 'final_invoice', dueCents: 0, carriedCents: 40 } as const;
  render(
    <ChargeTable
      plan="Pro"
      currentPlan="Free"
      summary={{ lines, totalCents: 0, carriedCents: 10, creditBackCents: 0, isEstimate: false, usageSoFar, ...nothingUnpaid }}
    />,
  );
  expect(screen.getByText("$0.10 is too small to charge now. It's added to your next invoice.")).toBeTruthy();
  expect(screen.getByRole('row', { name: /Carried to your next invoice/ }).textContent).toContain('$0.10');
  expect(screen.getByText(/; \$0\.00 due after credits\. \$0\.40 is too small to charge now/)).toBeTruthy();
});

it('shows what an unpaid invoice is reduced by on a line of its own, and what waits for a dispute', () => {
  render(
    <ChargeTable
      plan="Pro"
      currentPlan="Team"
      summary={{
        lines: [{ id: 'plan', cents: 2500 }],
        totalCents: 2500,
        carriedCents: 0,
        creditBackCents: 0,
        isEstimate: false,
        usageSoFar: null,
        creditNote: { cents: 59_899, invoiceNumber: 'ABCD-0002' },
        disputedCents: 350,
      }}
    />,
  );
  const table = screen.getByRole('table', { name: 'Credit note' });
  const row = within(table).getByRole('row', { name: /Unpaid time on the Team Plan, on invoice ABCD-0002/ });
  expect(row.textContent).toContain('−$598.99');
  expect(screen.getByText(/\$3\.50 of the unused time was paid by a payment that is disputed/)).toBeTruthy();
});
