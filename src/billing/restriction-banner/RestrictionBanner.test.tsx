import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Organization } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { RestrictionBanner } from './RestrictionBanner.tsx';

type Data = NonNullable<Organization['restriction_data']>;

/** Uses an organization on Pro with the spend cap on. */
function show(violations: Data['violations']): HTMLElement {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const organization: Partial<Organization> = {
    slug: 'acme',
    plan: { id: 'pro', name: 'Pro' },
    usage_billing_enabled: false,
    restriction_status: null,
    restriction_data: { violations, grace_period_end: null },
    disabled_features: [],
  };
  client.setQueryData(readKey('getOrganization', { params: { slug: 'acme' } }), organization);
  client.setQueryData(readKey('getPermissions', {}), []);
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <RestrictionBanner />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return screen.getByRole('region', { name: 'Warning: your organization is over its included usage' });
}

it('lists what is exceeded', () => {
  const listed = within(show(['exceed_egress_quota'])).getAllByRole('listitem');
  expect(listed.map((item) => item.textContent)).toEqual(['Egress Exceeded']);
});

it('does without a list where nothing of it has a name', () => {
  const banner = within(show([]));
  expect(banner.queryByRole('list')).toBeNull();
  expect(banner.getByText(/^With the spend cap on, usage is limited to what your plan includes\./)).toBeTruthy();
  expect(banner.getByRole('link', { name: 'Disable spend cap' })).toBeTruthy();
  expect(banner.getByRole('link', { name: 'View usage' })).toBeTruthy();
});
