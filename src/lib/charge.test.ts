import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeToday, settleSum, settleInvoice, unusedValueCents } from './charge.ts';

const DAY = 86_400;
const june = { periodStartSeconds: 0, periodEndSeconds: 30 * DAY };

describe('charge today', () => {
  it('takes unused time and credit off the new price', () => {
    // Pro to Team after 10 of 30 days: 599.00 - 25.00 × 20/30 (16.66) - 5.00 = 577.34.
    const charge = chargeToday({ ...june, newPriceCents: 59_900, chargedPriceCents: 2500, nowSeconds: 10 * DAY, balanceCents: 500 });
    expect(charge).toEqual({
      planPriceCents: 59_900,
      unusedCents: 1666,
      balanceAppliedCents: 500,
      totalCents: 57_734,
      dueCents: 57_734,
      balanceAfterCents: 0,
    });
  });

  it('is floored at 0, and the rest becomes credit', () => {
    // Change from Team to Pro after 10 of 30 days: the new price of 25.00 minus the unused 399.33 is -374.33.
    const charge = chargeToday({ ...june, newPriceCents: 2500, chargedPriceCents: 59_900, nowSeconds: 10 * DAY, balanceCents: 100 });
    expect(charge).toMatchObject({ unusedCents: 39_933, totalCents: 0, balanceAfterCents: 37_533 });
  });

  it('leaves the credit it does not need', () => {
    const charge = chargeToday({ ...june, newPriceCents: 2500, chargedPriceCents: 0, nowSeconds: 0, balanceCents: 10_000 });
    expect(charge).toMatchObject({ balanceAppliedCents: 2500, totalCents: 0, balanceAfterCents: 7500 });
  });

  it('adds debt', () => {
    const upgrade = chargeToday({ ...june, newPriceCents: 2500, chargedPriceCents: 0, nowSeconds: 0, balanceCents: -700 });
    expect(upgrade).toMatchObject({ balanceAppliedCents: -700, totalCents: 3200, balanceAfterCents: 0 });
    const toFree = chargeToday({ ...june, newPriceCents: 0, chargedPriceCents: 2500, nowSeconds: 24 * DAY, balanceCents: -700 });
    expect(toFree).toMatchObject({ unusedCents: 500, totalCents: 200, balanceAfterCents: 0 });
  });
});

describe('unused value', () => {
  it('rounds down to the cent, by seconds', () => {
    expect(unusedValueCents(1, 0, 2, 1)).toBe(0);
    expect(unusedValueCents(2500, 0, 30 * DAY, 30 * DAY - 1)).toBe(0);
    expect(unusedValueCents(2500, 0, 30 * DAY, 1)).toBe(2499);
  });

  it('costs at least the exact price of the time, however often a plan is left and bought again', () => {
    const visits = fc.array(fc.integer({ min: 0, max: 30 * DAY }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), visits, (priceCents, stays) => {
        const paid = stays.reduce((sum, stay) => sum + priceCents - unusedValueCents(priceCents, 0, 30 * DAY, stay), 0);
        const seconds = stays.reduce((sum, stay) => sum + stay, 0);
        expect(BigInt(paid) * BigInt(30 * DAY)).toBeGreaterThanOrEqual(BigInt(priceCents) * BigInt(seconds));
      }),
    );
  });

  it('is nothing after the period, the whole price before it, and nothing without a length', () => {
    expect(unusedValueCents(2500, 100, 200, 300)).toBe(0);
    expect(unusedValueCents(2500, 100, 200, 50)).toBe(2500);
    expect(unusedValueCents(2500, 100, 100, 100)).toBe(0);
    expect(() => unusedValueCents(2500, 200, 100, 150)).toThrow(RangeError);
    expect(() => unusedValueCents(2500, 0, 1.5, 0)).toThrow(RangeError);
  });
});

it('settles an invoice against credit, debt and nothing', () => {
  expect(settleSum(1000, 400)).toEqual({ balanceAppliedCents: 400, dueCents: 600, balanceAfterCents: 0 });
  expect(settleSum(1000, 1400)).toEqual({ balanceAppliedCents: 1000, dueCents: 0, balanceAfterCents: 400 });
  expect(settleSum(1000, -400)).toEqual({ balanceAppliedCents: -400, dueCents: 1400, balanceAfterCents: 0 });
  expect(settleSum(-1000, 0)).toEqual({ balanceAppliedCents: 0, dueCents: 0, balanceAfterCents: 1000 });
});

describe('an invoice', () => {
  it.each([
    ['leaves what is collected', 50, 0, [50, 0, 0, 0]],
    ['carries less than that, as debt', 49, 0, [0, 0, -49, 49]],
    ['carries what credit leaves of it', 1000, 999, [0, 999, -1, 1]],
    ['collects what was carried before', 30, -40, [70, -40, 0, 0]],
    ['carries its own part where both together are too small', 30, -10, [0, 0, -40, 30]],
    ['carries nothing of its own where credit leaves a little debt', -30, -40, [0, 0, -10, 0]],
  ])('%s', (_, sum, balance, [dueCents, balanceAppliedCents, balanceAfterCents, carriedCents]) => {
    expect(settleInvoice(sum, balance)).toEqual({ dueCents, balanceAppliedCents, balanceAfterCents, carriedCents });
  });

  it('loses no cent, and collects nothing below 50 cents', () => {
    const cents = fc.integer({ min: -2000, max: 2000 });
    fc.assert(
      fc.property(cents, cents, (sum, balance) => {
        const { dueCents, balanceAppliedCents, balanceAfterCents, carriedCents } = settleInvoice(sum, balance);
        expect(balanceAfterCents).toBe(balance - sum + dueCents);
        expect(dueCents === 0 || dueCents >= 50).toBe(true);
        if (sum >= 0) expect(sum).toBe(dueCents + balanceAppliedCents + carriedCents);
        if (carriedCents > 0) expect([dueCents, balanceAfterCents <= -carriedCents]).toEqual([0, true]);
      }),
    );
  });
});

it('carries a charge of today that is too small, and still says what the formula comes to', () => {
  const charge = chargeToday({ ...june, newPriceCents: 2500, chargedPriceCents: 0, nowSeconds: 0, balanceCents: 2490 });
  expect(charge).toMatchObject({ totalCents: 10, dueCents: 0, balanceAfterCents: -10 });
});
