import { expect, it } from 'vitest';
import { billSentences, type BillFacts } from './bill-sentences.ts';

const day = (text: string): number => Date.parse(`${text}T00:00Z`) / 1000;

const facts: BillFacts = {
  organization: { name: 'Acme', restriction_status: null, restriction_data: null },
  subscription: {
    plan: { id: 'pro', name: 'Pro' },
    usage_billing_enabled: true,
    current_period_start: day('2026-05-01'),
    current_period_end: day('2026-06-01'),
  },
  upcoming: {
    amount_total: 35.5,
    amount_projected: 61.25,
    lines: [
      { description: 'Pro Plan', amount: 25 },
      { description: 'Egress', amount: 10.5 },
    ] as unknown as NonNullable<BillFacts['upcoming']>['lines'],
  },
  open: [
    {
      id: 'in_1',
      number: 'AC-1',
      status: 'open',
      period_end: day('2026-05-01'),
      amount_due: 1250,
      subtotal: 1250,
      payment_attempted: true,
      payment_is_processing: false,
      invoice_pdf: null,
      subscription: 'sub_1',
      collection: {
        due_at: day('2026-05-31'),
        next_charge_at: null,
        grace_period_end: day('2026-06-10'),
        restricted_at: day('2026-06-17'),
      },
    },
  ],
  nowSeconds: day('2026-05-21'),
};

it('says plan, cycle, so far, projected, what drives it, what is to be paid and what stops when', () => {
  expect(billSentences(facts)).toEqual([
    'Acme is on the Pro Plan, and its spend cap is off.',
    'This billing cycle runs from May 01, 2026 to Jun 01, 2026; 11 days are left.',
    'So far it has cost $35.50.',
    "It is projected to come to $61.25, without usage that can't be predicted.",
    'The largest costs are Pro Plan at $25.00 and Egress at $10.50.',
    '$12.50 is due now: Invoice AC-1 is due on May 31, 2026.',
    'If the oldest open invoice stays unpaid, services stop on Jun 17, 2026.',
  ]);
});

it('has seven sentences on the Free Plan, with nothing open, and while services are stopped', () => {
  const free = billSentences({
    ...facts,
    organization: { ...facts.organization, restriction_status: 'restricted' },
    subscription: { ...facts.subscription, plan: { id: 'free', name: 'Free' }, usage_billing_enabled: false },
    upcoming: null,
    open: [],
  });
  expect(free).toHaveLength(7);
  expect(free.slice(-2)).toEqual(['Nothing is due now.', 'All services are stopped now.']);
});
