import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitScenarioArbitrary, limitedNow } from '#tests/oracle/limit-scenario.ts';
import { RUNS, runningArbitrary, scenarioArbitrary, TIMEOUT_MS } from '#tests/oracle/scenario.ts';
import { billUsage, finishSteps } from '#tests/oracle/whole-results.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { isInstantMetric } from '#server/domain/metrics.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { limitedTagSteps, type PriceTag, priceTagSteps, type UsageChange } from './price-tag.ts';
import type { RunningResource } from '#server/domain/usage.ts';
import { usageChange, usageOfLaterCycle } from './usage-change.ts';

const changedEntries = ({ entries }: BillingPeriod, { added, removed }: UsageChange) => [
  ...entries.filter((entry) => !removed.includes(entry)),
  ...added,
];

const addUp = ({ lines, parts, creditsCents, totalCents }: PriceTag): boolean =>
  parts.listCents - parts.includedCents - parts.notChargedCents - parts.discountCents - creditsCents === totalCents &&
  lines.every((line) => line.listCents - line.includedCents - line.notChargedCents - line.discountCents === line.amountCents);

/** Moves resources with a peak or count to a new project. A peak can be priced only in a project without other peaks. */
const asItem = (resources: readonly RunningResource[]): RunningResource[] =>
  resources.map((resource) => (isInstantMetric(resource.metric) ? { ...resource, projectRef: 'new', resourceId: 'new' } : resource));

const stretchArbitrary = fc.record({ from: fc.integer({ min: 0, max: 1000 }), length: fc.integer({ min: 1, max: 1500 }) });

const stretchOf = ({ cycle }: BillingPeriod, { from, length }: { from: number; length: number }) => {
  const share = (part: number): number => Math.floor(((cycle.endSeconds - cycle.startSeconds) * part) / 1000);
  const fromSeconds = cycle.startSeconds + share(from);
  return { fromSeconds, untilSeconds: fromSeconds + share(length) + 1 };
};

describe('the price of an item', () => {
  it(
    'is the bill with it less the bill without it, and its parts add up',
    () => {
      fc.assert(
        fc.property(scenarioArbitrary, runningArbitrary, runningArbitrary, stretchArbitrary, ({ period }, starts, stops, share) => {
          const change = usageChange(period.entries, { starts: asItem(starts), stops }, stretchOf(period, share));
          const endSeconds = cycleEnd(period.cycle);
          const bill = (entries: BillingPeriod['entries']) => billUsage({ ...period, entries, running: [] }, endSeconds).totalCents;
          const tag = finishSteps(priceTagSteps(period, change));
          expect(tag.totalCents).toBe(bill(changedEntries(period, change)) - bill(period.entries));
          expect(addUp(tag)).toBe(true);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'is the difference of what limits let be charged, where there are limits',
    () => {
      fc.assert(
        fc.property(limitScenarioArbitrary, runningArbitrary, stretchArbitrary, (limited, starts, share) => {
          const { period } = limited;
          const change = usageChange(period.entries, { starts: asItem(starts), stops: [] }, stretchOf(period, share));
          const endSeconds = cycleEnd(period.cycle);
          const charged = (entries: BillingPeriod['entries']): number => {
            const outcome = limitedNow({ ...limited, period: { ...period, entries, running: [] } }, endSeconds);
            return outcome.othersCents + outcome.chargedCents;
          };
          const tag = finishSteps(limitedTagSteps(limited, change));
          expect(tag.totalCents).toBe(charged(changedEntries(period, change)) - charged(period.entries));
          expect(addUp(tag)).toBe(true);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );
});

it(
  'bills one entry of several equal resources as it bills each of them',
  () => {
    fc.assert(
      fc.property(scenarioArbitrary, fc.integer({ min: 2, max: 9 }), ({ period, asOfSeconds }, times) => {
        const spans = period.entries.filter(({ metric }) => !isInstantMetric(metric) && metric !== 'AUTH_MFA_PHONE');
        const single = [
          ...new Map(spans.map((span) => [`${span.projectRef} ${span.metric} ${span.kind} ${span.resourceId}`, span])).values(),
        ];
        const each = single.flatMap((span) =>
          Array.from({ length: times }, (_, index) => ({
            ...span,
            projectRef: `${span.projectRef}${index}`,
            resourceId: `${span.resourceId}${index}`,
          })),
        );
        const linesOf = (entries: BillingPeriod['entries']) =>
          billUsage({ ...period, entries, isTogether: true }, asOfSeconds).lines.map(({ key, amountCents, derivation }) => [
            key,
            amountCents,
            derivation?.used,
          ]);
        expect(linesOf(single.map((span) => ({ ...span, times })))).toEqual(linesOf(each));
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

it('continues the counts of ten days for a month, and repeats levels that were reported within a day', () => {
  const day = 86_400;
  const entry = { projectRef: 'alpha', kind: 'primary', resourceId: 'alpha' } as const;
  const count = { ...entry, metric: 'EGRESS', fromSeconds: day, untilSeconds: day, quantity: 10e9 } as const;
  const level = { ...entry, metric: 'DATABASE_SIZE', fromSeconds: 9 * day, untilSeconds: 10 * day, quantity: 5e9 } as const;
  const old = { ...level, projectRef: 'bravo', resourceId: 'bravo', fromSeconds: 0, untilSeconds: 8 * day };
  const compute = { ...entry, metric: 'COMPUTE_HOURS_XS', quantity: 1 } as const;
  const later = { fromSeconds: 30 * day, untilSeconds: 60 * day };
  const usage = usageOfLaterCycle([count, level, old], [compute], { fromSeconds: 0, untilSeconds: 10 * day }, later);
  expect(usage).toEqual([
    { ...level, fromSeconds: 30 * day - 3600, untilSeconds: 60 * day },
    { ...compute, fromSeconds: 30 * day - 3600, untilSeconds: 60 * day },
    { ...count, fromSeconds: later.fromSeconds, untilSeconds: later.fromSeconds, quantity: 30e9 },
  ]);
});
