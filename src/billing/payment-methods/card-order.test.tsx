import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { PaymentMethod, Permission } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { usePaymentMethods } from '#billing/shared/data/use-payment-methods.ts';
import { CardMenu } from './CardMenu.tsx';

beforeAll(() => import('./CardActions.tsx'));
afterEach(() => vi.unstubAllGlobals());

const method = (id: string, last4: string): PaymentMethod => ({
  id,
  is_default: id === 'pm_a',
  card: { brand: 'visa', last4, exp_month: 12, exp_year: 2039 },
});

function Cards() {
  const methods = usePaymentMethods();
  if (methods.kind !== 'ready') return null;
  return methods.data.map((each) => each.card && <CardMenu key={each.id} method={each} card={each.card} count={methods.data.length} />);
}

/** The stub stores the order of the cards, like the platform. */
function show(count: number, capabilities = ['card-order']) {
  let data = [method('pm_a', '1111'), method('pm_b', '2222'), method('pm_c', '3333')].slice(0, count);
  const sent: unknown[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), { member: { username: 'ada' }, capabilities });
  client.setQueryData(readKey('getOrganization', { params: { slug: 'acme' } }), {
    slug: 'acme',
    disabled_features: [],
    plan: { id: 'pro' },
  });
  client.setQueryData(readKey('getSubscription', { params: { slug: 'acme' } }), { payment_method_type: 'card' });
  client.setQueryData(readKey('listPaymentMethods', { params: { slug: 'acme' } }), { data, defaultPaymentMethodId: 'pm_a' });
  vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) => {
    if (init?.method === 'PUT') {
      const body = JSON.parse(String(init.body)) as { payment_method_ids: string[] };
      sent.push(body);
      data = body.payment_method_ids.flatMap((id) => data.filter((each) => each.id === id));
    }
    const body = init?.method === 'PUT' ? '{}' : JSON.stringify({ data, defaultPaymentMethodId: 'pm_a' });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <Cards />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return sent;
}

const options = (last4: string) => screen.getByRole('button', { name: `Options for Visa ending in ${last4}` });

it('moves a card by its menu, and keeps the focus on it', async () => {
  const sent = show(3);
  await userEvent.click(options('3333'));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Try earlier/ }));
  await waitFor(() => expect(sent).toEqual([{ payment_method_ids: ['pm_a', 'pm_c', 'pm_b'] }]));
  await waitFor(() => expect(document.activeElement).toBe(options('3333')));
  const names = screen
    .getAllByRole('button', { name: /^Options for/ })
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names.map((name) => name?.slice(-4))).toEqual(['1111', '3333', '2222']);
});

it('says why the active card and the last one can not be moved', async () => {
  const sent = show(3);
  await userEvent.click(options('1111'));
  const earlier = await screen.findByRole('menuitem', { name: /^Try earlier/ });
  expect(earlier.textContent).toContain('The active card is always tried first');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(options('3333'));
  expect((await screen.findByRole('menuitem', { name: /^Try later/ })).textContent).toContain('This card is tried last');
  expect(sent).toEqual([]);
});

it.each([
  ['with one card beside the active one', 2, ['card-order']],
  ['where the platform does not serve it', 3, []],
] as const)('offers no order %s', async (_, count, capabilities) => {
  show(count, [...capabilities]);
  await userEvent.click(options('2222'));
  await screen.findByRole('menuitem', { name: /^Use this card/ });
  expect(screen.queryByRole('menuitem', { name: /^Try/ })).toBeNull();
});
