import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MICROCENTS_PER_CENT, sumCents } from '#lib/money.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { metricOfPart, type PartLimit, partKey, projectOfPart } from '#server/domain/budget/limit-scopes.ts';
import { discountsOf, type InvoiceLine } from '#server/domain/lines.ts';
import { isPooled, metricRules } from '#server/domain/metrics.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { rateOf } from '#server/domain/rates.ts';
import { limitedNow, type LimitScenario } from '#tests/oracle/limit-scenario.ts';
import { caseArbitrary, chargeOf, chargesByDay, coveredLines, type LimitedCase, refs, spentOf } from '#tests/oracle/part-limit-case.ts';
import { RUNS } from '#tests/oracle/scenario.ts';
import { finishSteps } from '#tests/oracle/whole-results.ts';
import { countOf, report } from '#tests/support/counts.ts';
import { coveredCostBefore, coveredOnly } from './spending-limit.ts';

const histories = countOf('LIMIT_HISTORIES', RUNS);
const firstSeed = countOf('SEED', 1);

const infinite = Number.MAX_SAFE_INTEGER;

const withAmounts = (scenario: LimitScenario, amountOf: (part: PartLimit) => number): LimitScenario => ({
  ...scenario,
  limits: scenario.limits.map((change) => ({
    ...change,
    ...(change.parts && { parts: change.parts.map((part) => ({ ...part, amountCents: amountOf(part) })) }),
  })),
});

