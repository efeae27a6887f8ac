import { expect, it } from 'vitest';
import { computeWords, overageRates, planWordsView } from './price-messages.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';

it('says what each resource costs on Pro above its quota', () => {
  expect(overageRates(FIRST_BOOK, undefined).map(({ resource, included, rate }) => [resource, included, rate])).toEqual([
    ['Disk size, per GB', '8 GB per project', '$0.125'],
    ['Branching, per hour', 'None', '$0.01344'],
    ['Egress, per GB', '250 GB', '$0.09'],
    ['Cached egress, per GB', '250 GB', '$0.03'],
    ['Monthly active users, per user', '100,000 users', '$0.00325'],
    ['Third-party monthly active users, per user', '100,000 users', '$0.00325'],
    ['SSO monthly active users, per user', '50 users', '$0.015'],
    ['Storage size, per GB', '100 GB', '$0.021'],
    ['Storage image transformations, per 1,000', '100', '$5.00'],
    ['Realtime peak connections, per 1,000', '500', '$10.00'],
    ['Realtime messages, per million', '5 million', '$2.50'],
    ['Function invocations, per million', '2 million', '$2.00'],
  ]);
});

it('puts the terms of a contract in their places', () => {
  const contract = { unitPrices: { EGRESS: 5_000_000 }, quotas: { EGRESS: null, STORAGE_SIZE: 2_000_000_000_000 } };
  const rates = new Map(overageRates(FIRST_BOOK, contract).map(({ resource, ...rate }) => [resource, rate]));
  expect(rates.get('Egress, per GB')).toEqual({ included: 'Unlimited', rate: '$0.05' });
  expect(rates.get('Storage size, per GB')).toEqual({ included: '2,000 GB', rate: '$0.021' });
});

it('says what a plan has, and where the largest is asked for', () => {
  expect(planWordsView(FIRST_BOOK, 'team')).toMatchObject({ id: 'team', includes: 'pro', footer: 'Includes $10 in Compute Credits.' });
  expect(planWordsView(FIRST_BOOK, 'enterprise').contact?.label).toBe('Contact sales');
  expect(planWordsView(FIRST_BOOK, 'team').features).toContainEqual({
    about: 'Log drains',
    text: 'Log drains',
    sub_text: 'additional $60 per drain, per project',
  });
  expect(computeWords(FIRST_BOOK)).toEqual({ credits: 10, further_project: 10 });
});
