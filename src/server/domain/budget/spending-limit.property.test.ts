import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOf, report } from '#tests/support/counts.ts';
import { MICROCENTS_PER_CENT, sumCents } from '#lib/money.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { exceedsLimits } from './limit-search.ts';
import { coveredCents, coveredCostBefore, coveredOnly, isLimited, type LimitTerms, meterCovered } from './spending-limit.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';
import { rateOf } from '#server/domain/rates.ts';
import { oracleLimited } from '#tests/oracle/limit-oracle.ts';
import { limitedNow, type LimitScenario, limitScenarioArbitrary } from '#tests/oracle/limit-scenario.ts';
import { RUNS } from '#tests/oracle/scenario.ts';
import { billUsage, finishSteps } from '#tests/oracle/whole-results.ts';

const histories = countOf('LIMIT_HISTORIES', RUNS);
const firstSeed = countOf('SEED', 1);

const linesOf = (period: BillingPeriod, asOfSeconds: number) =>
  billUsage(period, asOfSeconds).lines.map(({ key, amountCents }) => [key, amountCents] as const);

const coveredOf = (period: BillingPeriod, asOfSeconds: number): number =>
  sumCents(
    billUsage(period, asOfSeconds).lines.flatMap(({ metric, amountCents }) =>
      metric !== null && period.book.covered.has(metric) ? [amountCents] : [],
    ),
  );

function dearestHourCents(period: BillingPeriod, untilSeconds: number): number {
  const covered = coveredOnly(period);
  const levelsOnly = {
    ...covered,
    entries: covered.entries.filter(({ metric }) => !['count', 'peak'].includes(metricRules(metric).measure)),
  };
  if (levelsOnly.entries.length === 0) return 0;
  const instants: number[] = [];
  for (let hour = Math.floor(period.cycle.startSeconds / HOUR_SECONDS) + 1; hour * HOUR_SECONDS < untilSeconds; hour += 1)
    instants.push(hour * HOUR_SECONDS);
  const { groups, segments } = finishSteps(meterCovered(levelsOnly, untilSeconds, instants));
  const costs = [...instants, untilSeconds].map((at) =>
    coveredCents(
      levelsOnly,
      groups,
      segments.map((segment) => !segment.capOn && segment.untilSeconds <= at),
    ),
  );
  return Math.max(0, ...costs.map((cents, index) => cents - (costs[index - 1] ?? 0)));
}

/** Largest amount in cents that a limit can leave unspent. Hours and packages are indivisible, so the last one may not fit. */
function indivisibleCents(period: BillingPeriod, untilSeconds: number): number {
  const { book, planId, contract, entries } = period;
  const metrics = new Set(entries.flatMap(({ metric }) => (book.covered.has(metric) ? [metric] : [])));
  const packages = [...metrics].map((metric) => {
    const rate = rateOf(book, metric, planId, contract);
    return rate?.wholePackages === true ? Math.ceil(rate.priceMicrocents / MICROCENTS_PER_CENT) : 0;
  });
  return Math.max(dearestHourCents(period, untilSeconds), ...packages) + metrics.size;
}

const raised = (cents: number | null, byCents: number): number | null => cents && cents + byCents;

