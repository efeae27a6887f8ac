import { render } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { paymentActions, saveRequest } from '#lib/browser/payment-attempts.ts';
import { KnownPayment } from './AttemptNote.tsx';

const request = { key: 'key-1', about: '$250', sent: { amount: 250 } };

function show(): string {
  const { container } = render(
    <Router hook={memoryLocation({ path: '/org/lantern/billing' }).hook}>
      <Route path="/org/:slug/billing" component={KnownPayment} />
    </Router>,
  );
  return container.textContent ?? '';
}

beforeEach(() => {
  for (const action of Object.values(paymentActions)) saveRequest('lantern', action, null);
});

it('says that no payment is open', () => {
  expect(show()).toBe('No payment of this page is waiting for an answer.');
});

it('does not say whether a payment without an answer was made', () => {
  saveRequest('lantern', paymentActions.topUp, request);
  expect(show()).toMatch(/^Your top-up was sent\. We don't know yet whether it was paid\. .* can't be charged twice\.$/);
});

it('says that a payment at the bank is not charged', () => {
  saveRequest('lantern', paymentActions.planChange, { ...request, isWaiting: true });
  expect(show()).toMatch(/^Your plan change is waiting for your bank\. Nothing was charged\./);
});
