import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Invoice, Permission } from '#contract/types.ts';
import { paymentActions, saveRequest } from '#lib/browser/payment-attempts.ts';
import { openInvoicesInput } from '#billing/shared/amount-due/amount-due.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { PayWithCardDialog } from './PayWithCardDialog.tsx';
import { ToastRegion } from '#ui/Toast/ToastRegion.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const day = 86_400;
const due = (id: string, cents: number, nextSeconds: number | null): Invoice =>
  ({
    id,
    number: `ACME-${id}`,
    status: 'open',
    period_end: day,
    amount_due: cents,
    payment_is_processing: false,
    collection: { due_at: null, next_charge_at: nextSeconds, grace_period_end: null, restricted_at: 10 * day },
  }) as Invoice;

interface Sent {
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
}

const answer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/** `pay` responds to each payment request; paid invoices are no longer listed. */
function show(pay: (invoiceId: string, sent: readonly Sent[]) => Response, standing: object = {}, isDefault = true) {
  let open = [due('1', 5000, 2 * day), due('2', 1250, 3 * day)];
  const offered = open;
  const sent: Sent[] = [];
  const onClose = vi.fn<() => void>();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), { member: { username: 'ada' }, capabilities: ['pay-invoice'] });
  client.setQueryData(readKey('getOrganization', { params: { slug: 'acme' } }), { slug: 'acme', disabled_features: [], ...standing });
  client.setQueryData(readKey('listInvoices', openInvoicesInput('acme')), open);
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2039 };
  client.setQueryData(readKey('listPaymentMethods', { params: { slug: 'acme' } }), {
    data: [{ id: 'pm_1', type: 'card', created: 1, is_default: true, card }],
    defaultPaymentMethodId: 'pm_1',
  });
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    const id = /invoices\/(\w+)\/pay$/.exec(pathname)?.[1];
    if (id === undefined) return Promise.resolve(answer(200, open));
    sent.push({ path: pathname, key: new Headers(init?.headers).get('Idempotency-Key'), body: JSON.parse(String(init?.body)) });
    const answered = pay(id, sent);
    if (answered.status === 200) open = open.filter((invoice) => invoice.id !== id);
    return Promise.resolve(answered);
  });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <PayWithCardDialog methodId="pm_1" isDefault={isDefault} invoices={offered} onClose={onClose} returnFocusTo={() => null} />
        </Route>
      </Router>
      <ToastRegion />
    </QueryClientProvider>,
  );
  return { sent, onClose };
}

const dialog = () => screen.getByRole('alertdialog', { name: 'Pay open invoices with Visa ending in 4242?' });
const rows = () =>
  within(dialog())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('names card, sum and what happens otherwise, and pays each invoice once', async () => {
  const { sent, onClose } = show(() => answer(200, { status: 'succeeded' }));
  await waitFor(() => dialog());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay $62.50 now with this card' }));
  expect(dialog().textContent).toContain('2 invoices are open');
  expect(dialog().textContent).toContain('this card is charged automatically from Jan 03, 1970');
  await userEvent.click(screen.getByRole('button', { name: 'Pay $62.50 now with this card' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.map(({ path, body }) => [path.split('/').at(-2), body])).toEqual([
    ['1', { payment_method_id: 'pm_1', amount: 5000 }],
    ['2', { payment_method_id: 'pm_1', amount: 1250 }],
  ]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

it('offers the same for a card that is added and not the default', async () => {
  show(() => answer(200, { status: 'succeeded' }), {}, false);
  await waitFor(() => dialog());
  expect(dialog().textContent).toContain('Visa ending in 4242 is added, and 2 invoices are open');
  expect(dialog().textContent).toContain('the default card is charged automatically from Jan 03, 1970');
});

it.each([
  ['restricted', ['overdue_payment'], 'All services of your projects stay restricted until every overdue invoice is paid.'],
  ['grace_period', ['overdue_payment'], 'If nothing is paid, all services of your projects stop on Jan 11, 1970.'],
] as const)('says what happens to services of an organization in status %s', async (status, violations, words) => {
  show(() => answer(200, { status: 'succeeded' }), {
    restriction_status: status,
    restriction_data: { violations, grace_period_end: null },
  });
  await waitFor(() => dialog());
  expect(dialog().textContent).toContain(words);
});

it('stops at a declined invoice, says which are paid, and asks for the rest only', async () => {
  const declined = { message: 'Your card has insufficient funds.', code: 'payment_declined' };
  const { sent, onClose } = show((id, tries) =>
    id === '2' && tries.length === 2 ? answer(402, declined) : answer(200, { status: 'succeeded' }),
  );
  await waitFor(() => dialog());
  await userEvent.click(screen.getByRole('button', { name: 'Pay $62.50 now with this card' }));
  await waitFor(() => expect(dialog().textContent).toContain('Failed to pay invoice ACME-2: Your card has insufficient funds.'));
  expect(dialog().textContent).toContain('Nothing was charged for this invoice.');
  await waitFor(() => expect(rows()).toEqual(['ACME-1 $50.00, paid', 'ACME-2 $12.50, open']));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Pay $12.50 now with this card' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.map(({ path }) => path.split('/').at(-2))).toEqual(['1', '2', '2']);
  expect(sent[1]?.key).not.toBe(sent[2]?.key);
});

it('finds out about an earlier request before it pays anything else', async () => {
  const earlier = { params: { slug: 'acme', invoice_id: '1' }, body: { payment_method_id: 'pm_1', amount: 5000 } };
  saveRequest('acme', paymentActions.payInvoice, { key: 'earlier', about: '1:pm_1:5000', sent: earlier });
  const { sent, onClose } = show(() => answer(200, { status: 'succeeded' }));
  await waitFor(() => dialog());
  expect(dialog().textContent).toContain("We don't know yet whether invoice ACME-1 was paid.");
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.map(({ path, key }) => [path.split('/').at(-2), key === 'earlier'])).toEqual([
    ['1', true],
    ['2', false],
  ]);
});
