import { describe, expect, it } from 'vitest';
import { chargeToday, settle, settleInvoice, unusedValueCents } from './charge.ts';

const DAY = 86_400;
const june = { periodStartSeconds: 0, periodEndSeconds: 30 * DAY };

describe('charge today', () => {
  it('takes unused time and credit off the new price', () => {
    // Pro to Team after 10 of 30 days: 599.00 - 25.00 × 20/30 (16.67) - 5.00 = 577.33.
    const charge = chargeToday({ ...june, newPriceCents: 59_900, chargedPriceCents: 2500, nowSeconds: 10 * DAY, balanceCents: 500 });
    expect(charge).toEqual({
      planPriceCents: 59_900,
      unusedCents: 1667,
      balanceAppliedCents: 500,
      totalCents: 57_733,
      balanceAfterCents: 0,
    });
  });

  it('is floored at 0, and the rest becomes credit', () => {
    // Team to Pro after 10 of 30 days: 25.00 - 399.33 = -374.33.
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
  it('rounds half away from zero, by seconds', () => {
    expect(unusedValueCents(1, 0, 2, 1)).toBe(1);
    expect(unusedValueCents(2500, 0, 30 * DAY, 30 * DAY - 1)).toBe(0);
    expect(unusedValueCents(2500, 0, 30 * DAY, 1)).toBe(2500);
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
  expect(settle(1000, 400)).toEqual({ balanceAppliedCents: 400, dueCents: 600, balanceAfterCents: 0 });
  expect(settle(1000, 1400)).toEqual({ balanceAppliedCents: 1000, dueCents: 0, balanceAfterCents: 400 });
  expect(settle(1000, -400)).toEqual({ balanceAppliedCents: -400, dueCents: 1400, balanceAfterCents: 0 });
  expect(settle(-1000, 0)).toEqual({ balanceAppliedCents: 0, dueCents: 0, balanceAfterCents: 1000 });
});

describe('an invoice', () => {
  it.each([
    ['leaves what a card can be charged', 50, 0, true, { dueCents: 50, balanceAppliedCents: 0, balanceAfterCents: 0 }],
    ['carries less than that over as debt', 49, 0, true, { dueCents: 0, balanceAppliedCents: 49, balanceAfterCents: -49 }],
    ['carries over what credit leaves of it', 1000, 999, true, { dueCents: 0, balanceAppliedCents: 1000, balanceAfterCents: -1 }],
    ['collects what was carried over', 30, -40, true, { dueCents: 70, balanceAppliedCents: -40, balanceAfterCents: 0 }],
    ['is owed to the cent where no card is charged', 49, 0, false, { dueCents: 49, balanceAppliedCents: 0, balanceAfterCents: 0 }],
  ])('%s', (_, sum, balance, byCard, settled) => {
    expect(settleInvoice(sum, balance, byCard)).toEqual(settled);
    // Whatever is owed or carried over, no cent is lost.
    expect(settled.balanceAfterCents).toBe(balance - sum + settled.dueCents);
  });
});
