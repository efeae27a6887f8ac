import { expect, it } from 'vitest';
import {
  changeWords,
  type ComparisonResponse,
  type ComparedLine,
  differenceSentence,
  isChanged,
  signedCents,
} from './comparison-messages.ts';

const line = (differs: Partial<ComparedLine>): ComparedLine => ({
  description: 'Monthly Active Users',
  metric: 'MONTHLY_ACTIVE_USERS',
  before_description: 'Monthly Active Users',
  before_cents: 26_986,
  after_cents: 0,
  before_quantity: 131_000,
  after_quantity: 47_967,
  parts: {} as ComparedLine['parts'],
  causes: ['used_less'],
  ...differs,
});
const words = (differs: Partial<ComparedLine>): string => changeWords(line(differs), 'ACME-0007');

const compared = (difference: number, hasPrevious = true): ComparisonResponse =>
  ({
    previous: hasPrevious ? { id: 'in_7', number: 'ACME-0007', total_cents: 50_000 } : null,
    total_cents: 50_000 + difference,
    difference_cents: difference,
    lines: [],
  }) as unknown as ComparisonResponse;

it('shows only lines that cost something else, with the sign of the difference', () => {
  expect([line({}), line({ before_cents: 0 }), line({ before_cents: 0, after_cents: 1 })].map(isChanged)).toEqual([true, false, true]);
  expect([-26_986, 450, 0].map(signedCents)).toEqual(['−$269.86', '+$4.50', '$0.00']);
});

it('says what was used before and now, and why the sum changed', () => {
  expect(words({})).toBe('131,000 to 47,967. Used less');
  expect(words({ causes: ['used_less', 'included_more'] })).toBe('131,000 to 47,967. Used less. More is included');
});

it('names a price only if one changed, not for whole packages', () => {
  const invocations = { metric: 'FUNCTION_INVOCATIONS', before_quantity: 1_000_000, after_quantity: 1_200_000 } as const;
  expect(words({ ...invocations, causes: ['used_more', 'packages'] })).toBe('1,000,000 to 1,200,000. Used more. Charged in whole packages');
  expect(words({ after_quantity: 131_000, causes: ['price'] })).toBe('Price changed');
});

it('names no quantities that are unknown, equal, or equal once rounded', () => {
  expect(words({ metric: null, causes: ['discount'] })).toBe('Discount changed');
  expect(words({ after_quantity: 131_000, causes: ['projects'] })).toBe('Used by other projects, at other prices');
  const egress = { metric: 'EGRESS', before_quantity: 1e12, after_quantity: 1e12 + 1 } as const;
  expect(words({ ...egress, causes: ['used_more'] })).toBe('Used more');
});

it('says which lines came, went or were called differently', () => {
  expect(words({ before_quantity: null, after_quantity: 5, causes: ['new'] })).toBe('0 to 5. Not on invoice ACME-0007');
  expect(words({ metric: null, causes: ['gone'] })).toBe('Not on this invoice');
  expect(words({ metric: null, before_description: 'Pro Plan', causes: ['renamed'] })).toBe('Was: Pro Plan');
});

it('says the difference in one sentence', () => {
  expect(differenceSentence(compared(-26_986), false)).toBe('$269.86 less than invoice ACME-0007.');
  expect(differenceSentence(compared(450), true)).toBe('So far: $4.50 more than invoice ACME-0007.');
  expect(differenceSentence(compared(0), false)).toBe('Same total as invoice ACME-0007.');
  expect(differenceSentence(compared(0, false), false)).toBe('There is no earlier invoice to compare with.');
});
