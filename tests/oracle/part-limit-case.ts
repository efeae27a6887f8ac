/** Random billing periods under limits on projects and metrics, for property tests. */
import fc from 'fast-check';
import { sumCents } from '#lib/money.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { metricOfPart, type PartLimit, partKey, projectOfPart } from '#server/domain/budget/limit-scopes.ts';
import { costSteps } from '#server/domain/budget/cost-by-day.ts';
import { coveredOnly, type LimitChange } from '#server/domain/budget/spending-limit.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { type LimitScenario, limitScenarioArbitrary } from './limit-scenario.ts';
import { billUsage, finishSteps } from './whole-results.ts';

export const refs = ['alpha', 'bravo', 'charlie', 'delta'];
export type LimitedCase = { scenario: LimitScenario; withoutParts: LimitScenario };

const isCovered = ({ book }: BillingPeriod, metric: UsageMetric | null): metric is UsageMetric =>
  metric !== null && book.covered.has(metric);

export const coveredLines = (period: BillingPeriod, asOfSeconds: number): InvoiceLine[] =>
  billUsage({ ...period, invoiced: [] }, asOfSeconds).lines.filter(({ metric }) => isCovered(period, metric));

export function chargeOf(lines: readonly InvoiceLine[], { scope }: Pick<PartLimit, 'scope'>): number {
  const ref = projectOfPart(scope);
  if (ref === null) return sumCents(lines.flatMap(({ metric, amountCents }) => (metric === metricOfPart(scope) ? [amountCents] : [])));
  return sumCents(
    lines.flatMap(({ breakdown }) => breakdown.flatMap(({ projectRef, amountCents }) => (projectRef === ref ? [amountCents] : []))),
  );
}

export function chargesByDay(period: BillingPeriod, asOfSeconds: number, metric: UsageMetric): number[] {
  const days = finishSteps(costSteps(coveredOnly(period), asOfSeconds));
  return days.map(({ parts }) => sumCents(parts.flatMap(({ key, amountCents }) => (key.startsWith(`${metric}:`) ? [amountCents] : []))));
}

/** Highest charge of a day, in cents. The first day includes charges of the previous period. */
function dearestDay(period: BillingPeriod, asOfSeconds: number, metric: UsageMetric, earlierCents: number): number {
  const cents = chargesByDay(period, asOfSeconds, metric);
  return Math.max(0, ...cents.map((sum, day) => sum + (day === 0 ? earlierCents : 0)));
}

export const spentOf = (period: BillingPeriod, asOfSeconds: number, part: PartLimit, earlierCents: number): number => {
  const metric = metricOfPart(part.scope);
  return part.window === 'day' && metric !== null
    ? dearestDay(period, asOfSeconds, metric, earlierCents)
    : chargeOf(coveredLines(period, asOfSeconds), part) + earlierCents;
};

export const caseArbitrary: fc.Arbitrary<LimitedCase> = limitScenarioArbitrary.chain((withoutParts) => {
  const { period, asOfSeconds } = withoutParts;
  const metrics = [...new Set(period.entries.map(({ metric }) => metric))].filter((metric) => isCovered(period, metric));
  const scopes = [...refs.map((ref) => `project:${ref}` as const), ...metrics.map((metric) => `metric:${metric}` as const)];
  const partArbitrary = fc.record({
    scope: fc.constantFrom(...scopes),
    isDaily: fc.boolean(),
    share: fc.integer({ min: 0, max: 1200 }),
    odd: fc.integer({ min: -1, max: 1 }),
    earlier: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 500 }) }),
  });
  return fc
    .record({
      first: fc.array(partArbitrary, { minLength: 1, maxLength: 3 }),
      later: fc.option(fc.array(partArbitrary, { maxLength: 2 }), { nil: null, freq: 2 }),
      at: fc.integer({ min: period.cycle.startSeconds, max: period.cycle.endSeconds }),
      isAlone: fc.boolean(),
    })
    .map(({ first, later, at, isAlone }) => {
      const full = coveredLines(period, asOfSeconds);
      const amounts = (parts: typeof first): PartLimit[] => {
        const limits = parts.map(({ scope, isDaily, share, odd }): PartLimit => {
          const metric = metricOfPart(scope);
          const window = isDaily && metric !== null && metricRules(metric).measure === 'count' ? 'day' : 'cycle';
          return { scope, window, amountCents: Math.max(0, Math.floor((chargeOf(full, { scope }) * share) / 1000) + odd) };
        });
        return [...new Map(limits.map((limit) => [partKey(limit), limit])).values()];
      };
      const start = period.cycle.startSeconds;
      const base: LimitChange[] = isAlone || withoutParts.limits.length === 0 ? [] : [...withoutParts.limits];
      const partsAt = (seconds: number): PartLimit[] => amounts(later && seconds >= at ? later : first);
      const instants = [...new Set([start, ...(later ? [at] : []), ...base.map(({ atSeconds }) => atSeconds)])].sort((a, b) => a - b);
      const limits = instants.map((atSeconds): LimitChange => {
        const { bill = null, overage = null } = base.findLast((change) => change.atSeconds <= atSeconds) ?? {};
        const parts = partsAt(atSeconds);
        return { atSeconds, bill, overage, ...(parts.length > 0 && { parts }) };
      });
      const earlierParts = new Map(
        [...first, ...(later ?? [])].flatMap(({ scope, earlier }) => [
          [`${scope} cycle`, earlier] as const,
          [`${scope} day`, Math.floor(earlier / 2)] as const,
        ]),
      );
      return { scenario: { ...withoutParts, limits, earlierParts }, withoutParts: { ...withoutParts, limits: base } };
    });
});
