import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Proposal } from '#contract/types.ts';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { readKey } from '#billing/shared/data/queries.ts';
import { AskForThis } from './AskForThis.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Renders the form for a member of an organization on Pro with the spend cap off. */
function open(act: Proposal['act']) {
  const bodies: unknown[] = [];
  const reads: string[] = [];
  const organization = { plan: { id: 'pro', name: 'Pro' }, usage_billing_enabled: true };
  const answer = (status: number, body: object) =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }));
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    if ((init?.method ?? 'GET') === 'GET') {
      reads.push(String(input instanceof Request ? input.url : input));
      return answer(200, { ...organization, open_proposals: 1 });
    }
    bodies.push(JSON.parse(String(init?.body)));
    return answer(201, { ends_at: 1_801_209_600 });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(readKey('getOrganization', { params: { slug: 'acme' } }), organization);
  const onSent = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <Announcer />
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <AskForThis act={act} onSent={onSent} />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return { bodies, reads, onSent };
}

const reason = () => screen.getByRole('textbox', { name: 'Why do you need it?' });
const ask = () => userEvent.click(screen.getByRole('button', { name: 'Ask for this' }));

it('asks for a plan that the organization does not have, with a reason, and reads the count of proposals again', async () => {
  const { bodies, reads, onSent } = open('plan');
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['tier_team']);
  await userEvent.type(reason(), 'Our auditors ask for SOC2');
  await ask();
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(bodies).toEqual([{ act: 'plan', tier: 'tier_team', reason: 'Our auditors ask for SOC2' }]);
  expect(reads.map((address) => address.replace(/^.*(?=\/platform)/, ''))).toEqual(['/platform/organizations/acme']);
});

it('sends nothing without a reason and an amount, and names both fields', async () => {
  const { bodies } = open('top_up');
  const amount = screen.getByRole('textbox', { name: 'Credits, in whole dollars' });
  await userEvent.clear(amount);
  await ask();
  expect([amount, reason()].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  expect(bodies).toEqual([]);
  await userEvent.type(amount, '250');
  await userEvent.type(reason(), 'For the conference');
  await ask();
  await vi.waitFor(() => expect(bodies).toEqual([{ act: 'top_up', amount_cents: 25_000, reason: 'For the conference' }]));
});

it('asks to turn the spend cap on if it is off', async () => {
  const { bodies } = open('spend_cap');
  await userEvent.type(reason(), 'No surprises');
  await ask();
  await vi.waitFor(() => expect(bodies).toEqual([{ act: 'spend_cap', tier: 'tier_pro', reason: 'No surprises' }]));
});
