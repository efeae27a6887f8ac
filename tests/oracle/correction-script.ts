/** Random chains of corrections over three cycles. Corrections must not find the records of a second organization. */
import fc from 'fast-check';
import { cycleAt } from '#lib/dates/cycle.ts';
import type { CapTimeline, Cycle } from '#server/domain/periods.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

const REFS = ['alpha', 'bravo', 'charlie'] as const;

/** Metrics that a script can use. `unit` is a quantity near the quota. `isSpan` is true if the metric is measured over a time span. */
const MEASURED: readonly (readonly [metric: UsageMetric, unit: number, isSpan: boolean])[] = [
  ['EGRESS', 50_000_000_000, false],
  ['FUNCTION_INVOCATIONS', 400_000, false],
  ['REALTIME_PEAK_CONNECTIONS', 150, false],
  ['MONTHLY_ACTIVE_USERS', 30_000, false],
  ['LOG_DRAIN_EVENTS', 700_000, false],
  ['STORAGE_SIZE', 900_000_000_000, true],
  ['DISK_SIZE_GB_HOURS_GP3', 12, true],
  ['COMPUTE_HOURS_L', 1, true],
  ['AUTH_MFA_PHONE', 1, true],
];

export type CorrectionScript = {
  cycles: readonly Cycle[];
  caps: readonly CapTimeline[];
  records: readonly UsageEntry[];
  /** Batches of corrections. `ended` is the number of cycles that have ended when a batch arrives. */
  batches: readonly { ended: number; rows: readonly CorrectionStep[] }[];
};

export type CorrectionStep = {
  target: 'known' | 'own_batch' | 'unknown' | 'foreign';
  pick: number;
  /** Twice the ratio of the new quantity to the old quantity: 3 means 1.5 times the old quantity. */
  halves: number;
  /** Seconds by which the correction shifts the record's time. A shifted record also moves to `project`. Null: no shift and no move. */
  moved: number | null;
  project: (typeof REFS)[number];
};

const ANCHOR = Date.UTC(2026, 0, 31, 9, 30) / 1000;
const MONTH = 30 * 86_400;

/** Three cycles that start on the 31st, so that they have different lengths. */
export const scriptCycles: readonly Cycle[] = [0, 1, 2].map((month) => cycleAt(ANCHOR, ANCHOR + month * MONTH + 86_400));

const first = scriptCycles[0]?.startSeconds ?? 0;
const last = scriptCycles.at(-1)?.endSeconds ?? 0;

/** Any time, often within two hours of a cycle's end. */
const instant = fc.oneof(
  fc.integer({ min: first, max: last - 1 }),
  fc
    .tuple(fc.constantFrom(...scriptCycles), fc.integer({ min: -7200, max: 7200 }))
    .map(([{ endSeconds }, offset]) => Math.min(last - 1, endSeconds + offset)),
);

const record = fc
  .record({
    measured: fc.constantFrom(...MEASURED),
    projectRef: fc.constantFrom(...REFS),
    fromSeconds: instant,
    length: fc.oneof(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 20 * 86_400 })),
    units: fc.integer({ min: 0, max: 12 }),
    odd: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ measured: [metric, unit, isSpan], projectRef, fromSeconds, length, units, odd }): UsageEntry => ({
    metric,
    projectRef,
    kind: 'primary',
    resourceId: projectRef,
    fromSeconds,
    untilSeconds: isSpan ? Math.min(last, fromSeconds + length) : fromSeconds,
    quantity: units * unit + odd,
  }));

const step: fc.Arbitrary<CorrectionStep> = fc.record({
  target: fc.oneof(
    { weight: 8, arbitrary: fc.constant('known' as const) },
    { weight: 3, arbitrary: fc.constant('own_batch' as const) },
    { weight: 1, arbitrary: fc.constantFrom('unknown' as const, 'foreign' as const) },
  ),
  pick: fc.nat(1000),
  halves: fc.constantFrom(0, 0, 1, 2, 3, 4, 8),
  moved: fc.option(fc.integer({ min: -40 * 86_400, max: 40 * 86_400 }), { freq: 3 }),
  project: fc.constantFrom(...REFS),
});

const capOf = ({ startSeconds, endSeconds }: Cycle): fc.Arbitrary<CapTimeline> =>
  fc.record({
    initiallyOn: fc.boolean(),
    changes: fc
      .array(fc.record({ atSeconds: fc.integer({ min: startSeconds, max: endSeconds }), on: fc.boolean() }), { maxLength: 2 })
      .map((changes) => changes.toSorted((a, b) => a.atSeconds - b.atSeconds)),
  });

export const correctionScript: fc.Arbitrary<CorrectionScript> = fc
  .record({
    caps: fc.tuple(...scriptCycles.map(capOf)),
    records: fc.array(record, { minLength: 1, maxLength: 12 }),
    batches: fc.array(
      fc.record({ ended: fc.integer({ min: 0, max: scriptCycles.length }), rows: fc.array(step, { minLength: 1, maxLength: 8 }) }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ batches, ...rest }) => ({ ...rest, cycles: scriptCycles, batches: batches.toSorted((a, b) => a.ended - b.ended) }));

export const withinScript = (atSeconds: number): number => Math.min(last - 1, Math.max(first, atSeconds));
