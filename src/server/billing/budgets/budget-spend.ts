import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { billSteps, type BillingPeriod } from '#server/domain/bill.ts';
import { type BudgetMeasure, type BudgetSpend, measuredCents } from '#server/domain/budget/budget.ts';
import { type PartLimit, partKey } from '#server/domain/budget/limit-scopes.ts';
import { type ForecastPace, periodToCome } from '#server/domain/budget/forecast.ts';
import { limitSteps } from '#server/domain/budget/limit-search.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import { isInstantMetric, METRIC_RULES } from '#server/domain/metrics.ts';
import { cycleEnd, HOUR_SECONDS } from '#server/domain/periods.ts';
import { edgesOf, type LimitedPeriod } from '#server/domain/budget/spending-limit.ts';
import type { Database } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { loadBuckets } from '#server/store/usage/usage-entries.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs, loadCountedInputs } from '#server/billing/periods/billing-inputs.ts';
import { earlierCharges } from '#server/billing/periods/limit-window.ts';
import { fixedCentsOf } from '#server/billing/periods/limited-periods.ts';
import type { BillingInputs } from '#server/billing/periods/loaded-periods.ts';

export interface SpentFacts {
  readonly inputs: BillingInputs;
  readonly limited: LimitedPeriod;
  readonly spentOf: (measure: BudgetMeasure) => number;
}

export interface SpendFacts extends SpentFacts {
  readonly spendOf: (measure: BudgetMeasure) => BudgetSpend;
}

/** Forecast of a cycle's cost in cents: without further metered usage, at the usual pace, and at the busiest pace. */
export type SpendForecast = readonly [lowCents: number, expectedCents: number, highCents: number];

const countedMetrics = METRIC_RULES.map(({ metric }) => metric).filter(isInstantMetric);

/** Adds one second to include usage of the current second, so that a limit applies immediately. */
const asOf = (atSeconds: number): number => atSeconds + 1;

/** @param isTogether true if no budget is for a project, so that the query can sum over projects */
export async function loadSpent(db: Database, organizationId: number, atSeconds: number, isTogether: boolean): Promise<SpentFacts> {
  const nowSeconds = asOf(atSeconds);
  const inputs = await (isTogether ? loadCountedInputs : loadBillingInputs)(db, organizationId, nowSeconds);
  const { running } = inputs;
  const { book } = running.period;
  const bill = await upcomingBill(inputs, nowSeconds);
  const cycleLines = bill.lines.filter(({ carriedOver, reportedLater }) => !carriedOver && !reportedLater);
  const fixedCents = running.limit?.fixedCents ?? (await runSteps(fixedCentsOf(inputs)));
  const { earlierCents, earlierParts } = running.limit ?? (await earlierCharges(db, organizationId, inputs));
  return {
    inputs,
    limited: { period: running.period, limits: running.row.limitChanges, fixedCents, earlierCents, earlierParts },
    spentOf: (measure) =>
      measure.window === 'day'
        ? ((running.limit?.parts ?? []).find((part) => isSameLimit(part, measure))?.spentCents ?? 0)
        : isWholeBill(measure)
          ? bill.amountTotalCents
          : measuredCents(measure.basis === 'bill' ? bill.lines : cycleLines, book.covered, measure) +
            earlierOf(measure, earlierCents, earlierParts),
  };
}

export const isSameLimit = (part: Pick<PartLimit, 'scope' | 'window'>, { scope, window = 'cycle' }: BudgetMeasure): boolean =>
  part.scope === scope && part.window === window;

/**
 * Returns the charges of earlier periods in the cycle that count for a budget, in cents. Returns 0 if the basis of the budget is the bill.
 */
function earlierOf({ basis, scope }: BudgetMeasure, earlierCents: number, earlierParts: LimitedPeriod['earlierParts']): number {
  if (basis === 'bill') return 0;
  return scope === 'organization' ? earlierCents : (earlierParts?.get(partKey({ scope, window: 'cycle' })) ?? 0);
}

const isWholeBill = ({ basis, scope }: BudgetMeasure): boolean => basis === 'bill' && scope === 'organization';

function* linesToCome(
  { period, ...charges }: LimitedPeriod,
  entries: BillingPeriod['entries'],
  asOfSeconds: number,
  pace: ForecastPace,
): Steps<InvoiceLine[]> {
  const coming = periodToCome({ ...period, entries, stops: [], partStops: undefined }, asOfSeconds, pace);
  const endSeconds = cycleEnd(period.cycle);
  const limited = (yield* limitSteps({ period: coming, ...charges }, endSeconds)).period;
  return (yield* billSteps({ ...limited, invoiced: [] }, endSeconds)).lines;
}

interface Expected {
  readonly lines: readonly InvoiceLine[];
  readonly totalCents: number;
}

/** Forecasts the cost at each pace. Usage is read by the hour, and summed over projects if no budget is for a project. */
async function expectAt(
  db: Database,
  { inputs, limited }: SpentFacts,
  atSeconds: number,
  paces: readonly ForecastPace[],
): Promise<Expected[]> {
  const nowSeconds = asOf(atSeconds);
  const { period, fixedCents } = limited;
  const { startSeconds, endSeconds } = period.cycle;
  const hours = await loadBuckets(db, {
    organizationId: inputs.running.row.organizationId,
    fromSeconds: startSeconds,
    untilSeconds: Math.min(nowSeconds, endSeconds),
    metrics: countedMetrics,
    widthSeconds: HOUR_SECONDS,
    edges: edgesOf(limited),
    isTogether: period.isTogether ?? false,
  });
  const entries = [...period.entries.filter(({ metric }) => !isInstantMetric(metric)), ...hours];
  const invoicedCents = sumCents(period.invoiced.map(({ amountCents }) => amountCents));
  const expected: Expected[] = [];
  for (const pace of paces) {
    const lines = await runSteps(linesToCome(limited, entries, nowSeconds, pace));
    expected.push({ lines, totalCents: fixedCents - invoicedCents + sumCents(lines.map(({ amountCents }) => amountCents)) });
  }
  return expected;
}

function spendOf({ spentOf, inputs, limited }: SpentFacts, expected: Expected | undefined, measure: BudgetMeasure): BudgetSpend {
  const actualCents = spentOf(measure);
  if (!expected || measure.window === 'day') return { actualCents, projectedCents: actualCents };
  const { covered } = inputs.running.period.book;
  const projectedCents = isWholeBill(measure)
    ? expected.totalCents
    : measuredCents(expected.lines, covered, measure) + earlierOf(measure, limited.earlierCents, limited.earlierParts);
  return { actualCents, projectedCents: Math.max(actualCents, projectedCents) };
}

export async function expectSpend(db: Database, spent: SpentFacts, atSeconds: number): Promise<(measure: BudgetMeasure) => BudgetSpend> {
  const [expected] = await expectAt(db, spent, atSeconds, ['usual']);
  return (measure) => spendOf(spent, expected, measure);
}

export async function loadSpend(db: Database, organizationId: number, atSeconds: number, isTogether = false): Promise<SpendFacts> {
  const spent = await loadSpent(db, organizationId, atSeconds, isTogether);
  return { ...spent, spendOf: await expectSpend(db, spent, atSeconds) };
}

export async function forecastSpend(db: Database, spent: SpentFacts, atSeconds: number): Promise<SpendForecast> {
  const [low, usual, high] = await expectAt(db, spent, atSeconds, ['none', 'usual', 'busiest']);
  const totalOf = (each: Expected | undefined): number => each?.totalCents ?? 0;
  return [totalOf(low), totalOf(usual), totalOf(high)];
}
