import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumCents } from '#lib/money.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { metricOfPart, type PartLimit, partKey } from '#server/domain/budget/limit-scopes.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { cycleEnd, DAY_SECONDS } from '#server/domain/periods.ts';
import type { PlanId } from '#server/domain/plans.ts';
import { limitedNow, type LimitScenario } from '#tests/oracle/limit-scenario.ts';
import { caseArbitrary, chargeOf, chargesByDay, coveredLines } from '#tests/oracle/part-limit-case.ts';
import { RUNS } from '#tests/oracle/scenario.ts';
import { countOf, report } from '#tests/support/counts.ts';
import type { LimitOutcome } from './limit-search.ts';
import type { LimitTimeline } from './spending-limit.ts';

const infinite = Number.MAX_SAFE_INTEGER;
const histories = countOf('LIMIT_HISTORIES', RUNS);
const firstSeed = countOf('SEED', 1);

/** A billing cycle with plan changes at `atSeconds`. Each change ends a period; the next period has the next plan. */
type Changes = { readonly scenario: LimitScenario; readonly atSeconds: readonly number[]; readonly plans: readonly PlanId[] };

const plansArbitrary = fc.array(fc.constantFrom<PlanId>('pro', 'team'), { minLength: 4, maxLength: 4 });

const isLongEnough = ({ cycle }: BillingPeriod): boolean => cycleEnd(cycle) > cycle.startSeconds + 2;

/** Repeats a usage record under a daily limit one minute later. The plan changes between both records, so the limit covers two periods. */
function withSplitDay(changes: Changes): Changes {
  const { scenario } = changes;
  const { cycle, entries } = scenario.period;
  const daily = scenario.limits.flatMap(({ parts = [] }) => parts.filter(({ window }) => window === 'day'));
  const metrics = new Set(daily.map(({ scope }) => metricOfPart(scope)));
  const entry = entries.find(
    ({ metric, fromSeconds }) => metrics.has(metric) && fromSeconds >= cycle.startSeconds && fromSeconds + 60 < cycleEnd(cycle),
  );
  if (!entry) return changes;
  const later = { ...entry, fromSeconds: entry.fromSeconds + 60, untilSeconds: entry.untilSeconds + 60, recordId: 'later' };
  return {
    ...changes,
    scenario: { ...scenario, period: { ...scenario.period, entries: [...entries, later] } },
    atSeconds: [entry.fromSeconds + 30],
  };
}

const changesArbitrary: fc.Arbitrary<Changes> = caseArbitrary
  .filter(({ scenario }) => isLongEnough(scenario.period))
  .chain(({ scenario }) => {
    const { cycle, entries } = scenario.period;
    const [first, last] = [cycle.startSeconds + 1, cycleEnd(cycle) - 1];
    const inside = (at: number): number => Math.min(last, Math.max(first, at));
    const near = entries.flatMap(({ fromSeconds, untilSeconds }) => [fromSeconds, Math.floor((fromSeconds + untilSeconds) / 2)]);
    const instant = fc.oneof(
      fc.integer({ min: first, max: last }),
      fc.tuple(fc.constantFrom(first, ...near), fc.integer({ min: -1, max: 7200 })).map(([at, offset]) => inside(at + offset)),
      fc.constantFrom(first, ...near).map((at) => inside(Math.ceil(at / DAY_SECONDS) * DAY_SECONDS)),
    );
    return fc
      .record({ instants: fc.array(instant, { minLength: 1, maxLength: 3 }), plans: plansArbitrary, isDaySplit: fc.boolean() })
      .map(({ instants, plans, isDaySplit }) => {
        const changes = { scenario, atSeconds: [...new Set(instants)].sort((a, b) => a - b), plans };
        return isDaySplit ? withSplitDay(changes) : changes;
      });
  });

/** Returns the limits of one period: the limits in force at its start, then the changes during the period. */
function limitsWithin(limits: LimitTimeline, fromSeconds: number, untilSeconds: number): LimitTimeline {
  const before = limits.findLast(({ atSeconds }) => atSeconds <= fromSeconds);
  const later = limits.filter(({ atSeconds }) => atSeconds > fromSeconds && atSeconds < untilSeconds);
  return [...(before ? [{ ...before, atSeconds: fromSeconds }] : []), ...later];
}

