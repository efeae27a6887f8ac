import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Permission, UpcomingInvoice } from '#contract/types.ts';
import { computeLine, creditsLine, egressLine, planLine, usageDerivation } from '#billing/shared/invoice-lines/examples.test-support.ts';
import type { LooseLine } from '#billing/shared/invoice-lines/lines.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { UpcomingInvoiceSection } from './UpcomingInvoiceSection.tsx';
import { upcomingInvoiceInput } from '#billing/shared/data/use-upcoming-invoice.ts';

const seconds = (instant: string): number => Date.parse(instant) / 1000;
const now = seconds('2026-02-28T23:30:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now * 1000);
});
afterEach(() => vi.useRealTimers());

type Sent = Partial<Omit<UpcomingInvoice, 'lines'>> & { readonly lines: readonly LooseLine[] };

function show(invoiceInput: Sent): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
  const profile = { member: { username: 'ada', primary_email: 'ada@example.com' }, capabilities: ['derivations'] };
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getProfile', {}), profile);
  client.setQueryData(readKey('getUpcomingInvoice', upcomingInvoiceInput('acme', true)), {
    subscription_id: 'sub_1',
    currency: 'usd',
    customer_balance: 0,
    amount_total: 0,
    amount_projected: 0,
    billing_cycle_start: seconds('2026-01-31T12:00:00Z'),
    billing_cycle_end: seconds('2026-03-31T12:00:00Z'),
    ...invoiceInput,
  });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <UpcomingInvoiceSection />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
}

const row = (name: RegExp | string): string => screen.getByRole('row', { name }).textContent ?? '';

it('shows lines of any name, metric and completeness, each once and where it belongs', () => {
  show({
    amount_total: 41.25,
    lines: [
      planLine(),
      egressLine({ id: 'a', description: 'plan B', amount: 1, amount_before_discount: 1, derivation: null }),
      egressLine({ id: 'b', description: 'compute-heavy', amount: 2, amount_before_discount: 2, derivation: null, metadata: null }),
      egressLine({ id: 'c', description: 'Flux', usage_metric: 'QUANTUM_FLUX', amount: 3, amount_before_discount: 3, derivation: null }),
      computeLine('XS', [['<b>', 744, 10]]),
      creditsLine(-10),
      { description: null, amount: null, breakdown: [{ project_ref: null, project_name: null, usage: null, amount: null }] },
      { description: 'Support', amount: 10.25, period: null, unit_price_desc: null, metadata: null, breakdown: null },
    ],
  });
  expect(row(/^plan B/)).toContain('$1.00');
  expect(row(/^compute-heavy/)).toContain('$2.00');
  expect(row(/^Flux/)).toContain('$3.00');
  expect(row(/^Unnamed line/)).toContain('$0.00');
  expect(row(/^Support/)).toContain('$10.25');
  expect(row(/^<b> /)).toContain('$10.00');
  const first = screen.getAllByRole('rowheader').map((header) => header.textContent);
  expect(first[0]).toBe('Pro Plan');
  expect(screen.queryByText(/do not add up|does not add up/)).toBeNull();
});

it('shows a millionth of a dollar, a million, and what is less than nothing', () => {
  show({
    amount_total: 999_999,
    amount_projected: 1_000_000,
    lines: [
      { ...planLine(1_000_000), description: 'Enterprise Plan' },
      egressLine({ id: 'a', description: 'Crumbs', amount: 0.000001, amount_before_discount: 0.000001, derivation: null }),
      { ...planLine(-1), description: 'Goodwill', proration: true },
    ],
  });
  expect(row(/^Enterprise Plan/)).toContain('$1,000,000.00');
  expect(row(/^Crumbs/)).toContain('<$0.01');
  expect(row(/^Goodwill/)).toContain('\u2212$1.00');
  expect(row(/^Current Costs/)).toContain('$999,999.00');
  expect(row(/^Projected Costs/)).toContain('$1,000,000.00');
});

it('strikes the amount before a discount through: of a single project, and where less than a cent is left', () => {
  show({
    amount_total: 10,
    lines: [
      computeLine('XS', [['atlas', 744, 10]], { amount_before_discount: 20 }),
      egressLine({ amount: 0.004, amount_before_discount: 0.02, derivation: null }),
    ],
  });
  expect(row(/^Compute (1 project|0|\d)/)).toContain('was $20.00 now\u00a0$10.00');
  expect(row(/^Egress/)).toContain('was $0.02 now\u00a0<$0.01');
});

it('keeps a single project behind the row of its group, and opens it', () => {
  show({ amount_total: 10, lines: [computeLine('XS', [['atlas', 744, 10]])] });
  expect(row(/^Compute (1 project|0|\d)/)).toContain('$10.00');
  expect(screen.queryByRole('row', { name: /^atlas/ })).toBeNull();
  act(() => screen.getByRole('button', { name: /, working of Compute$/ }).click());
  expect(row(/^atlas Micro, 744 hours/)).toContain('$10.00');
});

