import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Proposal } from '#contract/types.ts';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';

const id = `prop_${'a'.repeat(24)}`;
const proposal: Proposal = {
  id,
  act: 'plan',
  tier: 'tier_team',
  amount_cents: null,
  basis: null,
  reason: 'Our auditors ask for SOC2',
  status: 'open',
  asked_by: 'deniz',
  is_by_token: false,
  asked_at: 1_800_000_000,
  ends_at: 1_801_209_600,
  price: { due_now_cents: 58_000, monthly_cents: 57_400 },
  approved_price: null,
  decided_by: null,
  decided_at: null,
};
const review = {
  due_now_cents: 58_000,
  monthly_cents: 57_400,
  priced_at: 1_800_000_100,
  forecast_cents: 12_000,
  limits: [{ name: 'Team', amount_cents: 20_000, projected_cents: 12_000 }],
  obstacle: null,
};

afterEach(() => vi.unstubAllGlobals());

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

/** @param next the new price. If it is given, the platform rejects the first approval and then returns this price */
function open(first: object, next?: object) {
  const sent: Sent[] = [];
  let price = first;
  let isChanging = next !== undefined;
  const answer = (status: number, body: object) =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }));
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const path = String(input instanceof Request ? input.url : input);
    if ((init?.method ?? 'GET') === 'GET') return answer(200, { proposals: [proposal], review: { ...review, ...price } });
    sent.push({ path, body: JSON.parse(String(init?.body)) });
    if (!isChanging) return answer(200, { ...proposal, status: 'approved' });
    isChanging = false;
    price = next ?? first;
    return answer(409, { message: 'The price has changed. Check it before you approve.', code: 'quote_changed', request_id: 'r' });
  });
  const location = memoryLocation({ path: '/org/acme/proposals', record: true });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Announcer />
      <Router hook={location.hook}>
        <Route path="/org/:slug/proposals">
          <ReviewDialog proposal={proposal} onClose={onClose} />
        </Route>
      </Router>
    </QueryClientProvider>,
  );
  return { sent, onClose, history: location.history };
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Approve this proposal?' }));
const press = async (name: string) => userEvent.click(await dialog().findByRole('button', { name }));

it('shows the charge, the monthly effect and the forecast against limits, and leads to the dialog of the act', async () => {
  const { sent, onClose, history } = open({});
  await dialog().findByText('$580.00');
  expect(dialog().getByText('+$574.00')).toBeTruthy();
  expect(dialog().getByText('$120.00 expected of $200.00')).toBeTruthy();
  expect(dialog().getByText('Our auditors ask for SOC2').closest('blockquote')).toBeTruthy();
  await press('Approve and continue');
  expect(sent.map(({ body }) => body)).toEqual([{ due_now_cents: 58_000, monthly_cents: 57_400, priced_at: 1_800_000_100 }]);
  expect(sent[0]?.path).toContain(`/proposals/${id}/approve`);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(history.at(-1)).toBe(`/org/acme/billing?panel=subscriptionPlan&proposal=${id}&tier=tier_team`);
});

it('shows both prices if the price has changed, and approves the new one only after a second press', async () => {
  const { sent, onClose } = open({}, { due_now_cents: 59_900, priced_at: 1_800_000_200 });
  await dialog().findByText('$580.00');
  await press('Approve and continue');
  await dialog().findByText('When it was asked for: $580.00. Now: $599.00.');
  expect([sent.length, onClose.mock.calls.length]).toEqual([1, 0]);
  await press('Approve the new price');
  expect(sent.at(-1)?.body).toEqual({ due_now_cents: 59_900, monthly_cents: 57_400, priced_at: 1_800_000_200 });
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('cannot be approved while the act is not possible, and says why', async () => {
  const { sent } = open({ due_now_cents: 0, monthly_cents: 0, obstacle: 'This organization has this plan already' });
  await dialog().findAllByText('This organization has this plan already');
  const button = dialog().getByRole('button', { name: 'Approve and continue' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  expect(sent).toEqual([]);
});
