import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { readKey } from './shared/data/queries.ts';
import { sectionOrder, sectionTitles, type SectionAnchor } from './shared/page/sections.ts';
import { BillingPage } from './BillingPage.tsx';

const Broken = vi.hoisted(() => () => {
  throw new Error('of the test');
});

vi.mock('./subscription/SubscriptionSection.tsx', () => ({ SubscriptionSection: Broken }));
vi.mock('./upcoming-invoice/UpcomingInvoiceSection.tsx', () => ({ UpcomingInvoiceSection: Broken }));
vi.mock('./invoices/InvoicesSection.tsx', () => ({ InvoicesSection: Broken }));
vi.mock('./sections-below.ts', () => ({
  CostControlSection: Broken,
  CreditsSection: Broken,
  PaymentMethodsSection: Broken,
  EmailRecipientsSection: Broken,
  BillingAddressSection: Broken,
}));

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const folders: Readonly<Record<SectionAnchor, string>> = {
  subscription: 'subscription',
  breakdown: 'upcoming-invoice',
  'cost-control': 'cost-control',
  'credits-balance': 'credits',
  'payment-methods': 'payment-methods',
  email: 'email-recipients',
  address: 'billing-address',
  invoices: 'invoices',
};

/** True if the code of a section starts payments. */
function startsPayments(anchor: SectionAnchor): boolean {
  const folder = `src/billing/${folders[anchor]}`;
  return readdirSync(folder).some((file) => /shared\/(payment|change-plan)\//.test(readFileSync(`${folder}/${file}`, 'utf8')));
}

it('reports open payments beside each broken section that can start one, and beside no other', async () => {
  const client = new QueryClient();
  client.setQueryData(readKey('getSubscription', { params: { slug: 'acme' } }), { pending_payment_intent_secret: null });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing" component={BillingPage} />
      </Router>
    </QueryClientProvider>,
  );
  const shown = await Promise.all(
    sectionOrder.map(async (anchor) => {
      const section = await screen.findByRole('region', { name: sectionTitles[anchor] });
      await within(section).findByText('This section could not be shown');
      return section;
    }),
  );
  await within(screen.getByRole('region', { name: 'Credit Balance' })).findByText(/^No payment of this page/);
  const reporting = sectionOrder.filter((_, index) => shown[index]?.textContent?.includes('No payment of this page is waiting'));
  expect(reporting).toEqual(sectionOrder.filter(startsPayments));
  expect(reporting).toEqual(['subscription', 'cost-control', 'credits-balance', 'payment-methods', 'invoices']);
});
