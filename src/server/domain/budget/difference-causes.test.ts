import { expect, it } from 'vitest';
import { ratio } from '#lib/money-ratio.ts';
import { compareInvoices, referencePrices, type ComparedLine } from './invoice-comparison.ts';

const MAU_PRICE_MICROCENTS = 325_000;

function users(used: number, priceMicrocents = MAU_PRICE_MICROCENTS): ComparedLine {
  const billable = ratio(BigInt(Math.max(0, used - 100_000)));
  const amountCents = Math.round((Math.max(0, used - 100_000) * priceMicrocents) / 1_000_000);
  return {
    key: 'MONTHLY_ACTIVE_USERS:primary',
    description: 'Monthly Active Users',
    metric: 'MONTHLY_ACTIVE_USERS',
    amountCents,
    amountBeforeDiscountCents: amountCents,
    derivation: {
      used: ratio(BigInt(used)),
      included: ratio(100_000n),
      uncharged: ratio(0n),
      billable,
      steps: [{ billable, priceMicrocents, perUnits: 1, wholePackages: false }],
      rounding: 'half_away_from_zero_to_cent',
      discounts: [],
      invoiced: { amountCents: 0, amountBeforeDiscountCents: 0 },
      prorated: null,
    },
  };
}

function invocations(used: number): ComparedLine {
  const billable = ratio(BigInt(used));
  const amountCents = Math.ceil(used / 1_000_000) * 200;
  const line = users(0);
  return {
    ...line,
    key: 'FUNCTION_INVOCATIONS:primary',
    description: 'Function Invocations',
    metric: 'FUNCTION_INVOCATIONS',
    amountCents,
    amountBeforeDiscountCents: amountCents,
    derivation: line.derivation && {
      ...line.derivation,
      used: billable,
      included: ratio(0n),
      billable,
      steps: [{ billable, priceMicrocents: 200_000_000, perUnits: 1_000_000, wholePackages: true }],
    },
  };
}

const compare = (before: ComparedLine[], after: ComparedLine[]) => compareInvoices(before, after, referencePrices([after, before]))[0];

it('names less use, with both quantities, and no quota that has not changed', () => {
  expect(compare([users(131_000)], [users(47_967)])).toMatchObject({
    before: { quantity: 131_000, amountCents: 10_075 },
    after: { quantity: 47_967, amountCents: 0 },
    causes: ['used_less'],
  });
});

it('calls whole packages rounding, never a price', () => {
  const difference = compare([invocations(1_000_000)], [invocations(1_200_000)]);
  expect(difference).toMatchObject({ parts: { price: 0, quantity: 40, rounding: 160 }, causes: ['used_more', 'packages'] });
});

it('names a price that changed, and a line that only one invoice has', () => {
  expect(compare([users(131_000)], [users(131_000, 400_000)])?.causes).toEqual(['price']);
  expect(compare([], [users(131_000)])?.causes).toEqual(['new']);
  expect(compare([users(131_000)], [])?.causes).toEqual(['gone']);
});