function brokenRules({ scenario, withoutParts }: LimitedCase, moreCents: number): string[] {
  const { period, limits, asOfSeconds, earlierParts } = scenario;
  const broken: string[] = [];
  const holds = (rule: string, isTrue: boolean): void => void (isTrue || broken.push(rule));
  const outcome = limitedNow(scenario, asOfSeconds);
  const lines = coveredLines(outcome.period, asOfSeconds);
  holds('bills what it says', sumCents(lines.map(({ amountCents }) => amountCents)) === outcome.chargedCents);
  holds('never charges more than without limits', outcome.chargedCents <= outcome.unlimitedCents);
  holds(
    'splits each line over the projects to the cent',
    lines.every(({ amountCents, breakdown }) => sumCents(breakdown.map((part) => part.amountCents)) === amountCents),
  );

  const inForce = limits.filter(({ atSeconds }) => atSeconds < Math.min(asOfSeconds, cycleEnd(period.cycle)));
  const all = new Map(limits.flatMap(({ parts = [] }) => parts).map((part) => [partKey(part), part]));
  for (const [key, part] of all) {
    const amounts = inForce.map(({ parts = [] }) => parts.find((other) => partKey(other) === key)?.amountCents ?? infinite);
    if (amounts.length === 0) continue;
    const earlierCents = earlierParts?.get(key) ?? 0;
    const spentCents = spentOf(outcome.period, asOfSeconds, part, earlierCents);
    const most = Math.max(...amounts, earlierCents);
    holds(`never charges more than the limit of ${key}: ${spentCents}, not at most ${most}`, spentCents <= most);
  }
  for (const state of outcome.parts)
    if (state.window === 'cycle' && metricOfPart(state.scope) !== null) {
      const spentCents = spentOf(outcome.period, asOfSeconds, state, earlierParts?.get(partKey(state)) ?? 0);
      holds(`says what ${partKey(state)} has charged`, spentCents === state.spentCents);
    }

  const parts = limits.flatMap((change) => change.parts ?? []);
  const isOne = limits.length === 1 && parts.length === 1 && limits.every(({ bill, overage }) => bill === null && overage === null);
  if (isOne) {
    const higher = limitedNow(
      withAmounts(scenario, ({ amountCents }) => amountCents + moreCents),
      asOfSeconds,
    );
    holds('is not lowered by a higher limit', higher.chargedCents >= outcome.chargedCents);
    const stop = outcome.period.partStops?.stops[0];
    const before = (limited: BillingPeriod): number =>
      finishSteps(coveredCostBefore(coveredOnly(limited), Math.floor(stop?.fromSeconds ?? 0)));
    holds('is changed by a higher limit only after the lower one is reached', !stop || before(higher.period) === before(outcome.period));
  }

  for (const part of isOne ? parts : []) {
    const metric = metricOfPart(part.scope);
    const key = lines.find((line) => line.metric === metric)?.key;
    const rate = metric && rateOf(period.book, metric, period.planId, period.contract);
    const hasAmountOff = key !== undefined && discountsOf(key, period.discounts).some((discount) => 'amountCents' in discount);
    if (!metric || !rate || rate.wholePackages || hasAmountOff || metricRules(metric).measure !== 'count') continue;
    const earlierCents = earlierParts?.get(partKey(part)) ?? 0;
    const daysOf = (limited: BillingPeriod): number[] =>
      part.window === 'day' ? chargesByDay(limited, asOfSeconds, metric) : [chargeOf(coveredLines(limited, asOfSeconds), part)];
    const free = daysOf(period);
    // A unit, such as an active user, is charged only as a whole. If the last unit does not fit into the limit, the charge stays below the
    // limit by up to one unit.
    const unitCents = Math.max(1, Math.ceil(rate.priceMicrocents / rate.perUnits / MICROCENTS_PER_CENT));
    for (const [day, cents] of daysOf(outcome.period).entries()) {
      const expected = Math.min(free[day] ?? 0, Math.max(0, part.amountCents - (day === 0 ? earlierCents : 0)));
      holds(
        `charges what ${partKey(part)} lets: ${cents}, not ${expected} on day ${day}`,
        cents <= expected + 1 && cents >= expected - unitCents,
      );
    }
  }

  const none = limitedNow(withoutParts, asOfSeconds);
  const unlimited = limitedNow(
    withAmounts(scenario, () => infinite),
    asOfSeconds,
  );
  const isSameOrder = new Set(period.entries.map(({ fromSeconds }) => fromSeconds)).size === period.entries.length;
  const isOneTerms = withoutParts.limits.length <= 1;
  holds(
    `is no limit if it is infinite: ${unlimited.chargedCents}, not ${none.chargedCents}`,
    !isSameOrder || !isOneTerms || unlimited.chargedCents === none.chargedCents,
  );

  const limitedRefs = new Set(parts.map(({ scope }) => projectOfPart(scope)));
  const areProjectsOnly = !limitedRefs.has(null) && limits.every(({ bill, overage }) => bill === null && overage === null);
  if (areProjectsOnly) {
    const free = coveredLines(unlimited.period, asOfSeconds);
    for (const line of lines.filter(({ metric, key }) => {
      const rate = metric && rateOf(period.book, metric, period.planId, period.contract);
      const hasAmountOff = discountsOf(key, period.discounts).some((discount) => 'amountCents' in discount);
      return rate && !rate.wholePackages && !hasAmountOff && isPooled(metricRules(metric));
    }))
      for (const ref of refs.filter((name) => !limitedRefs.has(name))) {
        const partOf = (line?: InvoiceLine): number => line?.breakdown.find(({ projectRef }) => projectRef === ref)?.amountCents ?? 0;
        const difference = partOf(line) - partOf(free.find(({ key }) => key === line.key));
        holds(`leaves ${ref} as it is: ${difference} cents on ${line.key}`, Math.abs(difference) <= 1);
      }
  }
  const backwards = { ...scenario, period: { ...period, entries: period.entries.toReversed() } };
  const isOneId = new Set(period.entries.map(({ recordId }) => recordId)).size === period.entries.length;
  holds('does not depend on the order of arrival', !isOneId || limitedNow(backwards, asOfSeconds).chargedCents === outcome.chargedCents);
  return broken;
}

it(
  `${histories} histories under limits on projects and metrics are never charged more than a limit on its scope`,
  () => {
    fc.assert(
      fc.property(caseArbitrary, fc.integer({ min: 1, max: 3000 }), (limited, moreCents) => {
        expect(brokenRules(limited, moreCents)).toEqual([]);
      }),
      { numRuns: histories, ...(process.env['RELIABILITY_SEED'] ? { seed: firstSeed } : {}) },
    );
    report({ part: 'part limit histories', seed: firstSeed, count: histories, violations: 0 });
  },
  60_000 + histories * 60,
);
