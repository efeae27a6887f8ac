import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Invoice } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { InvoiceList } from './InvoiceList.tsx';
import { invoiceRows } from './invoice-rows.ts';
import type { Invoices } from './use-invoices.ts';

const invoice = (number: string, over: Partial<Invoice>): Invoice => ({
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
  ...over,
});

const twice = [
  { number: 'ACME-0003', credit_note_number: 'ACME-CN-0001', at: 1_700_100_000, pdf: '/1', credit_note_pdf: '/1n' },
  { number: 'ACME-0004', credit_note_number: 'ACME-CN-0002', at: 1_700_200_000, pdf: '/2', credit_note_pdf: '/2n' },
];

function show(rows = [invoice('ACME-0002', { status: 'open' }), invoice('ACME-0001', {})]): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(readKey('getPermissions', {}), []);
  client.setQueryData(readKey('getProfile', {}), { capabilities: [] });
  const invoices = {
    list: { kind: 'ready', data: rows },
    count: { kind: 'ready', data: rows.length },
    view: { page: 0, status: null, from: null, to: null, number: null },
    shownPage: 0,
  } as unknown as Invoices;
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <InvoiceList invoices={invoices} />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
}

it('names each row of the table by its date, which is no link', () => {
  show();
  const headers = screen.getAllByRole('rowheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Nov 14, 2023', 'Nov 14, 2023']);
  for (const header of headers) expect(header.querySelector('a, button')).toBeNull();
});

it('has one control in a cell at most: ways to pay have columns, while there is something to pay', () => {
  show();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Date',
    'Amount',
    'Invoice number',
    'Status',
    'Pay',
    'Download',
  ]);
  for (const cell of screen.getAllByRole('gridcell')) expect(cell.querySelectorAll('a, button').length).toBeLessThan(2);
});

it('reads the invoices of the table as a list, which opens after the table', async () => {
  show();
  const open = screen.getByRole('button', { name: 'Read as a list', expanded: false });
  expect(screen.getByRole('grid').compareDocumentPosition(open) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await userEvent.click(open);
  const list = await screen.findByRole('list', { name: 'Past invoices' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'ACME-0002, Nov 14, 2023, $599.00, Outstanding. This invoice will soon be charged.',
    'ACME-0001, Nov 14, 2023, $599.00, Paid. No action is needed.',
  ]);
  expect(within(list).getByRole('link', { name: 'ACME-0002' }).getAttribute('href')).toContain('in_ACME-0002');
});

describe('an invoice whose buyer was corrected twice', () => {
  const cells = (row: HTMLElement): (string | null)[] => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent);
  const corrected = invoice('ACME-0001', { corrected_by: 'ACME-0004', corrections: twice });

  it('has a row for each credit note and corrected invoice, and the same sum', () => {
    show([corrected]);
    const [, ...rows] = screen.getAllByRole('row');
    expect(rows.map((row) => cells(row).slice(0, 3))).toEqual([
      ['Nov 14, 2023', '$599.00', 'ACME-0001 Corrected by ACME-0004'],
      ['Nov 16, 2023', '−$599.00', 'ACME-CN-0001'],
      ['Nov 16, 2023', '$599.00', 'ACME-0003'],
      ['Nov 17, 2023', '−$599.00', 'ACME-CN-0002'],
      ['Nov 17, 2023', '$599.00', 'ACME-0004'],
    ]);
    const cents = invoiceRows([corrected]).map((row) => row.cents);
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(corrected.amount_due);
    expect(screen.getByText('Showing 1 to 1 out of 1 invoices')).toBeTruthy();
    for (const link of screen.getAllByRole('link', { name: /^ACME-/ })) expect(link.getAttribute('href')).toContain('in_ACME-0001');
  });

  it('names in each row what the document does, and offers its PDF', () => {
    show([corrected]);
    const described = (name: string) =>
      document.getElementById(screen.getByRole('button', { name }).closest('td')?.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(described('Credit note, ACME-CN-0001')).toBe('Cancels invoice ACME-0001. No money moves.');
    expect(described('Credit note, ACME-CN-0002')).toBe('Cancels invoice ACME-0003. No money moves.');
    expect(described('Corrected invoice, ACME-0004')).toBe('Replaces invoice ACME-0003. Nothing is charged again.');
    expect(screen.getAllByRole('button', { name: /^PDF, .* opens in new tab$/ }).map(({ ariaLabel }) => ariaLabel)).toEqual(
      [
        'invoice ACME-0001',
        'credit note ACME-CN-0001',
        'corrected invoice ACME-0003',
        'credit note ACME-CN-0002',
        'corrected invoice ACME-0004',
      ].map((name) => `PDF, ${name}, opens in new tab`),
    );
  });

  it('offers to pay only the invoice itself', () => {
    show([{ ...corrected, status: 'open' }]);
    expect(screen.getAllByRole('button', { name: /^Pay Now/ }).map(({ ariaLabel }) => ariaLabel)).toEqual(['Pay Now, invoice ACME-0001']);
  });

  it('is read as a list with the same rows', async () => {
    show([{ ...corrected, corrections: twice.slice(0, 1), staff_note: 'Payment retried: New card' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Read as a list' }));
    const list = await screen.findByRole('list', { name: 'Past invoices' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'ACME-0001, Nov 14, 2023, $599.00, Paid. No action is needed. Payment retried: New card',
      'ACME-CN-0001, Nov 16, 2023, −$599.00, Credit note. Cancels invoice ACME-0001. No money moves.',
      'ACME-0003, Nov 16, 2023, $599.00, Corrected invoice. Replaces invoice ACME-0001. Nothing is charged again.',
    ]);
  });
});
