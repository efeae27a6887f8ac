/** Random billing periods for property tests: small, with most events close to the times at which rules change. */
import fc from 'fast-check';
import { cycleAt } from '#lib/dates/cycle.ts';
import type { BillingPeriod } from '#server/domain/bill.ts';
import { lineKey, type LineDiscount } from '#server/domain/lines.ts';
import { METRIC_RULES, type UsageMetric, RESOURCE_KINDS } from '#server/domain/metrics.ts';
import type { CapTimeline, Cycle } from '#server/domain/periods.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import type { RunningResource, UsageEntry } from '#server/domain/usage.ts';
import { FIRST_BOOK } from './first-book.ts';

/** Number of random cases per property. PROPERTY_RUNS sets another number. */
export const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 200);
export const TIMEOUT_MS = 20_000 + RUNS * 100;

export type Scenario = { period: BillingPeriod; asOfSeconds: number };

const REFS = ['alpha', 'bravo', 'charlie', 'delta'] as const;
const METRICS = METRIC_RULES.map(({ metric }) => metric);
const FIRST_ANCHOR = Date.UTC(2023, 11, 1) / 1000;

const QUANTITIES: Readonly<Partial<Record<UsageMetric, number>>> = {
  EGRESS: 300e9,
  CACHED_EGRESS: 300e9,
  DATABASE_SIZE: 20e9,
  STORAGE_SIZE: 900e12,
  DISK_IOPS_GP3: 9000,
  DISK_IOPS_IO2: 9000,
  MONTHLY_ACTIVE_USERS: 120_000,
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: 120_000,
  FUNCTION_INVOCATIONS: 5e6,
  REALTIME_MESSAGE_COUNT: 9e6,
  REALTIME_PEAK_CONNECTIONS: 900,
  DISK_THROUGHPUT_GP3: 300,
  LOG_DRAIN_EVENTS: 3e6,
  STORAGE_IMAGES_TRANSFORMED: 4000,
};

/** Quantities at which a price can change: `first` is the included quota, and `step` is the size of each package above the quota. */
const EDGES: Readonly<Partial<Record<UsageMetric, [first: number, step: number]>>> = {
  EGRESS: [250e9, 1e9],
  STORAGE_IMAGES_TRANSFORMED: [100, 1000],
  REALTIME_PEAK_CONNECTIONS: [500, 1000],
  REALTIME_MESSAGE_COUNT: [5e6, 1e6],
  FUNCTION_INVOCATIONS: [2e6, 1e6],
  LOG_DRAIN_EVENTS: [1e6, 1e6],
  DISK_SIZE_GB_HOURS_GP3: [8, 1],
  DISK_IOPS_GP3: [3000, 1],
  DISK_THROUGHPUT_GP3: [125, 1],
};

function quantityOf(metric: UsageMetric, part: number, odd: number): number {
  const edge = EDGES[metric];
  if (edge && odd < 3) return edge[0] + (part % 4) * edge[1] + odd - 1;
  return Math.floor(((QUANTITIES[metric] ?? 60) * part) / 1000) + odd;
}

export const cycleArbitrary: fc.Arbitrary<Cycle> = fc
  .record({ anchor: fc.integer({ min: 0, max: 4 * 366 * 86_400 }), onHour: fc.boolean(), month: fc.integer({ min: 0, max: 40 }) })
  .map(({ anchor, onHour, month }) => {
    const anchorSeconds = FIRST_ANCHOR + (onHour ? anchor - (anchor % 3600) : anchor);
    return cycleAt(anchorSeconds, anchorSeconds + month * 30 * 86_400);
  });

const closedCycle = (cycle: Cycle): fc.Arbitrary<Cycle> =>
  fc
    .option(fc.integer({ min: cycle.startSeconds, max: cycle.endSeconds }), { nil: undefined, freq: 2 })
    .map((closedAtSeconds) => (closedAtSeconds === undefined ? cycle : { ...cycle, closedAtSeconds }));

const capArbitrary = (cycle: Cycle): fc.Arbitrary<CapTimeline> =>
  fc.record({
    initiallyOn: fc.boolean(),
    changes: fc
      .array(fc.record({ atSeconds: fc.integer({ min: cycle.startSeconds, max: cycle.endSeconds }), on: fc.boolean() }), { maxLength: 3 })
      .map((changes) => changes.sort((a, b) => a.atSeconds - b.atSeconds)),
  });

/** Generates an instant in whole seconds. It lies in the cycle or in the two hours around the cycle, often close to a relevant time. */
function instantArbitrary(cycle: Cycle, cap: CapTimeline): fc.Arbitrary<number> {
  const edges = [
    cycle.startSeconds,
    cycle.endSeconds,
    cycle.closedAtSeconds ?? cycle.endSeconds,
    ...cap.changes.map(({ atSeconds }) => atSeconds),
  ];
  return fc.oneof(
    fc.integer({ min: cycle.startSeconds - 7200, max: cycle.endSeconds + 7200 }),
    fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -4000, max: 4000 })).map(([edge, offset]) => edge + offset),
    fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -1, max: 1 })).map(([edge, offset]) => edge + offset),
  );
}

