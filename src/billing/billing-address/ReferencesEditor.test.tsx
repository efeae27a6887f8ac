import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Customer, InvoiceReferences, Permission } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { BillingAddressSection } from './BillingAddressSection.tsx';

// Preloads the form's code, so that no test depends on the speed of the machine.
beforeAll(() => import('./ReferencesEditor.tsx'));
afterEach(() => vi.unstubAllGlobals());

const stored: InvoiceReferences = {
  po_number: 'PO-1',
  buyer_reference: null,
  next_po_number: 'PO-2',
  next_buyer_reference: null,
  po_required: false,
};

const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };

/** The stub responds to saves with `status`; error responses contain the message `reason`. @returns the request bodies of the saves */
function show(
  references: InvoiceReferences | undefined,
  permissions: Permission[] = [everything],
  status = 204,
  reason = 'is taken',
): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) => {
    if (init?.method !== 'PUT') return new Promise(() => undefined);
    sent.push(JSON.parse(String(init.body)));
    const refusal = { message: 'Invalid request', code: 'invalid', errors: [{ path: 'body.references.po_number', message: reason }] };
    const body = status === 204 ? null : JSON.stringify(refusal);
    return Promise.resolve(new Response(body, { status, headers: { 'Content-Type': 'application/json' } }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const customer: Customer = { email: null, additional_emails: [], tax_id: null, balance: 0, billing_via_partner: false, version: 1 };
  const slug = { params: { slug: 'acme' } };
  client.setQueryData(readKey('getPermissions', {}), permissions);
  client.setQueryData(readKey('getProfile', {}), { member: { username: 'ada' }, capabilities: [] });
  client.setQueryData(readKey('getOrganization', slug), { slug: 'acme', name: 'Acme', disabled_features: [], plan: { id: 'pro' } });
  client.setQueryData(readKey('getTaxId', slug), { tax_id: null });
  client.setQueryData(readKey('getCustomer', slug), { ...customer, ...(references && { references }) });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <BillingAddressSection />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return sent;
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name} \\(`) });
const open = async (): Promise<void> => {
  await userEvent.click(screen.getByRole('button', { name: 'Edit invoice references' }));
  await screen.findByRole('form', { name: 'Edit invoice references' });
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('shows the numbers of every invoice and of the next one, and saves only what changed', async () => {
  const sent = show(stored);
  expect(screen.getByText('PO-1, PO-2 (next invoice)')).toBeTruthy();
  expect(screen.queryByText('Buyer reference')).toBeNull();
  await open();
  await userEvent.clear(field('Purchase order number of the next invoice'));
  await userEvent.type(field('Buyer reference'), ' Cost center 80 ');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Require a purchase order number' }));
  await save();
  await waitFor(() =>
    expect(sent).toEqual([{ references: { next_po_number: null, buyer_reference: 'Cost center 80', po_required: true } }]),
  );
});

it('names what is too long at its field, and sends nothing', async () => {
  const sent = show(stored);
  await open();
  await userEvent.click(field('Purchase order number'));
  await userEvent.paste('x'.repeat(61));
  await save();
  expect(await screen.findByRole('link', { name: 'Purchase order number must have at most 60 characters' })).toBeTruthy();
  expect(sent).toEqual([]);
});

it("puts the platform's refusal at its field", async () => {
  show(stored, [everything], 400);
  await open();
  await userEvent.type(field('Purchase order number'), '9');
  await save();
  expect(await screen.findByRole('link', { name: 'Purchase order number is taken' })).toBeTruthy();
});

it('says at a field which letters the invoice cannot show', async () => {
  show(stored, [everything], 400, 'The invoice cannot show: \u{13000}');
  await open();
  await userEvent.type(field('Purchase order number'), '\u{13000}');
  await save();
  expect(await screen.findByRole('link', { name: 'The invoice cannot show: \u{13000}' })).toBeTruthy();
});

it('is not offered by a platform without references, and unavailable without permission', () => {
  show(undefined);
  expect(screen.queryByRole('button', { name: 'Edit invoice references' })).toBeNull();
});

it('says why a member without billing write permission cannot edit them', () => {
  show(stored, [{ ...everything, actions: ['billing:Read'] }]);
  const button = screen.getByRole('button', { name: 'Edit invoice references', description: /additional permissions/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