function periodsOf({ scenario, atSeconds, plans }: Changes): BillingPeriod[] {
  const { period } = scenario;
  const starts = [period.cycle.startSeconds, ...atSeconds];
  return starts.map((startSeconds, index) => ({
    ...period,
    planId: index === 0 ? period.planId : (plans[index] ?? 'pro'),
    running: [],
    invoiced: [],
    cycle: {
      startSeconds,
      endSeconds: index === 0 ? period.cycle.endSeconds : startSeconds + 30 * DAY_SECONDS,
      closedAtSeconds: starts[index + 1] ?? cycleEnd(period.cycle),
    },
  }));
}

/** Charges of earlier periods in cents, by `partKey`. */
type Charges = ReadonlyMap<string, number>;

/** Returns the charges that the next period must count: all charges of the cycle, and the charges of the last UTC day. */
function withCharges(charges: Charges, { period, lastDay }: LimitOutcome, parts: readonly PartLimit[]): Charges {
  const lines = coveredLines(period, cycleEnd(period.cycle));
  const keys = new Set(parts.map(({ scope }) => scope));
  const next = new Map([...keys].map((scope) => [`${scope} cycle`, chargeOf(lines, { scope }) + (charges.get(`${scope} cycle`) ?? 0)]));
  for (const [metric, cents] of lastDay) next.set(`metric:${metric} day`, cents);
  return next;
}

function dearestDayOf(periods: readonly BillingPeriod[], metric: UsageMetric, earlierCents: number): number {
  const days = new Map<number, number>();
  const add = (day: number, cents: number): void => void days.set(day, (days.get(day) ?? 0) + cents);
  const dayOf = ({ cycle }: BillingPeriod): number => Math.floor(cycle.startSeconds / DAY_SECONDS);
  for (const period of periods.slice(0, 1)) add(dayOf(period), earlierCents);
  for (const period of periods)
    for (const [index, cents] of chargesByDay(period, cycleEnd(period.cycle), metric).entries()) add(dayOf(period) + index, cents);
  return Math.max(0, ...days.values());
}

function brokenLimits(changes: Changes): string[] {
  const { scenario } = changes;
  const { limits, earlierParts = new Map<string, number>() } = scenario;
  const parts = limits.flatMap((change) => change.parts ?? []);
  const untilSeconds = cycleEnd(scenario.period.cycle);
  let charges: Charges = earlierParts;
  let overageCents = scenario.earlierCents;
  const limited: BillingPeriod[] = [];
  for (const period of periodsOf(changes)) {
    const endSeconds = cycleEnd(period.cycle);
    const within = limitsWithin(limits, period.cycle.startSeconds, endSeconds);
    const terms = { ...scenario, period, limits: within, earlierCents: overageCents, earlierParts: charges };
    const outcome = limitedNow(terms, endSeconds);
    charges = withCharges(charges, outcome, parts);
    overageCents += outcome.chargedCents;
    limited.push(outcome.period);
  }

  const inForce = limits.filter(({ atSeconds }) => atSeconds < untilSeconds);
  const broken: string[] = [];
  const mostOverageCents = Math.max(scenario.earlierCents, ...inForce.map(({ overage }) => overage ?? infinite));
  if (overageCents > mostOverageCents) broken.push(`organization: ${overageCents}, not at most ${mostOverageCents}`);
  for (const [key, part] of new Map(parts.map((limit) => [partKey(limit), limit]))) {
    const amounts = inForce.map((change) => change.parts?.find((other) => partKey(other) === key)?.amountCents ?? infinite);
    if (amounts.length === 0) continue;
    const earlierCents = earlierParts.get(key) ?? 0;
    const metric = metricOfPart(part.scope);
    const isDaily = part.window === 'day' && metric !== null;
    const spentCents = isDaily
      ? dearestDayOf(limited, metric, earlierCents)
      : earlierCents + sumCents(limited.map((period) => chargeOf(coveredLines(period, cycleEnd(period.cycle)), part)));
    const mostCents = Math.max(...amounts, earlierCents);
    if (spentCents > mostCents) broken.push(`${key}: ${spentCents}, not at most ${mostCents}`);
  }
  return broken;
}

it(
  `${histories} billing cycles with plan changes are never charged more than a limit on its scope`,
  () => {
    fc.assert(
      fc.property(changesArbitrary, (changes) => {
        expect(brokenLimits(changes)).toEqual([]);
      }),
      { numRuns: histories, ...(process.env['RELIABILITY_SEED'] ? { seed: firstSeed } : {}) },
    );
    report({ part: 'plan change limit histories', seed: firstSeed, count: histories, violations: 0 });
  },
  60_000 + histories * 60,
);
