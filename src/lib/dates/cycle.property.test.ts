import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cycleAt } from './cycle.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 200);
const THREE_YEARS = 3 * 366 * 86_400;

/** Calendar arithmetic: the anchor's day of the month, or the last day of a shorter month. */
function wallBoundary(anchorSeconds: number, months: number): number {
  const anchor = new Date(anchorSeconds * 1000);
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay)) / 1000 + (anchorSeconds % 86_400);
}

it(
  'finds the cycle that a wall calendar finds',
  () => {
    const instants = fc.record({
      anchor: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
      later: fc.integer({ min: 0, max: THREE_YEARS }),
    });
    fc.assert(
      fc.property(instants, ({ anchor, later }) => {
        const at = anchor + later;
        let months = 0;
        while (wallBoundary(anchor, months + 1) <= at) months += 1;
        expect(cycleAt(anchor, at)).toEqual({ startSeconds: wallBoundary(anchor, months), endSeconds: wallBoundary(anchor, months + 1) });
      }),
      { numRuns: RUNS },
    );
  },
  20_000 + RUNS * 10,
);
