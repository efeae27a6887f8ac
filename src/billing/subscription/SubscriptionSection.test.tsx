import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Permission, Subscription } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { SubscriptionSection } from './SubscriptionSection.tsx';

const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
const subscription = {
  plan: { id: 'pro', name: 'Pro' },
  usage_billing_enabled: true,
  current_period_end: 1_793_000_000,
  scheduled_plan_change: null,
  pending_payment_intent_secret: null,
};

function show(changes: Partial<Subscription>): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), { capabilities: [] });
  client.setQueryData(readKey('getOrganization', { params: { slug: 'acme' } }), {
    slug: 'acme',
    plan: subscription.plan,
    disabled_features: [],
  });
  client.setQueryData(readKey('getSubscription', { params: { slug: 'acme' }, query: { project_addons: 'omit' } }), {
    ...subscription,
    ...changes,
  });
  client.setQueryData(readKey('getSubscription', { params: { slug: 'acme' } }), { ...subscription, ...changes });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <SubscriptionSection />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
}

it('says that payments are paused, and what still works', () => {
  show({ payments_paused: true });
  expect(screen.getByText('Payments are paused')).toBeTruthy();
  expect(screen.getByText(/You can see everything here/)).toBeTruthy();
});

it('announces the invoice for usage that was reported late', async () => {
  show({ plan: { id: 'free', name: 'Free' }, late_invoice: { at: 1_793_000_000, amount: 990 } });
  expect(await screen.findByText('An invoice of $9.90 is due on Oct 26, 2026')).toBeTruthy();
  expect(screen.getByText(/usage on your paid plan that was reported late/)).toBeTruthy();
});

it('says on the Free Plan that usage is held for review', async () => {
  const held = { usage_metric: 'EGRESS', name: 'Egress', quantity: '50,000 GB', date: '2026-05-31', correction: false };
  show({ plan: { id: 'free', name: 'Free' }, held_usage: [held, { ...held, date: '2026-05-30', correction: true }] });
  expect(await screen.findByText(/^Held for review: 50,000 GB, Egress, May.31,.2026$/)).toBeTruthy();
  expect(screen.getByText(/^Held for review: corrected to 50,000 GB, Egress, May.30,.2026$/)).toBeTruthy();
  expect(screen.getByText(/it is not billed or counted toward limits/)).toBeTruthy();
});

it('says nothing of it while payments go their way', () => {
  show({});
  expect(screen.getByText('Pro Plan')).toBeTruthy();
  expect(screen.queryByText('Payments are paused')).toBeNull();
});

it.each([
  ['Renews', {}],
  ['Usage resets', { plan: { id: 'free', name: 'Free' } as const }],
  [
    'Cycle ends',
    {
      scheduled_plan_change: { at: 1_793_000_000, target_plan: { id: 'free', name: 'Free' }, usage_billing_enabled: false } as const,
    },
  ],
])('says of the end of the cycle: %s', (words, changes) => {
  show(changes);
  expect(screen.getByText(new RegExp(`^${words} Oct.26,.2026$`))).toBeTruthy();
});
