import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Permission, Subscription } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { PendingChange } from './PendingChange.tsx';

const reading = readKey('getSubscription', { params: { slug: 'acme' } });

function show(subscription: Partial<Subscription>): (now: Partial<Subscription>) => void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), { capabilities: ['pending-change'] });
  client.setQueryData(reading, subscription);
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <PendingChange />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return (now) => void client.setQueryData(reading, now);
}

const secret = 'pi_1_secret_2';
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

it('offers to continue or cancel a payment that waits for its payer', () => {
  show({ pending_payment_intent_secret: secret });
  expect(screen.getByText('A plan change is waiting for payment')).toBeTruthy();
  expect(buttons()).toEqual(['Continue the payment', 'Cancel the change']);
});

it('tells of a payment that its bank is processing, with nothing to do but look again, until that has an end', async () => {
  const tell = show({ pending_payment_intent_secret: secret, pending_payment_is_processing: true });
  expect(screen.getByText('Your payment is being processed')).toBeTruthy();
  expect([buttons(), screen.queryByText(/waiting for its payment/)]).toEqual([['Check again'], null]);
  tell({ pending_payment_intent_secret: secret });
  await waitFor(() => expect([buttons().length, screen.queryByText('Your payment is being processed')]).toEqual([2, null]));
  tell({ pending_payment_intent_secret: null });
  await waitFor(() => expect([buttons(), screen.queryByText('A plan change is waiting for payment')]).toEqual([[], null]));
});
