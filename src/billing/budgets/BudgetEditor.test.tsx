import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { mockListSize } from '#ui/testing/country-page.tsx';
import { BudgetEditor } from './BudgetEditor.tsx';

beforeAll(mockListSize);

function open() {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Announcer />
      <Router hook={memoryLocation({ path: '/org/acme/budgets' }).hook}>
        <Route path="/org/:slug/budgets">
          <BudgetEditor onClose={onClose} />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return onClose;
}

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });

it('closes an untouched form by Escape, and asks first if something was typed', async () => {
  const onClose = open();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await userEvent.type(nameField(), 'Streams');
  await userEvent.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Discard what you entered?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect([onClose.mock.calls.length, nameField().value]).toEqual([1, 'Streams']);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('has the percentages of alerts as a list whose entries can be removed and added, each announced', async () => {
  open();
  const spent = () =>
    within(screen.getByRole('list', { name: 'Alerts on what is spent' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(spent()).toEqual(['50% spent', '80% spent', '100% spent']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove 80% spent' }));
  expect([spent(), announcedMessages().polite.at(-1)]).toEqual([['50% spent', '100% spent'], '80% spent removed, 2 alerts']);
  await userEvent.type(screen.getByRole('textbox', { name: 'Percentage of the amount, spent' }), '75%{Enter}');
  expect([spent(), announcedMessages().polite.at(-1)]).toEqual([['50% spent', '100% spent', '75% spent'], '75% spent added, 3 alerts']);
});

it('ties a refused percentage to its field', async () => {
  open();
  const field = screen.getByRole('textbox', { name: 'Percentage of the amount, forecast' });
  await userEvent.type(field, 'half{Enter}');
  await userEvent.click(nameField());
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('textbox', { name: /forecast$/, description: /Enter whole percentages from 1 to 1000, each once/ })).toBe(field);
});

it('offers a limit on one kind of usage, per day only if it is counted, with the promise of its window', async () => {
  open();
  await userEvent.click(screen.getByRole('radio', { name: 'One kind of usage' }));
  await userEvent.click(screen.getByRole('radio', { name: /^Stop charges/ }));
  expect(screen.queryByRole('radiogroup', { name: 'Measured amount' })).toBeNull();
  const usage = screen.getByRole('combobox', { name: 'Usage' });
  await userEvent.type(usage, 'Storage size');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(screen.queryByRole('radio', { name: 'Day (UTC)' })).toBeNull();
  await userEvent.clear(usage);
  await userEvent.type(usage, 'Egress');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await userEvent.click(screen.getByRole('radio', { name: 'Day (UTC)' }));
  const promise = 'You never pay more than this limit for the usage it covers in one day (UTC).';
  expect(screen.getByRole('radio', { name: /^Stop charges/, description: promise })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Amount in dollars', description: /^For one day \(UTC\)/ })).toBeTruthy();
});

it('asks for amount and scope first, then what happens, alerts and recipients', () => {
  open();
  const names = ['Amount in dollars', 'Scope', 'Name', 'Measured amount', 'Alert only', 'Alerts on what is spent', 'Add recipients'];
  const places = names.map((name) => document.body.textContent.indexOf(name));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(within(screen.getByRole('dialog', { name: 'New budget' })).getByRole('button', { name: 'Preview' })).toBeTruthy();
});
