import { describe, expect, it } from 'vitest';
import { discountedPriceCents, lineAmounts, type PriceStep } from './charge-line.ts';
import { microcentsFromDollars } from './money.ts';
import { ceilRatio, compareRatios, ratio, ratioFromText, ratioToNumber, ratioToText, reduceRatio } from './money-ratio.ts';

const step = (billable: bigint, dollars: string, perUnits = 1, wholePackages = false): PriceStep => ({
  billable: ratio(billable),
  priceMicrocents: microcentsFromDollars(dollars),
  perUnits,
  wholePackages,
});

describe('line amounts', () => {
  it('rounds a line once', () => {
    // 720 h × $0.01344 = $9.6768.
    expect(lineAmounts([step(720n, '0.01344')], [])).toEqual({ amountBeforeDiscountCents: 968, amountCents: 968 });
    // Two steps of $0.004 sum to $0.008, which rounds to one cent. If each step were rounded, the sum would be zero.
    expect(lineAmounts([step(4n, '0.001'), step(4n, '0.001')], []).amountCents).toBe(1);
    // 50 GB and one byte at $0.09 per GB.
    expect(lineAmounts([step(50_000_000_000n, '0.09', 1_000_000_000)], []).amountCents).toBe(450);
    expect(lineAmounts([step(50_000_000_001n, '0.09', 1_000_000_000)], []).amountCents).toBe(450);
  });

  it('charges started packages whole', () => {
    expect(lineAmounts([step(1n, '2.50', 1_000_000, true)], []).amountCents).toBe(250);
    expect(lineAmounts([step(1_000_000n, '2.50', 1_000_000, true)], []).amountCents).toBe(250);
    expect(lineAmounts([step(1_000_001n, '2.50', 1_000_000, true)], []).amountCents).toBe(500);
    expect(lineAmounts([step(0n, '2.50', 1_000_000, true)], []).amountCents).toBe(0);
  });

  it('applies discounts to the exact sum, never below 0', () => {
    // $9.6768 less 25 % = $7.2576.
    expect(lineAmounts([step(720n, '0.01344')], [{ basisPoints: 2500 }])).toEqual({ amountBeforeDiscountCents: 968, amountCents: 726 });
    expect(lineAmounts([step(1n, '10')], [{ basisPoints: 1000 }, { amountCents: 150 }]).amountCents).toBe(750);
    expect(lineAmounts([step(1n, '10')], [{ amountCents: 5000 }]).amountCents).toBe(0);
    expect(discountedPriceCents(2500, [{ basisPoints: 10_000 }])).toBe(0);
    expect(discountedPriceCents(2500, [])).toBe(2500);
  });
});

describe('ratios', () => {
  it('keep their value as text', () => {
    expect(ratioToText(ratio(6n, 4n))).toBe('3/2');
    expect(ratioToText(ratio(8n, 4n))).toBe('2');
    expect(compareRatios(ratioFromText('-3/2'), ratio(-6n, 4n))).toBe(0);
    for (const text of ['', '1.5', '1/0', '1/-2', 'x']) expect(() => ratioFromText(text)).toThrow(RangeError);
  });

  it('compare, reduce, round up and print', () => {
    expect(compareRatios(ratio(1n, 3n), ratio(1n, 2n))).toBe(-1);
    expect(reduceRatio(ratio(0n, 5n))).toEqual(ratio(0n));
    expect([ceilRatio(ratio(7n, 3n)), ceilRatio(ratio(6n, 3n)), ceilRatio(ratio(0n, 3n))]).toEqual([3n, 2n, 0n]);
    expect(ratioToNumber(ratio(10n ** 30n + 10n ** 29n * 5n, 10n ** 30n))).toBe(1.5);
  });
});
