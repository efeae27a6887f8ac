import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumCents } from '#lib/money.ts';
import { linesAt, partsOfLines } from './cost-by-day.ts';
import { limitedNow, limitScenarioArbitrary } from '#tests/oracle/limit-scenario.ts';
import { RUNS, TIMEOUT_MS } from '#tests/oracle/scenario.ts';
import { costByDay, billUsage, finishSteps } from '#tests/oracle/whole-results.ts';

const amounts = (parts: readonly { amountCents: number }[]): number => sumCents(parts.map(({ amountCents }) => amountCents));

it(
  'adds up over days, projects and lines',
  () => {
    fc.assert(
      fc.property(limitScenarioArbitrary, ({ asOfSeconds, ...limited }) => {
        const { period } = limitedNow(limited, asOfSeconds);
        const whole = billUsage({ ...period, invoiced: [] }, asOfSeconds);
        const days = costByDay(period, asOfSeconds);
        const parts = days.flatMap((day) => day.parts);
        expect(amounts(parts)).toBe(whole.totalCents);
        const bySum = (ref: string | null): number => amounts(parts.filter(({ projectRef }) => projectRef === ref));
        for (const ref of new Set(parts.map(({ projectRef }) => projectRef)))
          if (ref !== null)
            expect(bySum(ref)).toBe(
              amounts(whole.lines.flatMap(({ breakdown }) => breakdown.filter(({ projectRef }) => projectRef === ref))),
            );
        for (const { key, amountCents } of whole.lines)
          expect(amounts(parts.filter((part) => part.key === key)) === amountCents, `${key} sums to its line`).toBe(true);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

it(
  'gives at every instant the bill that is asked for then',
  () => {
    fc.assert(
      fc.property(limitScenarioArbitrary, ({ period }) => {
        const { startSeconds, endSeconds } = period.cycle;
        const instants = [0.2, 0.5, 0.9].map((share) => Math.floor(startSeconds + (endSeconds - startSeconds) * share));
        const bills = finishSteps(linesAt(period, instants));
        for (const [index, at] of instants.entries()) {
          const [found, expectedLines] = [bills[index] ?? [], billUsage({ ...period, invoiced: [] }, at).lines];
          expect(found.map(({ key }) => key)).toEqual(expectedLines.map(({ key }) => key));
          expect(partsOfLines(found)).toEqual(partsOfLines(expectedLines));
        }
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