const spanLength = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 12_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 200_000 }) },
  { weight: 1, arbitrary: fc.constant(40 * 86_400) },
);

function entryArbitrary(instant: fc.Arbitrary<number>, metrics: readonly UsageMetric[]): fc.Arbitrary<UsageEntry> {
  return fc
    .record({
      metric: fc.constantFrom(...metrics),
      projectRef: fc.constantFrom(...REFS),
      kind: fc.constantFrom(...RESOURCE_KINDS),
      copy: fc.integer({ min: 0, max: 1 }),
      fromSeconds: instant,
      length: spanLength,
      part: fc.integer({ min: 0, max: 1000 }),
      odd: fc.integer({ min: 0, max: 9 }),
    })
    .map(({ metric, projectRef, kind, copy, fromSeconds, length, part, odd }) => ({
      metric,
      projectRef,
      kind,
      resourceId: `${projectRef}-${kind}-${copy}`,
      fromSeconds,
      untilSeconds: fromSeconds + length,
      quantity: quantityOf(metric, part, odd),
    }));
}

const discountArbitrary = (metrics: readonly UsageMetric[]): fc.Arbitrary<LineDiscount> =>
  fc.record({
    key: fc.tuple(fc.constantFrom(...metrics), fc.constantFrom(...RESOURCE_KINDS)).map(([metric, kind]) => lineKey(metric, kind)),
    discount: fc.oneof(
      fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
      fc.record({ amountCents: fc.integer({ min: 0, max: 3000 }) }),
    ),
  });

const LARGEST_PRICES = Object.fromEntries(
  METRICS.filter((metric) => /_(24|48)XL/.test(metric)).map((metric, index) => [metric, 768_000_000 + index]),
);

const contractArbitrary: fc.Arbitrary<ContractTerms> = fc
  .record({
    prices: fc.dictionary(
      fc.constantFrom(...METRICS.filter((metric) => metric !== 'DATABASE_SIZE')),
      fc.integer({ min: 0, max: 10_000_000 }),
      {
        maxKeys: 2,
        noNullPrototype: true,
      },
    ),
    quotas: fc.dictionary(
      fc.constantFrom('EGRESS', 'MONTHLY_ACTIVE_USERS', 'REALTIME_MESSAGE_COUNT', 'STORAGE_SIZE'),
      fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      { maxKeys: 2, noNullPrototype: true },
    ),
  })
  .map(({ prices, quotas }) => ({ unitPrices: { ...LARGEST_PRICES, ...prices }, quotas }));

const planArbitrary = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('pro' as const, 'team' as const, 'enterprise' as const) },
  { weight: 1, arbitrary: fc.constant('free' as const) },
);

/** Few metrics, so that several records share an invoice line. */
export const scenarioArbitrary: fc.Arbitrary<Scenario> = fc
  .tuple(cycleArbitrary.chain(closedCycle), fc.uniqueArray(fc.constantFrom(...METRICS), { minLength: 1, maxLength: 4 }))
  .chain(([cycle, metrics]) => capArbitrary(cycle).map((cap) => ({ cycle, cap, metrics })))
  .chain(({ cycle, cap, metrics }) => {
    const instant = instantArbitrary(cycle, cap);
    return fc
      .record({
        planId: planArbitrary,
        entries: fc.array(entryArbitrary(instant, metrics), { maxLength: 16 }),
        discounts: fc.array(discountArbitrary(metrics), { maxLength: 2 }),
        contract: contractArbitrary,
        enabledAt: fc.array(fc.tuple(fc.constantFrom(...REFS), fc.integer({ min: 0, max: 3 })), { maxLength: 4 }),
        asOfSeconds: fc.oneof(
          fc.constant(cycle.endSeconds),
          instant.map((at) => Math.max(at, cycle.startSeconds)),
        ),
      })
      .map(({ asOfSeconds, enabledAt, ...rest }) => ({
        asOfSeconds,
        period: { ...rest, book: FIRST_BOOK, cycle, cap, invoiced: [], mfaPhoneEnabledAt: new Map(enabledAt) },
      }));
  });

export const runningArbitrary: fc.Arbitrary<RunningResource[]> = fc.uniqueArray(
  fc
    .record({
      metric: fc.constantFrom(...METRICS.filter((metric) => !/_(24|48)XL/.test(metric))),
      projectRef: fc.constantFrom(...REFS),
      kind: fc.constantFrom(...RESOURCE_KINDS),
      part: fc.integer({ min: 0, max: 1000 }),
      odd: fc.integer({ min: 0, max: 9 }),
    })
    .map(({ part, odd, ...resource }) => ({
      ...resource,
      resourceId: `${resource.projectRef}-${resource.kind}-0`,
      quantity: quantityOf(resource.metric, part, odd),
    })),
  { maxLength: 6, selector: ({ metric, resourceId }) => `${metric} ${resourceId}` },
);
