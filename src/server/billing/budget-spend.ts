import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { billSteps, type BillingPeriod } from '#server/domain/bill.ts';
import { type BudgetMeasure, type BudgetSpend, measuredCents, projectOfScope } from '#server/domain/budget/budget.ts';
import { type ForecastPace, periodToCome } from '#server/domain/budget/forecast.ts';
import { limitSteps } from '#server/domain/budget/limit-search.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import type { LimitedPeriod } from '#server/domain/budget/spending-limit.ts';
import type { Database } from '#server/database/database.ts';
import { inTurns } from '#server/database/in-pages.ts';
import { loadUsageByHour } from '#server/store/usage/usage-entries.ts';
import { upcomingBill } from './billed-usage.ts';
import { loadBillingInputs } from './billing-inputs.ts';
import { fixedCentsOf } from './limited-periods.ts';
import type { BillingInputs } from './loaded-periods.ts';

/** What budgets are measured by, at an instant. */
export interface SpendFacts {
  readonly inputs: BillingInputs;
  /** The running period with its limits. */
  readonly limited: LimitedPeriod;
  readonly spendOf: (measure: BudgetMeasure) => BudgetSpend;
  /** What the cycle is expected to come to: where nothing more is metered, at the usual pace, and at the busiest. */
  readonly forecast: readonly [lowCents: number, expectedCents: number, highCents: number];
}

/** The lines of the running period at its end, at a pace. */
function* linesToCome(
  { period, limits, fixedCents }: LimitedPeriod,
  entries: BillingPeriod['entries'],
  asOfSeconds: number,
  pace: ForecastPace,
): Steps<ReturnType<typeof linesOf>> {
  const coming = periodToCome({ ...period, entries, stops: [] }, asOfSeconds, pace);
  const endSeconds = cycleEnd(period.cycle);
  const limited = (yield* limitSteps({ period: coming, limits, fixedCents }, endSeconds)).period;
  return linesOf((yield* billSteps({ ...limited, invoiced: [] }, endSeconds)).lines);
}

const linesOf = (lines: readonly Parameters<typeof measuredCents>[0][number][]) => lines;

/** Loads what budgets of an organization are measured by. What is used in this very second counts, so that a limit holds at once. */
export async function loadSpend(db: Database, organizationId: number, atSeconds: number): Promise<SpendFacts> {
  const nowSeconds = atSeconds + 1;
  const inputs = await loadBillingInputs(db, organizationId, nowSeconds);
  const { running } = inputs;
  const { cycle, book } = running.period;
  const bill = await upcomingBill(inputs, nowSeconds);
  const fixedCents = running.limit?.fixedCents ?? (await inTurns(fixedCentsOf(inputs)));
  const limited: LimitedPeriod = { period: running.period, limits: running.row.limitChanges, fixedCents };
  const untilSeconds = Math.min(nowSeconds, cycle.endSeconds);
  const hourly = await loadUsageByHour(db, { organizationId, fromSeconds: cycle.startSeconds, untilSeconds });
  const [low, expected, high] = [
    await inTurns(linesToCome(limited, hourly, nowSeconds, 'none')),
    await inTurns(linesToCome(limited, hourly, nowSeconds, 'usual')),
    await inTurns(linesToCome(limited, hourly, nowSeconds, 'busiest')),
  ];
  const own = bill.lines.filter(({ carriedOver, reportedLater }) => !carriedOver && !reportedLater);
  const invoicedCents = sumCents(running.period.invoiced.map(({ amountCents }) => amountCents));
  const totalOf = (lines: typeof low): number => fixedCents - invoicedCents + sumCents(lines.map(({ amountCents }) => amountCents));
  return {
    inputs,
    limited,
    forecast: [totalOf(low), totalOf(expected), totalOf(high)],
    spendOf: (measure) => {
      const isWhole = measure.basis === 'bill' && projectOfScope(measure.scope) === null;
      const actualCents = isWhole
        ? bill.amountTotalCents
        : measuredCents(measure.basis === 'bill' ? bill.lines : own, book.covered, measure);
      const projectedCents = isWhole ? totalOf(expected) : measuredCents(expected, book.covered, measure);
      return { actualCents, projectedCents: Math.max(actualCents, projectedCents) };
    },
  };
}
