import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settleInvoice } from './charge.ts';
import { balanceRow } from './invoice-balance.ts';

it.each([
  ['credit that covers a part', 2500, 500, 'Credits applied', /^Taken from the credit balance first/, -2000],
  ['credit that covers all', 2500, 0, 'Credits applied', /^Taken from the credit balance first/, -2500],
  ['debt', 61_024, 118_925, 'Owed from before', /below zero.*collected with this invoice/, 57_901],
  ['debt that is more than what comes back', -300, 700, 'Owed from before', /collected/, 1000],
  ['debt of an invoice over nothing', 0, 700, 'Owed from before', /collected/, 700],
  ['what comes back', -53_535, 0, 'Credits added', /unused time, added to the credit balance/, 53_535],
])('names %s', (_, subtotal, due, name, detail, cents) => {
  const row = balanceRow(subtotal, due);
  expect([row?.name, row?.cents]).toEqual([name, cents]);
  expect(row?.detail).toMatch(detail);
});

it('says nothing where the balance has no part in it', () => {
  expect(balanceRow(2500, 2500)).toBeNull();
  expect(balanceRow(0, 0)).toBeNull();
});

it('tells what the settling did to the balance', () => {
  const cents = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(cents, cents, (sum, balance) => {
      const { dueCents, balanceAfterCents, carriedCents } = settleInvoice(sum, balance);
      const row = balanceRow(sum - carriedCents, dueCents);
      expect(row?.cents ?? 0).toBe(balanceAfterCents - balance + carriedCents);
      if (row?.use === 'owed') expect(balanceAfterCents).toBe(0);
      if (row?.use === 'added') expect(sum).toBeLessThan(0);
    }),
  );
});
