import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Invoice } from '#contract/types.ts';
import { EInvoiceButton, EInvoiceFaults } from './EInvoice.tsx';

const offered: Invoice['e_invoice'] = { file: 'https://example.com/in_1/e-invoice', faults: [] };
const refused: Invoice['e_invoice'] = { file: null, faults: [{ rule: 'BR-10', message: 'The billing address is missing.' }] };

function show(invoice: Partial<Invoice>): void {
  const shown = { id: 'in_1', number: 'ABC-1', ...invoice } as Invoice;
  render(
    <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
      <Route path="/org/:slug/billing">
        <EInvoiceButton invoice={shown} offer={shown.e_invoice} name="invoice ABC-1" offerIn={(read) => read.e_invoice} />
        <dl>
          <EInvoiceFaults invoice={shown} />
        </dl>
      </Route>
    </Router>,
  );
}

it('has a button for an e-invoice that is offered', () => {
  show({ e_invoice: offered });
  expect(screen.getByRole('button', { name: 'E-invoice, invoice ABC-1, opens in new tab' })).toBeTruthy();
  expect(screen.queryByText(/There is no e-invoice/)).toBeNull();
});

it('says which rule is broken and what to fill in, instead of a button', () => {
  show({ e_invoice: refused });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('The billing address is missing. (Rule BR-10)')).toBeTruthy();
});

it('says nothing about a fault that a correction has removed', () => {
  show({ e_invoice: refused, corrections: [{ e_invoice: offered }] as unknown as NonNullable<Invoice['corrections']> });
  expect(screen.queryByText(/Rule BR-10/)).toBeNull();
});

it('shows nothing on a platform without e-invoices', () => {
  show({});
  expect(screen.queryByText(/e-invoice/i)).toBeNull();
});
