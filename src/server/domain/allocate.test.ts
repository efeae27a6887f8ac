import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allocateCents } from './allocate.ts';
import { RUNS, TIMEOUT_MS } from '#tests/oracle/scenario.ts';

it('gives the largest remainders their cent, the earlier one first', () => {
  expect(allocateCents(100, [1n, 1n, 1n])).toEqual([34, 33, 33]);
  expect(allocateCents(10, [5n, 3n, 1n])).toEqual([6, 3, 1]);
  expect(allocateCents(-100, [1n, 1n, 1n])).toEqual([-34, -33, -33]);
  expect(allocateCents(1, [1n, 0n, 1n])).toEqual([1, 0, 0]);
});

it('gives nothing where there is nothing to split or nothing to split by', () => {
  expect(allocateCents(0, [1n, 2n])).toEqual([0, 0]);
  expect(allocateCents(5, [0n, 0n])).toEqual([0, 0]);
  expect(allocateCents(5, [])).toEqual([]);
});

it(
  'sums to the total, and no part is a cent away from its exact share',
  () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), weights, (total, parts) => {
        const sum = parts.reduce((a, b) => a + b, 0n);
        fc.pre(sum > 0n);
        const shares = allocateCents(total, parts);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
        for (const [index, share] of shares.entries()) {
          const distance = BigInt(share) * sum - BigInt(total) * (parts[index] ?? 0n);
          expect(distance < sum && -distance < sum).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
