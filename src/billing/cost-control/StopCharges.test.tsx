import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Permission } from '#contract/types.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { ToastRegion } from '#ui/Toast/ToastRegion.tsx';
import { StopCharges } from './StopCharges.tsx';

beforeAll(() => import('./StopChargesDialog.tsx'));
afterEach(() => vi.unstubAllGlobals());

interface StoredBudget {
  readonly id: string;
  readonly name: string;
  readonly amount_cents: number;
  readonly scope?: string;
  readonly limit_reached: boolean;
  readonly origin?: 'stop_charges';
}

/** Renders the button for an organization with $12.34 of overage. The stub stores budgets like the platform. */
function show(budgets: StoredBudget[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), { member: { username: 'ada' }, capabilities: ['budgets'] });
  client.setQueryData(readKey('listBudgets', { params: { slug: 'acme' } }), { budgets: [...budgets] });
  const created: unknown[] = [];
  const answer = (status: number, body?: object) =>
    new Response(body && JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    if (pathname.endsWith('/preview')) {
      const stop = {
        is_active: true,
        allowance_cents: 0,
        charged_cents: 1234,
        stops_now: true,
        covers: ['Egress'],
        cannot_cover: ['Compute'],
      };
      return Promise.resolve(answer(200, { stop }));
    }
    if (init?.method === 'POST') {
      const body = JSON.parse(String(init.body)) as StoredBudget;
      created.push(body);
      budgets.push({ ...body, id: 'bud_1', limit_reached: true });
      return Promise.resolve(answer(201, budgets[0]));
    }
    if (init?.method === 'DELETE') {
      budgets.splice(0);
      return Promise.resolve(answer(204));
    }
    return Promise.resolve(answer(200, { budgets: [...budgets] }));
  });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <StopCharges />
        </Route>
      </Router>
      <ToastRegion />
    </QueryClientProvider>,
  );
  return { created };
}

it('says the exact effect, stops at what is charged so far with one press, and undoes it', async () => {
  const { created } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Stop charges now' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Stop charges now?' });
  await waitFor(() => expect(dialog.textContent).toContain('a spending limit of $12.34'));
  expect(dialog.textContent).toContain('You never pay more than this limit for the usage it covers in one billing cycle.');
  expect(dialog.textContent).toContain('No longer charged: Egress.');
  expect(dialog.textContent).toContain('Still charged: Compute.');
  await userEvent.click(screen.getByRole('button', { name: 'Stop at $12.34' }));
  const undo = await screen.findByRole('button', { name: 'Charge usage again' });
  await waitFor(() => expect(document.activeElement).toBe(undo));
  expect(created).toEqual([
    {
      name: 'Stop charges now',
      scope: 'organization',
      basis: 'overage',
      amount_cents: 1234,
      thresholds: [],
      at_limit: 'stop',
      origin: 'stop_charges',
    },
  ]);

  await userEvent.click(undo);
  expect((await screen.findByRole('alertdialog', { name: 'Charge usage again?' })).textContent).toContain('the limit of $12.34');
  await userEvent.click(screen.getByRole('button', { name: 'Remove the limit' }));
  expect(await screen.findByRole('button', { name: 'Stop charges now' })).toBeTruthy();
});

it('undoes its limit also if that was renamed, and no other limit with its first name', async () => {
  show([
    { id: 'bud_1', name: 'Stop charges now', amount_cents: 700, limit_reached: false },
    { id: 'bud_2', name: 'Freeze', amount_cents: 500, limit_reached: true, origin: 'stop_charges' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Charge usage again' }));
  expect((await screen.findByRole('alertdialog', { name: 'Charge usage again?' })).textContent).toContain('the limit of $5.00');
});

it('names the limit that has stopped charges already', async () => {
  show([{ id: 'bud_2', name: 'March', scope: 'organization', amount_cents: 500, limit_reached: true }]);
  await userEvent.click(screen.getByRole('button', { name: 'Stop charges now' }));
  const action = await screen.findByRole('button', { name: 'Stop at $12.34' });
  await waitFor(() => expect(action.getAttribute('aria-disabled')).toBe('true'));
  await userEvent.click(action);
  expect(screen.getAllByText('Your limit March has stopped charges already').length).toBeGreaterThan(0);
});
