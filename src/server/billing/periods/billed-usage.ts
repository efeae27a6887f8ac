import { formatCents, sumCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import type { Steps } from '#lib/steps.ts';
import { budgetsTexts } from '#lib/texts/budgets.ts';
import { fillText } from '#lib/texts/fill.ts';
import { correctionTexts } from '#lib/texts/invoices.ts';
import { billSteps, type BillingPeriod } from '#server/domain/bill.ts';
import { upcomingSteps } from '#server/domain/invoice.ts';
import { correctedLine, daysOf, InvoiceStandings, lateLines, takeOffUncollected } from '#server/domain/late-usage.ts';
import { coveredAllowance, limitAt } from '#server/domain/budget/spending-limit.ts';
import { fixedLine, type InvoiceLine } from '#server/domain/lines.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import type { Account } from '#server/domain/quote.ts';
import { unitPriceDescription } from '#server/domain/unit-prices.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import { runSteps } from '#server/database/in-pages.ts';
import type { ProjectLabels } from '#server/store/usage/usage-entries.ts';
import type { BillingInputs, LoadedPeriod } from './loaded-periods.ts';
import { renewalAt } from './renewal.ts';

const byAmount = (a: { amountCents: number; projectRef: string }, b: { amountCents: number; projectRef: string }): number =>
  b.amountCents - a.amountCents || (a.projectRef < b.projectRef ? -1 : 1);

type LineTerms = Pick<BillingPeriod, 'book' | 'planId' | 'contract'>;

function correctedWhy(description: string): string {
  if (description.startsWith(correctionTexts.refunded)) return correctionTexts.refundedWhy;
  return description.startsWith(correctionTexts.held) ? correctionTexts.heldWhy : correctionTexts.correctedWhy;
}

function priceText(line: InvoiceLine, { book, planId, contract }: LineTerms): string {
  if (line.key === 'corrected') return correctedWhy(line.description);
  if (line.key === 'over_limit') return budgetsTexts.overLimitWhy;
  if (line.metric === null || line.kind === null)
    return line.key === 'plan' ? `${formatCents(line.amountBeforeDiscountCents)} per month` : '';
  return unitPriceDescription(book, line.metric, line.kind, planId, contract) ?? '';
}

export function billedLine(
  line: InvoiceLine,
  { id, period }: { readonly id: number; readonly period: LineTerms },
  carriedOver: boolean,
  labels: ProjectLabels,
  reportedLater = false,
): BilledLine {
  const breakdown = line.breakdown.map((entry) => ({
    ...entry,
    ...(labels.get(entry.projectRef) ?? { name: entry.projectRef, size: 'micro' as const }),
  }));
  return {
    ...line,
    periodId: line.usageBased || line.key === 'compute_credits' || line.key === 'corrected' || line.key === 'over_limit' ? id : null,
    carriedOver,
    reportedLater,
    unitPriceDescription: priceText(line, period),
    priceBook: period.book.version,
    breakdown: breakdown.sort(byAmount),
  };
}

export function overLimitLines({ period: { cycle }, limit }: Pick<LoadedPeriod, 'period' | 'limit'>): InvoiceLine[] {
  const stoppedCents = limit ? limit.unlimitedCents - limit.chargedCents : 0;
  if (stoppedCents <= 0) return [];
  return [
    fixedLine({
      key: 'over_limit',
      group: 'usage',
      description: fillText(budgetsTexts.overLimit, { amount: formatCents(stoppedCents) }),
      periodStartSeconds: cycle.startSeconds,
      periodEndSeconds: cycleEnd(cycle),
      proration: false,
      amountCents: 0,
      amountBeforeDiscountCents: 0,
    }),
  ];
}

/** Work of one invoice line, counted in rows, for cooperative yielding. */
const UNITS_OF_LINE = 10;

/** If a negative sum of lines reduces invoices that are uncollected, refunded or disputed, adds a correction line for this reduction. */
function withCorrection(
  { period, uncollected }: LoadedPeriod,
  lines: readonly InvoiceLine[],
  standings: InvoiceStandings,
): readonly InvoiceLine[] {
  const { reductions, rest } = takeOffUncollected(
    lines,
    uncollected.map((invoice) => standings.now(invoice)),
  );
  for (const invoice of rest) standings.note(invoice);
  return reductions.length > 0 ? [...lines, correctedLine(period, reductions)] : lines;
}

function* usageOfPeriods(
  periods: readonly LoadedPeriod[],
  carriedOver: boolean,
  labels: ProjectLabels,
  standings: InvoiceStandings,
): Steps<BilledLine[]> {
  const lines: BilledLine[] = [];
  for (const loaded of periods) {
    const { period } = loaded;
    const periodLines = loaded.priced ?? [
      ...(yield* billSteps({ ...period, running: [] }, cycleEnd(period.cycle))).lines,
      ...overLimitLines(loaded),
    ];
    yield periodLines.length * UNITS_OF_LINE;
    lines.push(...withCorrection(loaded, periodLines, standings).map((line) => billedLine(line, loaded, carriedOver, labels)));
  }
  return lines;
}

export function* usageReportedLater(
  { late, labels }: Pick<BillingInputs, 'late' | 'labels'>,
  standings = new InvoiceStandings(),
): Steps<BilledLine[]> {
  const lines: BilledLine[] = [];
  for (const loaded of late) {
    const reportedLines = withCorrection(loaded, yield* lateLines(loaded.period), standings);
    lines.push(...reportedLines.map((line) => billedLine(line, loaded, false, labels, true)));
  }
  return lines;
}

/** The description of each line contains the days of the carried period and the plan after the change. */
export function* carriedUsage(inputs: BillingInputs, standings = new InvoiceStandings()): Steps<BilledLine[]> {
  const { running, carried, labels } = inputs;
  const lines: BilledLine[] = [];
  for (const [index, loaded] of carried.entries()) {
    const { planId } = (carried[index + 1] ?? running).period;
    const when = `${daysOf(loaded.period.cycle)}, before the change to ${planNames[planId]}`;
    const periodLines = yield* usageOfPeriods([loaded], true, labels, standings);
    lines.push(...periodLines.map((line) => ({ ...line, description: `${line.description}, ${when}` })));
  }
  return [...lines, ...(yield* usageReportedLater(inputs, standings))];
}

export function* usageOfCycle(inputs: BillingInputs): Steps<BilledLine[]> {
  const { running, labels } = inputs;
  const standings = new InvoiceStandings();
  const cycleLines = yield* usageOfPeriods([running], false, labels, standings);
  return [...cycleLines, ...(yield* carriedUsage(inputs, standings))];
}

export interface UpcomingBill {
  readonly lines: readonly BilledLine[];
  /** Total in cents before the customer balance is applied. */
  readonly amountTotalCents: number;
  readonly amountProjectedCents: number;
}

export const upcomingBill = (inputs: BillingInputs, asOfSeconds: number): Promise<UpcomingBill> =>
  runSteps(billUpcoming(inputs, asOfSeconds));

function* billUpcoming(inputs: BillingInputs, asOfSeconds: number): Steps<UpcomingBill> {
  const { subscription, running, labels } = inputs;
  const renewal = renewalAt(subscription, running.row);
  const upcoming = yield* upcomingSteps({ period: running.period, renewal, carriedOver: [] }, asOfSeconds);
  const standings = new InvoiceStandings();
  const usage = [...upcoming.lines.filter(({ key }) => key !== 'plan'), ...overLimitLines(running)];
  const corrected = withCorrection(running, usage, standings).slice(usage.length);
  const correctedLines = corrected.map((line) => billedLine(line, running, false, labels));
  const before = [...correctedLines, ...(yield* carriedUsage(inputs, standings))];
  const beforeCents = sumCents(before.map(({ amountCents }) => amountCents));
  // The plan line uses the price book of the next cycle, because the plan fee pays for the next cycle.
  const next = { ...running, period: { ...running.period, book: subscription.renewalBook } };
  return {
    lines: [
      ...upcoming.lines.map((line) => billedLine(line, line.key === 'plan' ? next : running, false, labels)),
      ...overLimitLines(running).map((line) => billedLine(line, running, false, labels)),
      ...before,
    ],
    amountTotalCents: upcoming.amountTotalCents + beforeCents,
    amountProjectedCents: upcoming.amountProjectedCents + beforeCents - makesRoom(running, asOfSeconds),
  };
}

/**
 * Returns the cents by which the charges for covered usage decrease until the end of the cycle. They decrease if a limit applies to the
 * whole bill, because other costs then use up a growing part of this limit.
 */
function makesRoom({ limit }: Pick<LoadedPeriod, 'limit'>, asOfSeconds: number): number {
  if (!limit) return 0;
  const allowanceCents = coveredAllowance(limitAt(limit.limits, asOfSeconds), limit.othersAtEndCents, limit.earlierCents);
  return Math.max(0, limit.chargedCents - allowanceCents);
}

export async function accountOf(inputs: BillingInputs): Promise<Account> {
  const { subscription, running } = inputs;
  return {
    period: running.period,
    planFeeChargedCents: running.row.feeChargedCents,
    balanceCents: subscription.balanceCents,
    carriedOver: await runSteps(carriedUsage(inputs)),
  };
}
