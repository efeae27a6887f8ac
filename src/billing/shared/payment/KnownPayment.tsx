import type { ReactNode } from 'react';
import { loadRequest, paymentActions } from '#lib/browser/payment-attempts.ts';
import { KnownPaymentContext } from '#ui/SectionError/ErrorBoundary.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';

const names = { [paymentActions.topUp]: 'top-up', [paymentActions.planChange]: 'plan change' } as const;

/** A payment of this tab whose outcome is open, as far as the tab knows it. */
function knownOf(slug: string): string {
  for (const [action, name] of Object.entries(names)) {
    const request = loadRequest(slug, action);
    if (request?.isWaiting) return `Your ${name} is waiting for your bank. Nothing was charged. Reload this page to continue or cancel it.`;
    if (request?.sent != null)
      return `Your ${name} was sent. We don't know yet whether it was paid. Reload this page to check: you can't be charged twice.`;
  }
  return 'No payment of this page is waiting for an answer.';
}

/** What is known of a payment, beside a failure of the part that showed it. */
export const KnownPayment = () => <p>{knownOf(useSlug())}</p>;

/** Tells the boundaries of the page what is known of its payments. */
export const WithKnownPayment = ({ children }: { children: ReactNode }) => (
  <KnownPaymentContext value={<KnownPayment />}>{children}</KnownPaymentContext>
);
