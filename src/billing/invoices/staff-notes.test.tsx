import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Invoice, Permission } from '#contract/types.ts';
import { DataTable } from '#ui/DataTable/DataTable.tsx';
import { readKey } from '#billing/shared/data/queries.ts';
import { invoiceColumns } from './invoice-columns.tsx';
import { invoiceRows } from './invoice-rows.ts';
import { InvoiceFacts } from './InvoiceFacts.tsx';

const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
const forgiven: Invoice = {
  id: 'in_forgiven1',
  number: 'ABCD-0002',
  status: 'void',
  period_end: 1_700_000_000,
  amount_due: 59_900,
  subtotal: 59_900,
  payment_attempted: false,
  payment_is_processing: false,
  invoice_pdf: null,
  subscription: 'sub_1',
};

function show(part: React.ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), { capabilities: [] });
  client.setQueryData(readKey('getOrganization', { params: { slug: 'acme' } }), { slug: 'acme', name: 'Acme', disabled_features: [] });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">{part}</Route>
      </Router>
    </QueryClientProvider>,
  );
}

const table = (invoice: Invoice) => (
  <DataTable id="past" caption="Past Invoices" columns={invoiceColumns} rows={invoiceRows([invoice])} getRowId={({ id }) => id} />
);

it('says in the row why staff forgave an invoice, also to a screen reader', () => {
  show(table({ ...forgiven, staff_note: 'Forgiven: Agreed after the outage' }));
  const cell = screen.getByText('Forgiven').closest('td');
  expect(cell?.textContent).toContain('Forgiven: Agreed after the outage');
  const described = document.getElementById(cell?.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Forgiven: Agreed after the outage');
});

it('says nothing more of a forgiven invoice without a reason', () => {
  show(table(forgiven));
  expect(screen.getByText('Forgiven').closest('td')?.hasAttribute('aria-describedby')).toBe(false);
});

it('lists on the page of an invoice all that staff did to it', () => {
  const actions = [
    { at: 1_700_000_000, words: 'Payment retried: New card' },
    { at: 1_700_100_000, words: 'Forgiven: Agreed after the outage' },
  ];
  show(<InvoiceFacts lines={[]} invoice={{ ...forgiven, staff_actions: actions }} />);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Payment retried: New card (Nov 14, 2023)', 'Forgiven: Agreed after the outage (Nov 16, 2023)']),
  );
});
