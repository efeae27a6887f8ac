import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { balancePoints } from './CreditChart.tsx';
import { CreditHistory } from './CreditHistory.tsx';
import { historyInput } from './use-history-pages.ts';

function show(...sizes: number[]): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  for (const [page, size] of sizes.entries()) {
    const entries = Array.from({ length: size }, (_, index) => ({
      id: `${page}-${index}`,
      at: 1_700_000_000,
      description: `Credit ${page}-${index}`,
      ...(index === 1 ? { invoice: { id: 'in_1', number: `AC-000${page}` } } : {}),
      amount: 100,
      balance: 100,
    }));
    const data = { entries, next_cursor: page + 1 < sizes.length ? `after-${page}` : null };
    client.setQueryData(readKey('listCreditHistory', historyInput('acme', page === 0 ? undefined : `after-${page - 1}`)), data);
  }
  render(
    <QueryClientProvider client={client}>
      <Announcer />
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <CreditHistory />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
}

const entries = () => screen.getAllByRole('rowheader').length;
const older = () => screen.queryByRole('button', { name: 'Show older entries' });

it('goes on to the oldest entry by one button, which keeps the focus and says how far it is', async () => {
  show(3, 3, 1);
  // The first two presses of Tab focus the chart and the link to the invoice; the third press focuses the button.
  for (let presses = 0; presses < 3; presses += 1) await userEvent.tab();
  const button = older();
  expect([document.activeElement, entries()]).toEqual([button, 3]);
  await userEvent.keyboard('{Enter}');
  expect([document.activeElement, entries(), announcedMessages().polite.at(-1)]).toEqual([button, 6, 'Showing 6 entries']);
  await userEvent.keyboard('{Enter}');
  expect([document.activeElement, entries(), announcedMessages().polite.at(-1)]).toEqual([button, 7, 'Showing 7 entries']);
  await userEvent.keyboard('{Enter}');
  expect([older(), entries(), announcedMessages().polite.at(-1)]).toEqual([button, 7, 'All entries are shown.']);
  expect(screen.getByRole('button', { description: 'All entries are shown.' }).getAttribute('aria-disabled')).toBe('true');
});

it('has no such button where there is nothing older', () => {
  show(2);
  expect([entries(), older()]).toEqual([2, null]);
});

it('names the invoice that moved the balance, and leads to it', () => {
  show(2);
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Credit 0-0', 'Credit 0-1, AC-0000']);
  expect(screen.getByRole('link', { name: 'AC-0000' }).getAttribute('href')).toBe('/org/acme/billing/invoices/in_1');
});

it('draws the balance with the cause of each change, and the balance now', () => {
  const entry = (id: string, at: number, amount: number, balance: number) => ({ id, at, description: `Cause ${id}`, amount, balance });
  const day = 86_400;
  const points = balancePoints(
    [{ ...entry('b', 3 * day, -4000, 6000), invoice: { id: 'in_1', number: 'AC-0001' } }, entry('a', day, 10_000, 10_000)],
    5 * day,
  );
  expect(points.map(({ words, values }) => [words, values])).toEqual([
    ['Jan 02, 1970: Cause a, +$100.00, balance $100.00', [10_000]],
    ['Jan 04, 1970: Cause b, AC-0001, \u2212$40.00, balance $60.00', [6000]],
    ['Jan 06, 1970: balance $60.00', [6000]],
  ]);
  expect(balancePoints([], 0)).toEqual([]);
});

it('shows the chart above the table from two entries on', async () => {
  show(2);
  const chart = await screen.findByRole('slider', { name: 'Credit balance over time' });
  expect(chart.getAttribute('aria-roledescription')).toBe('chart');
});
