import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Permission } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { upcomingInvoiceInput } from '#billing/shared/data/use-upcoming-invoice.ts';
import { NextInvoiceCell } from './GlanceCells.tsx';

function show(capabilities: readonly string[]): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), { member: { username: 'ada' }, capabilities });
  client.setQueryData(readKey('getUpcomingInvoice', upcomingInvoiceInput('acme', false)), {
    amount_total: 318.2,
    amount_projected: 615,
    billing_cycle_start: 0,
    billing_cycle_end: 31 * 86_400,
    lines: [],
  });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <dl>
            <NextInvoiceCell />
          </dl>
        </Route>
      </Router>
    </QueryClientProvider>,
  );
}

const linkTo = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');

it('says what its projection contains, and links to the lines and to the forecast of Budgets', () => {
  show(['budgets']);
  expect(screen.getByText('$615.00')).toBeTruthy();
  expect(linkTo('Predictable costs only')).toBe('#breakdown');
  expect(linkTo('forecast with metered usage')).toBe('/org/acme/budgets#spend');
});

it('links to no forecast that the platform does not make', () => {
  show([]);
  expect(screen.getByText('$615.00')).toBeTruthy();
  expect(linkTo('forecast with metered usage')).toBeUndefined();
});
