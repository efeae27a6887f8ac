import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Invoice, Permission } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { UseCredits } from './UseCredits.tsx';

beforeAll(() => import('./UseCreditsDialog.tsx'));
afterEach(() => vi.unstubAllGlobals());

const invoice = { id: 'in_1', number: 'ACME-0001', amount_due: 5000 } as Invoice;

/** Renders the button for an invoice of $50 and a balance of $80. The platform rejects the payment, and the balance then changes. */
function show(refusal: { readonly status: number; readonly body: object }, balanceAfterCents: number): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), { member: { username: 'ada' }, capabilities: ['use-credits'] });
  const organization = { slug: 'acme', disabled_features: [], plan: { id: 'pro' } };
  client.setQueryData(readKey('getOrganization', { params: { slug: 'acme' } }), organization);
  client.setQueryData(readKey('getSubscription', { params: { slug: 'acme' } }), { customer_balance: 8000 });
  const answer = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) =>
    Promise.resolve(
      init?.method === 'POST'
        ? answer(refusal.status, refusal.body)
        : answer(200, { ...organization, customer_balance: balanceAfterCents }),
    ),
  );
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <h2 id="invoices-heading" tabIndex={-1}>
            Past Invoices
          </h2>
          <UseCredits invoice={invoice} />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
}

const use = async (): Promise<void> => {
  await userEvent.click(screen.getByRole('button', { name: /^Use credits/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Use $50.00' }));
};

it('keeps the message of a refusal until the member closes the dialog, and then the focus', async () => {
  show({ status: 422, body: { message: 'This invoice has nothing to pay', code: 'rule_violated' } }, 0);
  await use();
  const dialog = await screen.findByRole('alertdialog', { name: /ACME-0001/ });
  await waitFor(() => expect(dialog.textContent).toContain('This invoice has nothing to pay'));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Use credits/ })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Past Invoices' })));
});

it.each([
  ['names the sum that is possible now', 3000, 'Use $30.00'],
  ['keeps its sum and the message if another member has used all of it', 0, 'Use $50.00'],
])('%s where the balance has changed', async (_, balanceAfterCents, action) => {
  const message = 'The credit balance has changed';
  show({ status: 422, body: { message, code: 'rule_violated', errors: [{ path: 'body.amount', message }] } }, balanceAfterCents);
  await use();
  const dialog = await screen.findByRole('alertdialog', { name: /ACME-0001/ });
  await waitFor(() => expect(dialog.textContent).toContain(message));
  expect(await screen.findByRole('button', { name: action })).toBeTruthy();
  expect(dialog.isConnected).toBe(true);
});
