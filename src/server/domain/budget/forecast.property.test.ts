import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumCents } from '#lib/money.ts';
import { type BillingPeriod } from '#server/domain/bill.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { periodToCome } from './forecast.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { limitedNow } from '#tests/oracle/limit-scenario.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { RUNS, runningArbitrary, scenarioArbitrary, TIMEOUT_MS } from '#tests/oracle/scenario.ts';
import { billUsage, reachedAt } from '#tests/oracle/whole-results.ts';

const ORGANIZATION = { scope: 'organization', basis: 'bill' } as const;

it(
  'predicts the second in which the bill of what runs reaches a sum',
  () => {
    fc.assert(
      fc.property(scenarioArbitrary, runningArbitrary, fc.integer({ min: 1, max: 999 }), (scenario, running, share) => {
        const period = {
          ...scenario.period,
          entries: scenario.period.entries.filter(({ untilSeconds }) => untilSeconds <= scenario.asOfSeconds),
          running,
        };
        const endSeconds = cycleEnd(period.cycle);
        const asOfSeconds = Math.min(scenario.asOfSeconds, endSeconds);
        const coming = periodToCome(period, asOfSeconds, 'none');
        const billAt = (at: number): number => sumCents(billUsage(coming, at).lines.map(({ amountCents }) => amountCents));
        const [now, end] = [billAt(asOfSeconds), billAt(endSeconds)];
        const target = now + Math.ceil(((end - now) * share) / 1000);
        const predicted = reachedAt({ period, limits: [], fixedCents: 0, earlierCents: 0 }, ORGANIZATION, target, asOfSeconds);
        if (target <= now) return;
        // The search does not check the last second of a cycle.
        if (predicted === null) expect(billAt(Math.floor((endSeconds - 1) / 3600) * 3600 + 1)).toBeLessThan(target);
        else expect([billAt(predicted) >= target, billAt(predicted - 1) < target]).toEqual([true, true]);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

it(
  'expects no less at the usual pace than where nothing more is metered, and no more than at the busiest',
  () => {
    fc.assert(
      fc.property(scenarioArbitrary, ({ period, asOfSeconds }) => {
        const endSeconds = cycleEnd(period.cycle);
        const sum = (pace: 'none' | 'usual' | 'busiest'): number => {
          const coming = periodToCome({ ...period, running: [] }, Math.min(asOfSeconds, endSeconds), pace);
          const { othersCents, chargedCents } = limitedNow({ period: coming, limits: [], fixedCents: 0, earlierCents: 0 }, endSeconds);
          return othersCents + chargedCents;
        };
        const [low, usual, high] = [sum('none'), sum('usual'), sum('busiest')];
        expect([low <= usual, usual <= high]).toEqual([true, true]);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

const countsTogether = (entries: readonly UsageEntry[]): UsageEntry[] =>
  entries.map((entry) => (metricRules(entry.metric).measure === 'count' ? { ...entry, projectRef: '', resourceId: '' } : entry));

it(
  'expects the same at the usual pace whether the counts of projects come apart or as one',
  () => {
    fc.assert(
      fc.property(scenarioArbitrary, ({ period, asOfSeconds }) => {
        const endSeconds = cycleEnd(period.cycle);
        const usedAt = (of: BillingPeriod) => {
          const coming = periodToCome({ ...of, running: [] }, Math.min(asOfSeconds, endSeconds), 'usual');
          return billUsage(coming, endSeconds).lines.map(({ key, amountCents, derivation }) => [key, amountCents, derivation?.used]);
        };
        expect(usedAt({ ...period, isTogether: true, entries: countsTogether(period.entries) })).toEqual(usedAt(period));
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
