import { describe, expect, it } from 'vitest';
import { crossingChanges, hasReached, reachedThresholds } from './budget.ts';
import { coveredAllowance, limitAt, lowestLimits, withLimitChange } from './spending-limit.ts';

const at = (percent: number, on: 'actual' | 'projected' = 'actual') => ({ percent, on });

describe('thresholds', () => {
  it('are reached at their share of the amount, to the cent', () => {
    const budget = { amountCents: 19_999, thresholds: [at(50), at(80), at(100, 'projected')] };
    expect(reachedThresholds(budget, { actualCents: 9999, projectedCents: 19_998 })).toEqual([]);
    expect(reachedThresholds(budget, { actualCents: 10_000, projectedCents: 19_999 })).toEqual([at(50), at(100, 'projected')]);
    expect(reachedThresholds({ ...budget, thresholds: [at(1000)] }, { actualCents: 199_990, projectedCents: 0 })).toEqual([at(1000)]);
  });

  it('of a budget of nothing are reached with the first cent', () => {
    expect(hasReached(0, 0, 50)).toBe(false);
    expect(hasReached(1, 0, 1000)).toBe(true);
  });

  it('count as crossed once, resolve where usage is corrected, and cross no second time', () => {
    const first = crossingChanges([at(50), at(80)], []);
    expect(first.crossed).toEqual([at(50), at(80)]);
    const known = first.crossed.map((threshold) => ({ ...threshold, isResolved: false }));
    const corrected = crossingChanges([at(50)], known);
    expect([corrected.crossed, corrected.resolved]).toEqual([[], [known[1]]]);
    const resolved = known.map((crossing) => ({ ...crossing, isResolved: crossing.percent === 80 }));
    const back = crossingChanges([at(50), at(80)], resolved);
    expect([back.crossed, back.reopened]).toEqual([[], [resolved[1]]]);
  });
});

describe('the terms of limits', () => {
  it('are the lowest of each basis', () => {
    const limits = [
      { basis: 'bill' as const, amountCents: 20_000 },
      { basis: 'bill' as const, amountCents: 15_000 },
      { basis: 'overage' as const, amountCents: 0 },
    ].map((limit) => ({ ...limit, scope: 'organization' as const }));
    expect(lowestLimits(limits)).toEqual({ bill: 15_000, overage: 0 });
    expect(lowestLimits([])).toEqual({ bill: null, overage: null });
    const part = { scope: 'metric:EGRESS' as const, basis: 'overage' as const };
    const daily = { ...part, window: 'day' as const, amountCents: 300 };
    const ofCycle = [900, 700].map((amountCents) => ({ ...part, window: 'cycle' as const, amountCents }));
    expect(lowestLimits([daily, ...ofCycle])).toEqual({
      bill: null,
      overage: null,
      parts: [
        { scope: 'metric:EGRESS', window: 'cycle', amountCents: 700 },
        { scope: 'metric:EGRESS', window: 'day', amountCents: 300 },
      ],
    });
  });

  it("leave to covered usage what the other lines don't take, never more than the limit", () => {
    expect(coveredAllowance({ bill: 20_000, overage: null }, 6333, 0)).toBe(13_667);
    expect(coveredAllowance({ bill: 20_000, overage: 500 }, 6333, 0)).toBe(500);
    expect(coveredAllowance({ bill: 20_000, overage: null }, 25_000, 0)).toBe(0);
    expect(coveredAllowance({ bill: 20_000, overage: null }, -4000, 0)).toBe(20_000);
    expect(coveredAllowance({ bill: null, overage: null }, 1, 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('change from their second on, and leave no trace where they are undone within it', () => {
    const [low, high] = [
      { bill: 100, overage: null },
      { bill: 200, overage: null },
    ];
    const limits = withLimitChange(withLimitChange([], 10, low), 20, high);
    expect([limitAt(limits, 9).bill, limitAt(limits, 10).bill, limitAt(limits, 19).bill, limitAt(limits, 20).bill]).toEqual([
      null,
      100,
      100,
      200,
    ]);
    expect(withLimitChange(limits, 20, low)).toEqual([{ atSeconds: 10, ...low }]);
  });
});
