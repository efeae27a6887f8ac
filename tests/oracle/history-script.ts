import fc from 'fast-check';
import type { LineDiscount } from '#server/domain/lines.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { Tier } from '#server/domain/plans.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import type { HeldTerms } from './lived-history.ts';

/** Seconds from the request until the payer pays; null if the card is declined. */
export type PayerDelay = number | null;

export type ScriptStep = { waitSeconds: number } & (
  | { act: 'use'; metric: UsageMetric; projectRef: string; agoSeconds: number; lengthSeconds: number; quantity: number }
  | { act: 'correct'; pick: number; halves: 0 | 1 | 4 }
  | { act: 'quote'; tier: Tier }
  | { act: 'change'; tier: Tier | 'as_quoted'; payer: PayerDelay }
  | { act: 'top_up' | 'goodwill'; cents: number }
  | { act: 'refund'; pick: number; share: number }
  | { act: 'dispute' | 'pay' | 'forgive'; pick: number }
  | { act: 'verdict'; won: boolean }
  | { act: 'card'; works: boolean }
  | { act: 'limit'; cents: number | null }
  | { act: 'outage'; lengthSeconds: number }
);

export type Script = {
  start: HeldTerms & { atSeconds: number };
  byCard: boolean;
  discounts: readonly LineDiscount[];
  contract: ContractTerms | undefined;
  steps: readonly ScriptStep[];
};

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const GB = 1_000_000_000;
const FIRST = Date.UTC(2026, 0, 1) / 1000;

export const SCRIPT_TIERS: readonly Tier[] = ['tier_free', 'tier_pro', 'tier_payg', 'tier_team'];
const REFS = ['alpha', 'bravo'] as const;

const MEASURED: readonly (readonly [metric: UsageMetric, most: number])[] = [
  ['EGRESS', 700 * GB],
  ['FUNCTION_INVOCATIONS', 4_000_000],
  ['REALTIME_PEAK_CONNECTIONS', 1200],
  ['LOG_DRAIN_EVENTS', 3_000_000],
  ['STORAGE_SIZE', 90_000 * GB],
  ['COMPUTE_HOURS_L', 1],
  ['COMPUTE_HOURS_XS', 1],
  ['DISK_SIZE_GB_HOURS_GP3', 300],
  ['AUTH_MFA_PHONE', 1],
];

const wait = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 1, 20, 5 * MINUTE) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 * HOUR }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 6 * DAY }) },
  { weight: 1, arbitrary: fc.integer({ min: 10 * DAY, max: 40 * DAY }) },
);
const ago = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1, MINUTE, 50 * MINUTE) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 * DAY }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 40 * DAY }) },
);
const tier = fc.constantFrom(...SCRIPT_TIERS);
const payer = fc.constantFrom<PayerDelay>(0, 0, 0, 10 * MINUTE, 3 * HOUR, 22 * HOUR, null);
const pick = fc.nat(20);
const limitCents = fc.constantFrom(null, null, 0, 1, 999, 2000, 9000, 50_000);

const use = fc
  .record({
    kind: fc.constantFrom(...MEASURED),
    projectRef: fc.constantFrom(...REFS),
    agoSeconds: ago,
    length: fc.nat(3 * DAY),
    part: fc.nat(1000),
  })
  .map(({ kind: [metric, most], projectRef, agoSeconds, length, part }) => ({
    act: 'use' as const,
    metric,
    projectRef,
    agoSeconds,
    lengthSeconds: 1 + length,
    quantity: Math.floor((most * part) / 1000),
  }));

const muchEgress = {
  act: 'use' as const,
  metric: 'EGRESS' as const,
  projectRef: 'alpha',
  agoSeconds: 0,
  lengthSeconds: 1,
  quantity: 1000 * GB,
};

