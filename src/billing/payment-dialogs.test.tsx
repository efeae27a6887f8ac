import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Permission } from '#contract/types.ts';
import { KnownPaymentContext } from '#ui/SectionError/ErrorBoundary.tsx';
import { DowngradeFlow } from './DowngradeFlow.tsx';
import { readKey } from './shared/data/queries.ts';
import { AddCardPanel } from './payment-methods/AddCardPanel.tsx';
import { PayWithCardDialog } from './payment-methods/PayWithCardDialog.tsx';
import { TopUpDialog } from './credits/TopUpDialog.tsx';
import { UseCreditsDialog } from './invoices/UseCreditsDialog.tsx';
import { CancelChangeDialog } from './subscription/CancelChangeDialog.tsx';
import { ResumeDialog } from './subscription/ResumeDialog.tsx';
import { UpgradeDialog } from './subscription/UpgradeDialog.tsx';

/** While `isBroken` is true, every payment hook throws an error. */
const broken = vi.hoisted(() => ({ isBroken: false }));

vi.mock('./shared/payment/use-payment-attempt.ts', async (original) => {
  const { usePaymentAttempt } = await original<typeof import('./shared/payment/use-payment-attempt.ts')>();
  return { usePaymentAttempt: breakable(usePaymentAttempt) };
});
vi.mock('./shared/data/write.ts', async (original) => {
  const module = await original<typeof import('./shared/data/write.ts')>();
  return { ...module, useWrite: breakable(module.useWrite) };
});

function breakable<T extends (...args: never[]) => unknown>(hook: T): T {
  return ((...args: never[]) => {
    if (broken.isBroken) throw new Error('of the test');
    return hook(...args);
  }) as T;
}

beforeEach(() => {
  broken.isBroken = true;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const onClose = vi.fn<() => void>();
const pending = { secret: 'pi_1_secret_2', isProcessing: false, onClose };
const invoice = { id: 'in_1', number: 'ACME-1', amount_due: 5000 };
const returnFocusTo = () => null;

const dialogs: readonly (readonly [title: string, dialog: () => ReactElement])[] = [
  ['Top Up Credits', () => <TopUpDialog isOpen onClose={onClose} />],
  ['Upgrade to Pro', () => <UpgradeDialog target="pro" onClose={onClose} onChanged={onClose} />],
  ['Continue your plan payment', () => <ResumeDialog {...pending} />],
  ['Cancel the change of your plan?', () => <CancelChangeDialog {...pending} />],
  ['Add new card', () => <AddCardPanel isOpen onClose={onClose} />],
  ['Pay open invoices with', () => <PayWithCardDialog isDefault methodId="pm_1" invoices={[]} {...{ onClose, returnFocusTo }} />],
  ['Downgrade to the Free Plan?', () => <DowngradeFlow isOpen onClose={onClose} />],
  [
    'Use credits for invoice ACME-1?',
    () => <UseCreditsDialog isOpen {...{ onClose, returnFocusTo, invoice }} usedCents={5000} balanceCents={9000} />,
  ],
];

function show(dialog: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const everything: Permission = { organization_slug: 'acme', actions: ['%'], resources: ['%'], project_refs: [], restrictive: false };
  client.setQueryData(readKey('getPermissions', {}), [everything]);
  client.setQueryData(readKey('getSubscription', { params: { slug: 'acme' } }), {
    plan: { id: 'pro', name: 'Pro' },
    scheduled_plan_change: null,
    pending_payment_intent_secret: null,
  });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <KnownPaymentContext value={<p>Your payment was sent.</p>}>{dialog}</KnownPaymentContext>
        </Route>
      </Router>
    </QueryClientProvider>,
  );
}

it.each(dialogs)('keeps the dialog %s if a hook outside of it throws, with what is known of the payment', async (title, dialog) => {
  show(dialog());
  const kept = screen.getByRole('dialog', { name: new RegExp(`^${title.replace('?', '\\?')}`) });
  within(kept).getByText('Something unexpected happened here');
  within(kept).getByText('Your payment was sent.');
  onClose.mockClear();
  await userEvent.click(within(kept).getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows the form again when the retry works', async () => {
  show(<TopUpDialog isOpen onClose={onClose} />);
  broken.isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry, Top Up Credits' }));
  expect(within(screen.getByRole('dialog', { name: 'Top Up Credits' })).getByRole('form', { name: 'Top Up Credits' })).toBeTruthy();
});

it('opens no dialog for a broken part that is closed', () => {
  show(<UseCreditsDialog isOpen={false} {...{ onClose, returnFocusTo, invoice }} usedCents={5000} balanceCents={9000} />);
  expect(screen.queryByRole('dialog')).toBeNull();
});
