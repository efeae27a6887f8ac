import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lateLines } from './late-usage.ts';
import {
  agreesWithOracle,
  breakdownsSumToLines,
  creditsAreBounded,
  finalEqualsUpcoming,
  interimInvoicesAddUp,
  lateInvoicesAddUp,
  orderAndMergingDoNotMatter,
  projectionComesTrue,
  splitCyclesPayOnce,
} from '#tests/oracle/properties.ts';
import { RUNS, TIMEOUT_MS } from '#tests/oracle/scenario.ts';
import { billUsage, finishSteps } from '#tests/oracle/whole-results.ts';

describe('the bill of a random period', () => {
  it.each([
    ['equals the one of the naive oracle, line by line', agreesWithOracle(billUsage)],
    ['has breakdowns that sum to their lines, and lines that sum to the total', breakdownsSumToLines(billUsage)],
    ['does not depend on the order, splitting or repetition of records', orderAndMergingDoNotMatter(billUsage)],
    ['never gives more Compute Credits than there are, nor more than the compute they cover', creditsAreBounded(billUsage)],
    ['is the same finalized as at its last instant', finalEqualsUpcoming()],
    ['takes every cent once when the spend cap goes on and off', interimInvoicesAddUp()],
    ['takes every cent once however late usage arrives', lateInvoicesAddUp(billUsage, (period) => finishSteps(lateLines(period)))],
    ['projects what running resources then really cost', projectionComesTrue(billUsage)],
    ['pays every hour and counts every event once when changes split the cycle', splitCyclesPayOnce(billUsage)],
  ] as const)(
    '%s',
    (_, property) => {
      const { failed, counterexample, errorInstance } = fc.check(property as fc.IProperty<unknown>, { numRuns: RUNS });
      if (failed) throw new Error(`Counterexample: ${fc.stringify(counterexample)}`, { cause: errorInstance });
      expect(failed).toBe(false);
    },
    TIMEOUT_MS,
  );
});
