import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Invoice } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { InvoiceList } from './InvoiceList.tsx';
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

function show(): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(readKey('getPermissions', {}), []);
  client.setQueryData(readKey('getProfile', {}), { capabilities: [] });
  const invoices = {
    list: { kind: 'ready', data: [invoice('ACME-0002', { status: 'open' }), invoice('ACME-0001', {})] },
    count: { kind: 'ready', data: 2 },
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