it('keeps the largest lines in sight, and the others behind their sum, unless they are discounted or do not add up', () => {
  const line = (description: string, amount: number, before = amount) =>
    egressLine({ id: description, description, amount, amount_before_discount: before, derivation: null });
  show({
    amount_total: 73,
    lines: [
      line('Ant', 1),
      line('Bee', 30),
      line('Cat', 2),
      line('Dog', 20),
      line('Elk', 3, 4),
      line('Fox', 10),
      line('Gnu', 3),
      line('Hen', 4),
    ],
  });
  const names = screen.getAllByRole('rowheader').map((header) => header.textContent);
  expect(names.slice(0, 5)).toEqual(['Bee', 'Dog', 'Elk', 'Fox', '4 more lines']);
  expect(row(/^4 more lines/)).toContain('$10.00');
  const more = screen.getByRole('button', { name: 'Details, working of more lines', expanded: false });
  const folded =
    document.getElementById(more.getAttribute('aria-controls') ?? '') ?? screen.getByRole('row', { name: /^Ant/ }).parentElement;
  expect(folded?.dataset['folded']).toBe('true');
  act(() => more.click());
  expect(folded?.dataset['folded']).toBeUndefined();
});

it('shows the credits of a cycle that a change of plan cut short in the Compute group, in dollars', () => {
  const derivation = usageDerivation({ unit: 'cents', used: '323', included: '367', billable: '0', unit_price: null, steps: [] });
  show({
    lines: [
      computeLine('XS', [['atlas', 240, 3.23]], { id: 'COMPUTE_HOURS_XS.primary.1', proration: true }),
      { ...creditsLine(-3.23), id: 'compute_credits.1', proration: true, derivation },
    ],
  });
  expect(row(/^Compute Credits/)).toContain('$3.23 used of $3.67');
  expect(row(/^Compute (1 project|0|\d)/)).toContain('$0.00');
});

it('shows a line and a sum that do not add up, with both numbers', () => {
  show({
    amount_total: 30,
    lines: [
      egressLine({ amount: 15, amount_before_discount: 15 }),
      computeLine('XS', [['atlas', 744, 10]], { derivation: usageDerivation() }),
    ],
  });
  expect(screen.getByText('Egress does not add up')).toBeTruthy();
  expect(screen.getByText(/^Your browser calculates \$14\.92; the platform says \$15\.00\./)).toBeTruthy();
  expect(screen.getByText('XS Compute does not add up')).toBeTruthy();
  expect(screen.getByText('The lines do not add up to the current costs')).toBeTruthy();
  expect(screen.getByText('Added up here they are $25.00; the platform says $30.00. Please contact support.')).toBeTruthy();
});

it.each([
  ['at the end of a short month', '2026-01-31T00:00:00Z', '2026-02-28T23:59:59Z', '0 day(s) left', 'Jan 31, 2026 to Feb 28, 2026'],
  ['over the end of a month', '2026-01-31T12:00:00Z', '2026-03-02T00:30:00Z', '1 day(s) left', 'Jan 31, 2026 to Mar 02, 2026'],
  [
    'that has ended',
    '2026-01-28T12:00:00Z',
    '2026-02-28T12:00:00Z',
    'This cycle has ended, and its invoice follows: 0 day(s) left',
    'Jan 28, 2026 to Feb 28, 2026',
  ],
  ['without any length', '2026-02-28T12:00:00Z', '2026-02-28T12:00:00Z', /0 day\(s\) left$/, 'Feb 28, 2026 to Feb 28, 2026'],
])('counts the days of a cycle %s', (_, start, end, left, span) => {
  show({ lines: [planLine(0)], billing_cycle_start: seconds(start), billing_cycle_end: seconds(end) });
  expect(screen.getByText(left)).toBeTruthy();
  expect(screen.getByText(span)).toBeTruthy();
});

it('has no control in a row header, at most one in a cell, and text before it, as table keys of screen readers need', () => {
  show({
    amount_total: 33,
    lines: [
      planLine(),
      computeLine('XS', [
        ['atlas', 744, 10],
        ['hermes', 744, 10],
      ]),
      creditsLine(-10),
      egressLine(),
    ],
  });
  for (const header of screen.getAllByRole('rowheader')) expect(header.querySelector('button')).toBeNull();
  const cells = screen.getAllByRole('cell').filter((cell) => cell.querySelector('button'));
  expect(cells.map((cell) => cell.querySelector('button')?.textContent)).toContain('About Compute Credits');
  for (const cell of cells) {
    expect(cell.querySelectorAll('button')).toHaveLength(1);
    expect(cell.textContent).not.toBe('');
    const firstText = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() as Node;
    expect(cell.querySelector('button')?.contains(firstText)).toBe(false);
  }
});