const act = fc.oneof(
  { weight: 6, arbitrary: use },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('correct' as const), pick, halves: fc.constantFrom(0 as const, 1 as const, 4 as const) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('quote' as const), tier }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('change' as const), tier, payer }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('change' as const), tier: fc.constant('as_quoted' as const), payer }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('top_up' as const), cents: fc.constantFrom(10_000, 25_000) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('goodwill' as const), cents: fc.constantFrom(1, 700, 2451, 2490, 59_870) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('refund' as const), pick, share: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('dispute' as const, 'pay' as const, 'pay' as const, 'forgive' as const), pick }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('verdict' as const), won: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('card' as const), works: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('limit' as const), cents: limitCents }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('outage' as const), lengthSeconds: fc.integer({ min: 1, max: 3 * DAY }) }) },
);

const step: fc.Arbitrary<ScriptStep> = fc.tuple(wait, act).map(([waitSeconds, done]) => ({ waitSeconds, ...done }));

const soon = (...acts: readonly object[]): ScriptStep[] => acts.map((done) => ({ waitSeconds: 60, ...done }) as ScriptStep);
const change = (to: Tier | 'as_quoted', delay: PayerDelay = 0): object => ({ act: 'change', tier: to, payer: delay });
const quote = (to: Tier): object => ({ act: 'quote', tier: to });
const limit = (cents: number | null): object => ({ act: 'limit', cents });

const plots: fc.Arbitrary<ScriptStep[]> = fc.constantFrom(
  soon(quote('tier_pro'), muchEgress, change('as_quoted')),
  soon(quote('tier_free'), muchEgress, change('as_quoted')),
  soon(quote('tier_team'), muchEgress, change('as_quoted', 3 * HOUR), muchEgress),
  soon(change('tier_team'), change('tier_payg'), change('tier_team'), change('tier_free')),
  soon(change('tier_payg'), muchEgress, change('tier_pro'), change('tier_payg'), muchEgress),
  soon(change('tier_pro'), muchEgress, change('tier_payg'), change('tier_pro')),
  soon({ act: 'goodwill', cents: 2490 }, change('tier_payg'), change('tier_team')),
  soon(muchEgress, quote('tier_team'), change('as_quoted', 3 * HOUR), muchEgress, limit(0)),
  soon(limit(2000), muchEgress, change('tier_team', 3 * HOUR), muchEgress, limit(null), muchEgress),
  soon({ act: 'card', works: false }, muchEgress, change('tier_pro'), { act: 'correct', pick: 0, halves: 0 }),
  soon(limit(9000), muchEgress, { act: 'correct', pick: 0, halves: 0 }, muchEgress),
  [
    ...soon({ act: 'outage', lengthSeconds: 33 * DAY }, { ...muchEgress, waitSeconds: 32 * DAY }),
    ...soon(limit(0), muchEgress, limit(50_000)).map((one) => ({ ...one, waitSeconds: 0 })),
    ...soon(muchEgress),
  ],
  soon(...Array.from({ length: 7 }, () => [change('tier_payg'), change('tier_team')]).flat()),
);

const steps = fc
  .array(fc.oneof({ weight: 6, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: plots }), { minLength: 3, maxLength: 12 })
  .map((parts) => parts.flat());

const starts: readonly (HeldTerms & { byCard: boolean })[] = [
  { planId: 'free', capOn: true, byCard: true },
  { planId: 'pro', capOn: false, byCard: true },
  { planId: 'pro', capOn: true, byCard: true },
  { planId: 'pro', capOn: false, byCard: false },
  { planId: 'team', capOn: false, byCard: true },
];

export const scriptArbitrary: fc.Arbitrary<Script> = fc
  .record({
    start: fc.constantFrom(...starts),
    second: fc.nat(31 * DAY),
    discounts: fc.oneof(
      { weight: 3, arbitrary: fc.constant<LineDiscount[]>([]) },
      {
        weight: 1,
        arbitrary: fc.constant<LineDiscount[]>([
          { key: 'plan', discount: { basisPoints: 2500 } },
          { key: 'EGRESS:primary', discount: { amountCents: 333 } },
        ]),
      },
    ),
    contract: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constant<ContractTerms>({ planPriceCents: 3333, quotas: { EGRESS: 10 * GB } }) },
    ),
    steps,
  })
  .map(({ start: { byCard, ...held }, second, ...rest }) => ({ start: { ...held, atSeconds: FIRST + second }, byCard, ...rest }));
