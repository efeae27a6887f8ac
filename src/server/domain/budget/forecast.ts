/** Forecasts the cost of a cycle and the time of an amount. Metered usage is extrapolated; running resources are exact to the hour. */
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { partKey } from '#server/domain/budget/limit-scopes.ts';
import { type BudgetMeasure, metricOfScope, projectOfScope } from './budget.ts';
import { linesAt } from './cost-by-day.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { cycleEnd, DAY_SECONDS, HOUR_SECONDS } from '#server/domain/periods.ts';
import { coveredAllowance, limitAt, type LimitedPeriod } from './spending-limit.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

const PACE_DAYS = 7;

/** `none`: no further metered usage. `usual`: average rate of the last seven days. `busiest`: rate of the busiest of these days. */
export type ForecastPace = 'none' | 'usual' | 'busiest';

const resourceKey = ({ projectRef, metric, kind, resourceId }: Pick<UsageEntry, 'projectRef' | 'metric' | 'kind' | 'resourceId'>): string =>
  JSON.stringify([projectRef, metric, kind, resourceId]);

const measureOf = ({ metric }: Pick<UsageEntry, 'metric'>) => metricRules(metric).measure;
const isCount = (entry: UsageEntry): boolean => measureOf(entry) === 'count';
const hasSpan = (entry: UsageEntry): boolean => !['count', 'peak'].includes(measureOf(entry));

/** A resource counts as still running for this time after the last report of its use. */
const STILL_USED_SECONDS = 2 * HOUR_SECONDS;

function spansToCome({ entries, running = [] }: BillingPeriod, asOfSeconds: number, endSeconds: number): UsageEntry[] {
  const latest = new Map<string, UsageEntry>();
  for (const entry of entries) {
    if (!hasSpan(entry) || entry.fromSeconds >= asOfSeconds) continue;
    const before = latest.get(resourceKey(entry));
    if (!before || before.untilSeconds <= entry.untilSeconds) latest.set(resourceKey(entry), entry);
  }
  const lasting = [...latest.values()].filter(({ untilSeconds }) => untilSeconds > asOfSeconds - STILL_USED_SECONDS);
  return [...running, ...lasting].map((resource) => ({ ...resource, fromSeconds: asOfSeconds, untilSeconds: endSeconds }));
}

/** If `pace` is 'usual', the returned counts of single projects sum to the forecast for all projects. */
function countsToCome({ entries, cycle }: BillingPeriod, asOfSeconds: number, endSeconds: number, pace: 'usual' | 'busiest'): UsageEntry[] {
  const windowSeconds = Math.min(asOfSeconds - cycle.startSeconds, PACE_DAYS * DAY_SECONDS);
  if (windowSeconds <= 0) return [];
  const spans = Array.from({ length: Math.ceil(windowSeconds / DAY_SECONDS) }, (_, day) =>
    Math.min(DAY_SECONDS, windowSeconds - day * DAY_SECONDS),
  );
  const byKey = new Map<string, { entry: UsageEntry; days: bigint[] }>();
  for (const entry of entries) {
    const ago = asOfSeconds - 1 - entry.fromSeconds;
    if (!isCount(entry) || ago < 0 || ago >= windowSeconds) continue;
    const found = byKey.get(resourceKey(entry)) ?? { entry, days: spans.map(() => 0n) };
    const day = Math.floor(ago / DAY_SECONDS);
    found.days[day] = (found.days[day] ?? 0n) + BigInt(entry.quantity);
    byKey.set(resourceKey(entry), found);
  }
  const leftSeconds = BigInt(endSeconds - asOfSeconds);
  const perWindow = (sum: bigint, seconds: number): bigint => (sum * leftSeconds) / BigInt(seconds);
  const counted = new Map<UsageMetric, bigint>();
  const inOrder = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.map(([, { entry, days }]) => {
    const before = counted.get(entry.metric) ?? 0n;
    const until = days.reduce((sum, count) => sum + count, before);
    counted.set(entry.metric, until);
    const each = days.map((count, day) => perWindow(count, spans[day] ?? DAY_SECONDS));
    const usual = perWindow(until, windowSeconds) - perWindow(before, windowSeconds);
    const quantity = pace === 'usual' ? usual : each.reduce((most, count) => (count > most ? count : most), usual);
    return { ...entry, recordId: undefined, fromSeconds: asOfSeconds, untilSeconds: asOfSeconds, quantity: Number(quantity) };
  });
}

