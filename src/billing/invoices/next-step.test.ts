import { expect, it } from 'vitest';
import { nextStep } from './next-step.ts';

const at = (day: string): number => Date.parse(`${day}T12:00Z`) / 1000;

const calendar = {
  due_at: at('2026-03-10'),
  next_charge_at: at('2026-03-04'),
  grace_period_end: at('2026-03-24'),
  restricted_at: at('2026-03-31'),
};
const open = { status: 'open', amount_due: 2500, payment_attempted: false, payment_is_processing: false, collection: calendar } as const;

it.each([
  [
    '2026-03-02',
    'We will charge your card on Mar 04, 2026. It is due on Mar 10, 2026. If it stays unpaid, a grace period follows until Mar 24, 2026; services stop on Mar 31, 2026.',
  ],
  [
    '2026-03-05',
    'It is due on Mar 10, 2026. If it stays unpaid, a grace period follows until Mar 24, 2026; services stop on Mar 31, 2026.',
  ],
  ['2026-03-11', 'It has been overdue since Mar 10, 2026. The grace period ends on Mar 24, 2026; services stop on Mar 31, 2026.'],
  [
    '2026-03-25',
    'It has been overdue since Mar 10, 2026, and the grace period is over. If it stays unpaid, services stop on Mar 31, 2026.',
  ],
  ['2026-04-02', 'It has been overdue since Mar 10, 2026. Services stay restricted until it is paid.'],
])('says on %s what comes next, and when', (day, words) => {
  expect(nextStep(open, at(day))).toBe(words);
});

it.each([
  [
    '2026-03-02',
    'Pay it by bank transfer or with Pay Now until Mar 10, 2026. If it stays unpaid, a grace period follows until Mar 24, 2026; services stop on Mar 31, 2026.',
  ],
  [
    '2026-03-11',
    'Pay it by bank transfer or with Pay Now. It has been overdue since Mar 10, 2026. The grace period ends on Mar 24, 2026; services stop on Mar 31, 2026.',
  ],
])('says on %s how to pay an invoice that is not charged to a card, and until when', (day, words) => {
  const byInvoice = { ...calendar, next_charge_at: null, paid_by: 'invoice' } as const;
  expect(nextStep({ ...open, status: 'issued', collection: byInvoice }, at(day))).toBe(words);
});

it('says how to pay an invoice of a card payer that nothing charges', () => {
  const collection = { ...calendar, next_charge_at: null, paid_by: 'card', on_request: true } as const;
  expect(nextStep({ ...open, collection }, at('2026-03-02'))).toBe(
    'Pay it by bank transfer or with Pay Now until Mar 10, 2026. If it stays unpaid, a grace period follows until Mar 24, 2026; services stop on Mar 31, 2026.',
  );
});

it('names the card that is tried next, and the dates after it', () => {
  const card = { brand: 'visa', last4: '4242' };
  const plan = ['2026-03-04', '2026-03-06', '2026-03-08'].map((day) => ({ at: at(day), card }));
  expect(nextStep({ ...open, collection: { ...calendar, plan } }, at('2026-03-02'))).toMatch(
    /^We will charge your Visa ending in 4242 on Mar 04, 2026\. If that fails, we try again on Mar 06, 2026 and Mar 08, 2026\. It is due/,
  );
});

it('says that an invoice was given up on', () => {
  expect(nextStep({ ...open, status: 'uncollectible', payment_attempted: true, collection: null }, 0)).toMatch(
    /no longer.*can still be paid/,
  );
});

it('does not say so of one that will soon be charged for the first time', () => {
  expect(nextStep({ ...open, status: 'uncollectible', collection: null }, 0)).toBe('It can still be paid.');
});

it('says nothing where nothing is owed, under way or known', () => {
  expect(nextStep({ ...open, amount_due: 0 }, 0)).toBeNull();
  expect(nextStep({ ...open, payment_is_processing: true }, 0)).toBeNull();
  expect(nextStep({ ...open, status: 'paid', collection: null }, 0)).toBeNull();
  expect(nextStep({ status: 'open', amount_due: 1, payment_attempted: false, payment_is_processing: false }, 0)).toBeNull();
});