function brokenRules({ asOfSeconds, ...limited }: LimitScenario, raise: { byCents: number }): string[] {
  const { period, limits, fixedCents, earlierCents } = limited;
  const broken: string[] = [];
  const holds = (rule: string, isTrue: boolean): void => void (isTrue || broken.push(rule));
  const outcome = limitedNow(limited, asOfSeconds);
  const oracle = oracleLimited(period, limits, { fixedCents, earlierCents }, asOfSeconds);
  holds(
    `charges what the oracle charges: ${outcome.chargedCents}, not ${oracle.chargedCents}`,
    outcome.chargedCents === oracle.chargedCents,
  );
  holds('has the other lines of the oracle', outcome.othersCents === oracle.othersCents);
  holds('bills what it says', coveredOf(outcome.period, asOfSeconds) === outcome.chargedCents);

  const inForce = limits.filter(({ atSeconds }) => atSeconds < asOfSeconds);
  const isAlways = (inForce[0]?.atSeconds ?? Number.POSITIVE_INFINITY) <= period.cycle.startSeconds;
  const largest = (pick: (terms: LimitTerms) => number | null): number =>
    Math.max(...inForce.map((terms) => pick(terms) ?? Number.POSITIVE_INFINITY));
  const most = isAlways
    ? Math.min(
        largest(({ bill }) => bill),
        largest(({ overage }) => overage),
      )
    : Number.POSITIVE_INFINITY;
  holds('never charges more than the largest limit in force', outcome.chargedCents <= most);
  const mostOverage = isAlways ? largest(({ overage }) => overage) : Number.POSITIVE_INFINITY;
  holds(
    'never takes a cycle that a change has split above the limit',
    earlierCents + outcome.chargedCents <= Math.max(earlierCents, mostOverage),
  );
  if (isAlways && inForce.every(({ bill }) => bill !== null)) {
    const total = outcome.othersCents + outcome.chargedCents;
    holds(
      'never takes the invoice above the limit by what it covers',
      total <=
        Math.max(
          outcome.othersCents,
          largest(({ bill }) => bill),
        ),
    );
  }
  holds('never charges more than without a limit', outcome.chargedCents <= outcome.unlimitedCents);
  holds('finds at once whether a limit is exceeded', finishSteps(exceedsLimits(limited, asOfSeconds)) || outcome.period === period);

  const [onlyLimit, ...otherLimits] = limits;
  const firstStop = outcome.period.stops?.[0];
  if (onlyLimit && otherLimits.length === 0 && firstStop) {
    const higher = [{ ...onlyLimit, bill: raised(onlyLimit.bill, raise.byCents), overage: raised(onlyLimit.overage, raise.byCents) }];
    // Compares usage only before this second, because records of this second get fractional times.
    const secondOfStop = Math.floor(firstStop.fromSeconds);
    const chargedBefore = (limitedPeriod: BillingPeriod): number =>
      finishSteps(coveredCostBefore(coveredOnly(limitedPeriod), secondOfStop));
    holds(
      'a raised limit changes nothing before the lower one is reached',
      chargedBefore(limitedNow({ ...limited, limits: higher }, asOfSeconds).period) === chargedBefore(outcome.period),
    );
  }

  for (const index of limits.keys()) {
    const higher = limits.map((change, at) =>
      at === index ? { ...change, bill: raised(change.bill, raise.byCents), overage: raised(change.overage, raise.byCents) } : change,
    );
    const lost = outcome.chargedCents - limitedNow({ ...limited, limits: higher }, asOfSeconds).chargedCents;
    const later = lost > 0 ? limits.slice(index + 1).filter(isLimited).length : 0;
    const most = later > 0 ? later * indivisibleCents(period, Math.min(asOfSeconds, period.cycle.endSeconds)) : 0;
    holds(`is not lowered by a raised limit: ${lost} cents at change ${index} of ${limits.length}, at most ${most}`, lost <= most);
  }
  const backwards = { ...limited, period: { ...period, entries: period.entries.toReversed() } };
  const isOneId = new Set(period.entries.map(({ recordId }) => recordId)).size === period.entries.length;
  holds('does not depend on the order of arrival', !isOneId || limitedNow(backwards, asOfSeconds).chargedCents === outcome.chargedCents);

  const zero = [{ atSeconds: period.cycle.startSeconds, bill: null, overage: 0 }];
  const capped = { ...period, cap: { initiallyOn: true, changes: [] } };
  const none = limitedNow({ ...limited, limits: zero }, asOfSeconds);
  holds('is the spend cap where the limit is 0', none.chargedCents === 0 && coveredOf(capped, asOfSeconds) === 0);
  const noneLines = linesOf(none.period, asOfSeconds).filter(([, cents]) => cents !== 0);
  const cappedLines = linesOf(capped, asOfSeconds).filter(([, cents]) => cents !== 0);
  holds('bills like the spend cap where the limit is 0', JSON.stringify(noneLines) === JSON.stringify(cappedLines));
  const infinite = [{ atSeconds: period.cycle.startSeconds, bill: Number.MAX_SAFE_INTEGER, overage: Number.MAX_SAFE_INTEGER }];
  holds('is no limit where it is infinite', limitedNow({ ...limited, limits: infinite }, asOfSeconds).period === period);
  return broken;
}

it(
  `${histories} histories under spending limits are charged what a naive reading charges, and never more than the limits`,
  () => {
    const raise = fc.record({ byCents: fc.integer({ min: 1, max: 3000 }) });
    fc.assert(
      fc.property(limitScenarioArbitrary, raise, (scenario, more) => {
        expect(brokenRules(scenario, more)).toEqual([]);
      }),
      { numRuns: histories, ...(process.env['RELIABILITY_SEED'] ? { seed: firstSeed } : {}) },
    );
    report({ part: 'limit histories', seed: firstSeed, count: histories, violations: 0 });
  },
  60_000 + histories * 60,
);
