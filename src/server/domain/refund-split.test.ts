import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highestRefund, type RefundablePayment, splitRefund } from './refund-split.ts';

const payment = (changes: Partial<RefundablePayment> = {}): RefundablePayment => ({
  paidCents: 59_900,
  refundedCents: 0,
  refundedFromCreditCents: 0,
  disputedCents: 0,
  givenCents: 0,
  creditLeftCents: 0,
  ...changes,
});

describe('a refund', () => {
  it('of a fee whose time still runs is revenue, as far as it was paid', () => {
    expect(highestRefund(payment())).toBe(59_900);
    expect(splitRefund(10_000, payment())).toEqual({ creditCents: 0, revenueCents: 10_000 });
  });

  it('of a top-up is what is left of its credit', () => {
    const topUp = payment({ paidCents: 10_000, givenCents: 10_000, creditLeftCents: 4000 });
    expect(highestRefund(topUp)).toBe(4000);
    expect(splitRefund(4000, topUp)).toEqual({ creditCents: 4000, revenueCents: 0 });
  });

  it('takes back the credit that the payment gave before anything else', () => {
    // The plan changes from Team to Pro after half a cycle. Unused time is worth 299.50: 25.00 pay the Pro fee, and 274.50 become credit.
    const team = payment({ givenCents: 29_950, creditLeftCents: 27_450 });
    expect(highestRefund(team)).toBe(57_400);
    expect(splitRefund(30_000, team)).toEqual({ creditCents: 27_450, revenueCents: 2550 });
  });

  it('is lower by earlier refunds and by what a bank has withdrawn', () => {
    expect(highestRefund(payment({ refundedCents: 20_000 }))).toBe(39_900);
    expect(highestRefund(payment({ disputedCents: 50_000 }))).toBe(9900);
    expect(highestRefund(payment({ disputedCents: 59_900 }))).toBe(0);
  });

  it('that nobody here asked for makes spent credit a debt', () => {
    const spent = payment({ paidCents: 10_000, givenCents: 10_000, creditLeftCents: 4000 });
    expect(splitRefund(10_000, spent)).toEqual({ creditCents: 10_000, revenueCents: 0 });
  });

  it('up to the highest sum never makes debt', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(cents, cents, cents, cents, (paidCents, givenCents, left, refunded) => {
        const before = payment({
          paidCents,
          givenCents,
          creditLeftCents: Math.min(left, givenCents),
          refundedCents: Math.min(refunded, paidCents),
        });
        const highest = highestRefund(before);
        expect(splitRefund(highest, before).creditCents).toBeLessThanOrEqual(before.creditLeftCents);
        expect(splitRefund(highest + 1, before).creditCents + splitRefund(highest + 1, before).revenueCents).toBe(highest + 1);
      }),
    );
  });
});