/** Adds forecast usage up to the end of the cycle. `period` must contain counts and peaks of recent days as single records. */
export function periodToCome(period: BillingPeriod, asOfSeconds: number, pace: ForecastPace): BillingPeriod {
  const endSeconds = cycleEnd(period.cycle);
  if (asOfSeconds >= endSeconds) return { ...period, running: [] };
  const counts = pace === 'none' ? [] : countsToCome(period, asOfSeconds, endSeconds, pace);
  return { ...period, running: [], entries: [...period.entries, ...spansToCome(period, asOfSeconds, endSeconds), ...counts] };
}

const INSTANTS_AT_ONCE = 32;

/**
 * Finds the first second at which the bill reaches `sumToReach` if running resources keep running and nothing else is used. Null if the
 * cycle ends first, or for a daily limit. `period.stops` must be set.
 */
export function* reachedAtSteps(
  { period, limits, fixedCents, earlierCents, earlierParts }: LimitedPeriod,
  { scope, basis, window }: BudgetMeasure,
  sumToReach: number,
  asOfSeconds: number,
): Steps<number | null> {
  const endSeconds = cycleEnd(period.cycle);
  const coming = periodToCome(period, asOfSeconds, 'none');
  // A limit change in this second takes effect in the next second.
  const terms = limitAt(limits, asOfSeconds + 1);
  if (window === 'day') return null;
  const [ref, ofMetric] = [projectOfScope(scope), metricOfScope(scope)];
  const isWhole = scope === 'organization';
  const earlier = scope === 'organization' ? earlierCents : (earlierParts?.get(partKey({ scope, window: 'cycle' })) ?? 0);
  const { covered } = period.book;
  function* reachedAmong(instants: readonly number[]): Steps<number> {
    const bills = yield* linesAt(coming, instants);
    return bills.findIndex((lines) => {
      const sumOf = (isCovered: boolean): number =>
        sumCents(
          lines
            .filter(({ metric }) => (ofMetric === null || metric === ofMetric) && (metric !== null && covered.has(metric)) === isCovered)
            .map(({ amountCents, breakdown }) =>
              ref === null
                ? amountCents
                : sumCents(breakdown.filter(({ projectRef }) => projectRef === ref).map((part) => part.amountCents)),
            ),
        );
      const others = sumOf(false) + (isWhole ? fixedCents : 0);
      const charged = isWhole ? Math.min(sumOf(true), coveredAllowance(terms, others, earlierCents)) : sumOf(true);
      return (basis === 'bill' ? others : earlier) + charged >= sumToReach;
    });
  }
  let instants = [asOfSeconds + 1];
  for (let hour = (Math.floor(asOfSeconds / HOUR_SECONDS) + 1) * HOUR_SECONDS; hour < endSeconds; hour += HOUR_SECONDS)
    instants.push(hour + 1);
  while (instants.length > 0) {
    const step = Math.ceil(instants.length / INSTANTS_AT_ONCE);
    const looked = instants.filter((_, index) => index % step === step - 1 || index === instants.length - 1);
    const place = yield* reachedAmong(looked);
    const found = looked[place];
    if (place < 0 || found === undefined) return null;
    if (step === 1) return found;
    const before = looked[place - 1] ?? asOfSeconds;
    instants = instants.filter((at) => at > before && at <= found);
  }
  return null;
}
