import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Invoice } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { toastSnapshot } from '#ui/Toast/toast.ts';
import { DocumentButton } from './DocumentButton.tsx';

afterEach(() => {
  vi.doUnmock('./show-document.ts');
  vi.restoreAllMocks();
});

it('closes its tab and tells why when not even the code for it came', async () => {
  vi.doMock('./show-document.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const tab = { opener: null, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const invoice = { id: 'in_1', number: 'ABC-1', invoice_pdf: 'https://example.com/in_1.pdf' } as Invoice;
  render(
    <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
      <Route path="/org/:slug/billing">
        <DocumentButton invoice={invoice} document="invoice_pdf" />
      </Route>
    </Router>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^PDF/ }));
  await waitFor(() => expect(tab.close).toHaveBeenCalledTimes(1));
  const expectedMessage = fillText(texts.fetchFailed, { message: pageTexts.partFailed });
  expect(toastSnapshot().visible.map(({ message }) => message)).toEqual([expectedMessage]);
});
