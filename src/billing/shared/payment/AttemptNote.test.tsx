import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { callWithRetries } from '#lib/browser/call-with-retries.ts';
import { paymentActions, saveRequest } from '#lib/browser/payment-attempts.ts';
import { confirmAction, forgetChange } from '#billing/shared/change-plan/remembered-change.ts';
import { usePlanChange } from '#billing/shared/change-plan/use-plan-change.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { KnownPayment } from './AttemptNote.tsx';
import { loadGateway } from './load-gateway.ts';

vi.mock('./load-gateway.ts', async (original) => ({ ...(await original<object>()), loadGateway: vi.fn() }));
vi.mock('#lib/browser/call-with-retries.ts', async (original) => ({ ...(await original<object>()), callWithRetries: vi.fn() }));

const request = { key: 'key-1', about: '$250', sent: { amount: 250 } };
const unconfirmed =
  "Your plan change was sent, but its payment is not confirmed yet. Reload this page to check: you can't be charged twice.";
const secret = 'pi_1_secret_2';

let client: QueryClient;
const serve = (pending: string | null) =>
  client.setQueryData(readKey('getSubscription', { params: { slug: 'lantern' } }), { pending_payment_intent_secret: pending });

function show(): string {
  const { container } = render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/lantern/billing' }).hook}>
        <Route path="/org/:slug/billing" component={KnownPayment} />
      </Router>
    </QueryClientProvider>,
  );
  return container.textContent ?? '';
}

beforeEach(() => {
  for (const action of [...Object.values(paymentActions), confirmAction]) saveRequest('lantern', action, null);
  forgetChange('lantern');
  client = new QueryClient();
  serve(null);
});

it('says that no payment is open', () => {
  expect(show()).toBe('No payment on this page is waiting for a response.');
});

it('says nothing while the subscription is unknown', () => {
  client.clear();
  expect(show()).toBe('');
});

it('does not say whether a payment without an answer was made', () => {
  saveRequest('lantern', paymentActions.topUp, request);
  expect(show()).toMatch(/^Your top-up was sent\. We don't know yet whether it was paid\. .* can't be charged twice\.$/);
});

it('says that a payment at the bank is not charged', () => {
  saveRequest('lantern', paymentActions.topUp, { ...request, isWaiting: true });
  expect(show()).toMatch(/^Your top-up is waiting for your bank\. Nothing was charged\./);
});

async function changePlan(retrievePaymentIntent: () => Promise<unknown>, confirm: Promise<unknown>) {
  vi.mocked(loadGateway).mockResolvedValue({ retrievePaymentIntent } as never);
  vi.mocked(callWithRetries).mockImplementation(((name: string) =>
    name === 'updateSubscription' ? Promise.resolve({ status: 200, data: { pending_payment_intent_secret: secret } }) : confirm) as never);
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const options = { slug: 'lantern', failure: String, isPaidHere: true, onRest: () => undefined };
  const { result } = renderHook(() => usePlanChange(options), { wrapper });
  await act(async () => {
    void result.current.submit({ order: { tier: 'tier_team' }, totalCents: 59_900, facts: { from: 'pro', effectiveAt: null } });
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  return result.current.attempt.kind;
}

const never = new Promise<never>(() => undefined);
const paid = async () => ({ paymentIntent: { status: 'succeeded' } });

it.each([
  ['challenge', async () => never, never],
  ['confirming', paid, never],
  ['processing', paid, Promise.resolve({ status: 202, data: { message: 'Still processing' } })],
] as const)('does not deny the payment of a plan change that breaks in the state %s', async (kind, retrieve, confirm) => {
  expect(await changePlan(retrieve, confirm)).toBe(kind);
  expect(show()).toBe(unconfirmed);
});

it('does not deny a plan change that another tab began', () => {
  serve(secret);
  expect(show()).toBe(unconfirmed);
});

it('does not deny a payment that was confirmed while the subscription is unknown', () => {
  client.clear();
  saveRequest('lantern', confirmAction, request);
  expect(show()).toBe(unconfirmed);
});
