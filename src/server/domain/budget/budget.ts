import { sumCents } from '#lib/money.ts';
import { type LimitWindow, metricOfPart, type PartScope, projectOfPart } from '#server/domain/budget/limit-scopes.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import type { LimitBasis } from './spending-limit.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';

export type BudgetScope = 'organization' | PartScope;

/** Percentage of the budget that triggers an alert. `projected` thresholds use the forecast for the end of the cycle. */
export type BudgetThreshold = { percent: number; on: 'actual' | 'projected' };

/** A daily limit measures the running UTC day. Other budgets measure the billing cycle. */
export type BudgetMeasure = { scope: BudgetScope; basis: LimitBasis; window?: LimitWindow };

export type BudgetSpend = { actualCents: number; projectedCents: number };

export const projectOfScope = (scope: BudgetScope): string | null => (scope === 'organization' ? null : projectOfPart(scope));

export const metricOfScope = (scope: BudgetScope): UsageMetric | null => (scope === 'organization' ? null : metricOfPart(scope));

/** `derivation.invoiced` is the amount on earlier invoices of the cycle. */
type MeasuredLine = Pick<InvoiceLine, 'metric' | 'amountCents' | 'derivation' | 'breakdown'>;

/** Sum of lines in cents, after discounts and before credits. The basis `overage` includes amounts on earlier invoices of the cycle. */
export function measuredCents(lines: readonly MeasuredLine[], covered: ReadonlySet<UsageMetric>, { scope, basis }: BudgetMeasure): number {
  const onBasis = basis === 'bill' ? lines : lines.filter(({ metric }) => metric !== null && covered.has(metric));
  const ofMetric = metricOfScope(scope);
  const measured = ofMetric === null ? onBasis : onBasis.filter(({ metric }) => metric === ofMetric);
  const ref = projectOfScope(scope);
  if (ref !== null)
    return sumCents(measured.flatMap(({ breakdown }) => breakdown.flatMap((part) => (part.projectRef === ref ? [part.amountCents] : []))));
  const invoiced = (line: MeasuredLine): number => (basis === 'overage' ? (line.derivation?.invoiced.amountCents ?? 0) : 0);
  return sumCents(measured.map((line) => line.amountCents + invoiced(line)));
}

const isSame = (a: BudgetThreshold, b: BudgetThreshold): boolean => a.percent === b.percent && a.on === b.on;

/** Returns whether a sum reaches a percentage of a budget. The first cent reaches a budget of 0. */
export const hasReached = (sumOfCents: number, amountCents: number, percent: number): boolean =>
  amountCents === 0 ? sumOfCents > 0 : sumOfCents * 100 >= amountCents * percent;

export const reachedThresholds = (
  { amountCents, thresholds }: { amountCents: number; thresholds: readonly BudgetThreshold[] },
  { actualCents, projectedCents }: BudgetSpend,
): BudgetThreshold[] =>
  thresholds.filter(({ percent, on }) => hasReached(on === 'actual' ? actualCents : projectedCents, amountCents, percent));

/** A threshold that has triggered an alert. Each threshold triggers one alert per cycle. */
export type KnownCrossing = BudgetThreshold & { isResolved: boolean };

export function crossingChanges(reached: readonly BudgetThreshold[], known: readonly KnownCrossing[]) {
  const isKnown = (threshold: BudgetThreshold): boolean => known.some((crossing) => isSame(crossing, threshold));
  const isReached = (crossing: KnownCrossing): boolean => reached.some((threshold) => isSame(threshold, crossing));
  return {
    crossed: reached.filter((threshold) => !isKnown(threshold)),
    resolved: known.filter((crossing) => !crossing.isResolved && !isReached(crossing)),
    reopened: known.filter((crossing) => crossing.isResolved && isReached(crossing)),
  };
}
