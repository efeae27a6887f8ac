import { expect, it } from 'vitest';
import { type ActivityEntry, failedDeliveries, titleOf } from './activity-view.ts';

const entry = (title: string, cents: number | null, kind: ActivityEntry['kind'] = 'emails'): ActivityEntry => ({
  id: 'n1',
  at: 0,
  kind,
  by: { kind: 'platform', name: 'Groundwork' },
  title,
  changes: [],
  amount_cents: cents,
  about: null,
});

it.each([
  ['Receipt: $333.16 paid for Acme, invoice ACM-0013', 33_316, 'Receipt: invoice ACM-0013'],
  ['Invoice ACM-0013: $333.16 for Acme', 33_316, 'Invoice ACM-0013'],
  ['Payment failed: $301.42 for Acme, next try Oct 09', 30_142, 'Payment failed: next try Oct 09'],
  ['Refund of $10.00 for Acme', 1000, 'Refund'],
  ['Dispute closed: $10.00 for Acme, the payment is kept', 1000, 'Dispute closed: the payment is kept'],
  ['Credits low: $0.00 left for Acme', null, 'Credits low: $0.00 left'],
])('leaves the organization and the amount of an email to the page around it: %s', (subject, cents, title) => {
  expect(titleOf(entry(subject, cents), 'Acme')).toBe(title);
});

it('changes no title of another entry', () => {
  expect(titleOf(entry('Budget for Acme added', 1000, 'budgets'), 'Acme')).toBe('Budget for Acme added');
});

it('counts the addresses that an email did not reach', () => {
  const change = (what: string, after: string) => ({ what, before: null, after });
  expect(failedDeliveries([change('Delivered to', 'a@acme.example')])).toBeNull();
  expect(failedDeliveries([change('Delivered to', 'a@acme.example'), change('Bounced from', 'b@acme.example')])).toBe('1 bounced');
  expect(
    failedDeliveries([
      change('Bounced from', 'a@acme.example, b@acme.example and 3 more'),
      change('Refused by the mail server of', 'c@acme.example'),
    ]),
  ).toBe('5 bounced, 1 refused');
});
