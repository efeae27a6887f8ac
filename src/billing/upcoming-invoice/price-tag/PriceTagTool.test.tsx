import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { PriceTag } from './price-tag-messages.ts';
import { PriceTagTool } from './PriceTagTool.tsx';

afterEach(() => vi.unstubAllGlobals());

const day = 86_400;
const line = {
  description: 'Compute Hours Small',
  metric: 'COMPUTE_HOURS_SM',
  quantity: 720,
  unit_price_desc: '$0.0206 per hour',
  list_cents: 1483,
  included_cents: 0,
  not_charged_cents: 0,
  discount_cents: 0,
  amount_cents: 1483,
} as const;
const month = {
  start: 0,
  end: 30 * day,
  list_cents: 1483,
  included_cents: 0,
  not_charged_cents: 0,
  discount_cents: 0,
  credits_cents: 1000,
  total_cents: 483,
  lines: [line],
} as const;
const cycle = { ...month, end: 10 * day, list_cents: 494, credits_cents: 0, total_cents: 494, lines: [{ ...line, amount_cents: 494 }] };
const tag = { this_cycle: cycle, full_month: month, limits: [] } as unknown as PriceTag;

function show(...answers: readonly (readonly [status: number, body: unknown])[]): { readonly sent: unknown[] } {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_: RequestInfo | URL, init?: RequestInit) => {
    const [status, body] = answers[sent.length] ?? [500, {}];
    sent.push(JSON.parse(String(init?.body)));
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <PriceTagTool />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return { sent };
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Show the price' }));
const rowsOf = (caption: string): string[] =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

it("shows the platform's price with its working, for a month and for this cycle", async () => {
  const { sent } = show([200, tag]);
  await press();
  expect(await screen.findByText('It adds $4.83 to a full month, and $4.94 to this cycle until Jan 11, 1970.')).toBeTruthy();
  expect(sent).toEqual([{ item: 'project', compute_size: 'small' }]);
  const [compute, credits, total] = rowsOf('A full month');
  expect(compute).toMatch(/^Compute Hours Small.*\$0\.0206 per hour.*\$14\.83 at list price.*\$14\.83$/);
  expect(credits).toMatch(/^Compute Credits.*\$10\.00$/);
  expect(total).toMatch(/^Total.*\$4\.83$/);
  expect(rowsOf('This cycle').at(-1)).toMatch(/\$4\.94$/);
});

it('removes a price as soon as its values change', async () => {
  show([200, tag]);
  await press();
  await screen.findByText(/^It adds /);
  await userEvent.click(screen.getByRole('radio', { name: 'New branch' }));
  expect(screen.queryByText(/^It adds /)).toBeNull();
});

it('says why the platform refuses, at the field', async () => {
  const errors = [{ path: 'body.compute_size', message: 'has contract pricing only' }];
  show([422, { message: 'compute_size: has contract pricing only', code: 'rule_violated', request_id: 'r', errors }]);
  await press();
  expect((await screen.findAllByText('This has contract pricing only')).length).toBeGreaterThan(0);
  expect(screen.queryByText(/^It adds /)).toBeNull();
});
