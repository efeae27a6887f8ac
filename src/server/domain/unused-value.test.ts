import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargedCents, type FeePayment, splitUnusedValue } from './unused-value.ts';

const paid = (changes: Partial<FeePayment> = {}): FeePayment => ({
  chargedCents: 59_900,
  unpaidCents: 0,
  returnedCents: 0,
  disputedCents: 0,
  ...changes,
});

describe('the value of unused time', () => {
  it('becomes credit where the whole fee was collected', () => {
    expect(splitUnusedValue(29_950, paid())).toEqual({ collectedCents: 29_950, unpaidCents: 0, disputedCents: 0 });
  });

  it('becomes a credit note where nothing was collected', () => {
    expect(splitUnusedValue(29_950, paid({ unpaidCents: 59_900 }))).toEqual({ collectedCents: 0, unpaidCents: 29_950, disputedCents: 0 });
  });

  it('is split in proportion where a part was paid, down to the cent for the credit', () => {
    expect(splitUnusedValue(29_950, paid({ unpaidCents: 49_900 }))).toEqual({
      collectedCents: 5000,
      unpaidCents: 24_950,
      disputedCents: 0,
    });
    expect(splitUnusedValue(10, paid({ chargedCents: 3, unpaidCents: 2 }))).toMatchObject({ collectedCents: 3, unpaidCents: 7 });
  });

  it('splits a part payment over all lines of the invoice', () => {
    // The fee of 599.00 and usage of 101.00 sum to 700.00, of which 350.00 is paid.
    expect(splitUnusedValue(59_900, paid({ chargedCents: 70_000, unpaidCents: 35_000 }))).toMatchObject({ collectedCents: 29_950 });
  });

  it('is lost in proportion with money that was refunded', () => {
    expect(splitUnusedValue(29_950, paid({ returnedCents: 29_950 }))).toEqual({ collectedCents: 14_975, unpaidCents: 0, disputedCents: 0 });
    expect(splitUnusedValue(29_950, paid({ returnedCents: 59_900 }))).toMatchObject({ collectedCents: 0, unpaidCents: 0 });
  });

  it('waits while the money is disputed', () => {
    expect(splitUnusedValue(29_950, paid({ disputedCents: 59_900 }))).toEqual({ collectedCents: 0, unpaidCents: 0, disputedCents: 29_950 });
  });

  it('is whole where the invoice charged nothing', () => {
    expect(splitUnusedValue(0, paid({ chargedCents: 0 }))).toMatchObject({ collectedCents: 0 });
  });

  it('is never more than the value, and all of it while nothing was refunded', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 200_000 }), cents, cents, cents, (value, charged, unpaid, returned, disputed) => {
        const payment = { chargedCents: charged, unpaidCents: unpaid, returnedCents: Math.min(returned, charged), disputedCents: disputed };
        const { collectedCents, unpaidCents, disputedCents } = splitUnusedValue(value, payment);
        expect(Math.min(collectedCents, unpaidCents, disputedCents)).toBeGreaterThanOrEqual(0);
        const sum = collectedCents + unpaidCents + disputedCents;
        if (payment.returnedCents === 0) expect(sum).toBe(value);
        else expect(sum).toBeLessThanOrEqual(value);
        const collectedOfFee = Math.max(0, charged - payment.returnedCents - disputed - unpaid);
        expect(collectedCents * charged).toBeLessThanOrEqual(value * collectedOfFee);
      }),
    );
  });
});

describe('what an invoice charged', () => {
  it('is the sum of its lines, whatever credit paid of it', () => {
    expect(chargedCents({ subtotalCents: 59_900, valueUsedCents: 0, dueCents: 49_900 })).toBe(59_900);
  });

  it('counts the unused time of another plan as a payment', () => {
    expect(chargedCents({ subtotalCents: 57_500, valueUsedCents: 2400, dueCents: 57_500 })).toBe(59_900);
    expect(chargedCents({ subtotalCents: -57_400, valueUsedCents: 59_900, dueCents: 0 })).toBe(2500);
  });

  it('holds debt that was collected with it', () => {
    expect(chargedCents({ subtotalCents: 2500, valueUsedCents: 0, dueCents: 3500 })).toBe(3500);
    expect(chargedCents({ subtotalCents: -1000, valueUsedCents: 3500, dueCents: 2000 })).toBe(5500);
  });
});
