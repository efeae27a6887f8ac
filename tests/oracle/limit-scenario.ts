import fc from 'fast-check';
import { type LimitOutcome, limitSteps } from '#server/domain/budget/limit-search.ts';
import type { LimitedPeriod, LimitTimeline } from '#server/domain/budget/spending-limit.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { scenarioArbitrary } from './scenario.ts';
import { finishSteps } from './whole-results.ts';

export type LimitScenario = LimitedPeriod & { asOfSeconds: number };

export const limitedNow = (limited: LimitedPeriod, asOfSeconds: number): LimitOutcome => finishSteps(limitSteps(limited, asOfSeconds));

const withIds = (entries: readonly UsageEntry[], seed: number): UsageEntry[] =>
  entries.map((entry, index) => ({ ...entry, recordId: `r${String((index * 7 + seed) % 97).padStart(2, '0')}` }));

/** Generates the amount of a limit: a share of the total cost, an amount close to such a share, or zero. */
const amountArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.record({ share: fc.integer({ min: 0, max: 1200 }), odd: fc.integer({ min: -1, max: 1 }) }) },
  { weight: 1, arbitrary: fc.constant({ share: 0, odd: 0 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

export const limitScenarioArbitrary: fc.Arbitrary<LimitScenario> = scenarioArbitrary
  .filter(({ period }) => period.planId !== 'free' && period.entries.some(({ metric }) => period.book.covered.has(metric)))
  .chain(({ period, asOfSeconds }) => {
    const { startSeconds, endSeconds } = period.cycle;
    const instants = [startSeconds, endSeconds, ...period.entries.map(({ fromSeconds }) => fromSeconds)];
    const near = fc.constantFrom(...instants).chain((at) => fc.integer({ min: at - 1, max: at + 1 }));
    return fc
      .record({
        fixedCents: fc.oneof(fc.constant(0), fc.integer({ min: -2000, max: 5000 })),
        earlierCents: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 3000 }) }),
        seed: fc.integer({ min: 0, max: 96 }),
        changes: fc.array(
          fc.record({
            at: fc.oneof(fc.constant(startSeconds), near, fc.integer({ min: startSeconds, max: endSeconds })),
            bill: amountArbitrary,
            overage: amountArbitrary,
          }),
          { minLength: 1, maxLength: 3 },
        ),
      })
      .map(({ fixedCents, earlierCents, seed, changes }) => {
        const seededPeriod = { ...period, entries: withIds(period.entries, seed) };
        const whole = limitedNow({ period: seededPeriod, limits: [], fixedCents, earlierCents: 0 }, asOfSeconds);
        const cents = (amount: { share: number; odd: number } | null, ofCents: number): number | null =>
          amount && Math.max(0, Math.floor((Math.max(0, ofCents) * amount.share) / 1000) + amount.odd);
        const limits: LimitTimeline = changes
          .map(({ at, bill, overage }) => ({
            atSeconds: Math.max(at, startSeconds),
            bill: cents(bill, whole.othersCents + whole.unlimitedCents),
            overage: cents(overage, earlierCents + whole.unlimitedCents),
          }))
          .sort((a, b) => a.atSeconds - b.atSeconds)
          .filter(({ atSeconds }, index, all) => all[index + 1]?.atSeconds !== atSeconds);
        return { period: seededPeriod, limits, fixedCents, earlierCents, asOfSeconds };
      });
  });
