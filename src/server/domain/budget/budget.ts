/** Budgets: what they measure, and which of their thresholds it has reached. */
import { sumCents } from '#lib/money.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import type { LimitBasis } from './spending-limit.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';

/** The whole organization, or one of its projects by ref. */
export type BudgetScope = 'organization' | `project:${string}`;

/** A share of the budget at which its recipients get an alert; `projected` goes by what the cycle is expected to cost in the end. */
export type BudgetThreshold = { percent: number; on: 'actual' | 'projected' };

export type BudgetMeasure = { scope: BudgetScope; basis: LimitBasis };

/** What a budget measures: so far, and as expected at the end of the cycle. */
export type BudgetSpend = { actualCents: number; projectedCents: number };

/** The project of a scope; null for the organization. */
export const projectOfScope = (scope: BudgetScope): string | null => (scope === 'organization' ? null : scope.slice('project:'.length));

/** What an invoice has of a line, with what earlier invoices of the cycle hold of it. */
type MeasuredLine = Pick<InvoiceLine, 'metric' | 'amountCents' | 'derivation' | 'breakdown'>;

/**
 * What the lines of an upcoming invoice come to by a budget's measure, before credits and after discounts. The overage is that of what
 * the spend cap covers, with what the cycle was charged for it already.
 */
export function measuredCents(lines: readonly MeasuredLine[], covered: ReadonlySet<UsageMetric>, { scope, basis }: BudgetMeasure): number {
  const measured = basis === 'bill' ? lines : lines.filter(({ metric }) => metric !== null && covered.has(metric));
  const ref = projectOfScope(scope);
  if (ref !== null)
    return sumCents(measured.flatMap(({ breakdown }) => breakdown.flatMap((part) => (part.projectRef === ref ? [part.amountCents] : []))));
  const invoiced = (line: MeasuredLine): number => (basis === 'overage' ? (line.derivation?.invoiced.amountCents ?? 0) : 0);
  return sumCents(measured.map((line) => line.amountCents + invoiced(line)));
}

const isSame = (a: BudgetThreshold, b: BudgetThreshold): boolean => a.percent === b.percent && a.on === b.on;

/** Whether a sum has reached a share of an amount. Of nothing, the first cent is too much. */
export const hasReached = (sumOfCents: number, amountCents: number, percent: number): boolean =>
  amountCents === 0 ? sumOfCents > 0 : sumOfCents * 100 >= amountCents * percent;

/** The thresholds that a spend has reached, in their order. */
export const reachedThresholds = (
  { amountCents, thresholds }: { amountCents: number; thresholds: readonly BudgetThreshold[] },
  { actualCents, projectedCents }: BudgetSpend,
): BudgetThreshold[] =>
  thresholds.filter(({ percent, on }) => hasReached(on === 'actual' ? actualCents : projectedCents, amountCents, percent));

/** A threshold that was reached in a cycle before; it tells its readers once, whatever follows. */
export type KnownCrossing = BudgetThreshold & { isResolved: boolean };

/** What a new spend changes: thresholds that are reached for the first time, and those that no longer are, or are again. */
export function crossingChanges(reached: readonly BudgetThreshold[], known: readonly KnownCrossing[]) {
  const isKnown = (threshold: BudgetThreshold): boolean => known.some((crossing) => isSame(crossing, threshold));
  const isReached = (crossing: KnownCrossing): boolean => reached.some((threshold) => isSame(threshold, crossing));
  return {
    crossed: reached.filter((threshold) => !isKnown(threshold)),
    resolved: known.filter((crossing) => !crossing.isResolved && !isReached(crossing)),
    reopened: known.filter((crossing) => crossing.isResolved && isReached(crossing)),
  };
}
