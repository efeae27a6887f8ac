import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { BilledTo, Customer, Invoice, Permission } from '#contract/types.ts';
import { invoiceCorrectionTexts as texts } from '#lib/texts/invoice-buyer.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { CorrectBuyer } from './CorrectBuyer.tsx';

beforeAll(() => import('./CorrectBuyerDialog.tsx'));
afterEach(() => vi.unstubAllGlobals());

const address = { line1: '1 First Street', line2: null, city: 'Bergen', state: null, postal_code: '5003', country: 'NO' };
const wrong: BilledTo = { name: 'Acme', billing_name: 'Wrong Ltd', address, tax_id: null, po_number: 'PO-1' };
const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };

/** Renders the button for an invoice to Wrong Ltd. @returns request bodies of the corrections */
function show(billingName: string, status: Invoice['status'] = 'paid'): unknown[] {
  const sent: unknown[] = [];
  const invoice = { id: 'in_1', number: 'ACME-0001', status, billed_to: wrong } as Invoice;
  const customer = { billing_name: billingName, address, tax_id: null, version: 7 } as Customer;
  vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) => {
    if (init?.method !== 'POST') return new Promise(() => undefined);
    sent.push(JSON.parse(String(init.body)));
    const body = JSON.stringify({ ...invoice, corrected_by: 'ACME-0002' });
    return Promise.resolve(new Response(body, { status: 200, headers: { 'Content-Type': 'application/json' } }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), { member: { username: 'ada' }, capabilities: ['buyer-correction'] });
  const params = { slug: 'acme' };
  client.setQueryData(readKey('getOrganization', { params }), { slug: 'acme', disabled_features: [], plan: { id: 'pro' } });
  client.setQueryData(readKey('getCustomer', { params }), customer);
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/invoices/in_1' }).hook}>
        <Route path="/org/:slug/invoices/in_1">
          <CorrectBuyer invoice={invoice} />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return sent;
}

const openDialog = async (): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: /^Correct who is billed/ }));
  return screen.findByRole('alertdialog', { name: /ACME-0001/ });
};

it('shows both versions side by side, and corrects with the version that the member has seen', async () => {
  const sent = show('Right Ltd');
  const dialog = await openDialog();
  expect(within(dialog).getByRole('row', { name: /^Name/ }).textContent).toMatch(/Wrong Ltd.*Right Ltd/);
  expect(within(dialog).getByRole('row', { name: /^Purchase order/ }).textContent).toMatch(/PO-1.*PO-1/);
  await userEvent.click(within(dialog).getByRole('button', { name: texts.confirm }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent).toEqual([{ version: 7 }]);
});

it('says that there is nothing to correct while both versions are the same', async () => {
  const sent = show('Wrong Ltd');
  const dialog = await openDialog();
  expect(within(dialog).getAllByText(texts.same).length).toBeGreaterThan(0);
  await userEvent.click(within(dialog).getByRole('button', { name: texts.confirm }));
  expect(sent).toEqual([]);
});

it.each(['draft', 'void'] as const)('has no button on a %s invoice', (status) => {
  show('Right Ltd', status);
  expect(screen.queryByRole('button')).toBeNull();
});
