import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { pageTexts } from '#lib/texts/page.ts';
import { PayNow } from './PayNow.tsx';

afterEach(() => {
  vi.doUnmock('./pay-invoice.ts');
  vi.unstubAllGlobals();
});

it('blames no connection if the code of the payment did not come, and can be pressed again', async () => {
  vi.doMock('./pay-invoice.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return new Promise(() => undefined);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <PayNow invoice={{ id: 'in_1', number: 'ABC-1' }} />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name: 'Pay Now, invoice ABC-1' });
  await userEvent.click(button);
  await screen.findByText(pageTexts.partFailed);
  expect(asked.filter((address) => address.includes('new-build'))).toHaveLength(1);
  expect(button.getAttribute('aria-disabled')).not.toBe('true');
});
