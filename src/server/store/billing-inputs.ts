import { cycleAt } from '#lib/dates/cycle.ts';
import { formatCents } from '#lib/money.ts';
import { billUsage, type BillingPeriod } from '#server/domain/bill.ts';
import { upcomingInvoice, type Renewal } from '#server/domain/invoice.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { planPriceCents } from '#server/domain/plans.ts';
import type { Account } from '#server/domain/quote.ts';
import { unitPriceDescription } from '#server/domain/unit-prices.ts';
import { billedSubscription, discountsAt, openPeriods, periodTerms, type BilledSubscription, type PeriodRow } from './billing-periods.ts';
import type { Database } from './database.ts';
import { secondsOf } from './instants.ts';
import { paysByCard } from './invoice-due.ts';
import type { BilledLine } from './line-format.ts';
import { loadUsage, type ProjectLabels } from './usage-entries.ts';

export interface LoadedPeriod {
  readonly id: number;
  readonly row: PeriodRow;
  readonly period: BillingPeriod;
}

/** All that the next invoice of an organization depends on. */
export interface BillingInputs {
  readonly subscription: BilledSubscription;
  readonly running: LoadedPeriod;
  /** Periods that a change of plan ended and no invoice bills yet, oldest first. */
  readonly carried: readonly LoadedPeriod[];
  readonly labels: ProjectLabels;
}

/** Loads periods with their usage before an instant; the last one is the one that runs, or that an invoice closes. */
export async function loadPeriods(
  db: Database,
  subscription: BilledSubscription,
  rows: readonly PeriodRow[],
  organizationId: number,
  untilSeconds: number,
  isExact = false,
): Promise<BillingInputs> {
  const starts = rows.map(({ startsAt }) => secondsOf(startsAt));
  const { labels, ...usage } = await loadUsage(db, { organizationId, fromSeconds: Math.min(...starts), untilSeconds, isExact });
  const periods = rows.map((row): LoadedPeriod => ({ id: row.id, row, period: { ...periodTerms(row, subscription), ...usage } }));
  const running = periods.at(-1);
  if (!running) throw new Error(`Organization ${organizationId} has no billing period`);
  return { subscription, running, carried: periods.slice(0, -1), labels };
}

/** What the next invoice depends on, with the usage so far. */
export const loadBillingInputs = (db: Database, organizationId: number, nowSeconds: number): Promise<BillingInputs> =>
  loadOpenPeriods(db, organizationId, nowSeconds, false);

/**
 * The same as a change at an instant finds it: what was used in that second or later comes after the change. A price of a
 * minute ago is found again by it, whatever has been used since.
 */
export const loadBillingInputsBefore = (db: Database, organizationId: number, atSeconds: number): Promise<BillingInputs> =>
  loadOpenPeriods(db, organizationId, atSeconds, true);

async function loadOpenPeriods(db: Database, organizationId: number, untilSeconds: number, isExact: boolean): Promise<BillingInputs> {
  const subscription = await billedSubscription(db, organizationId);
  const rows = await openPeriods(db, organizationId);
  return loadPeriods(db, subscription, rows, organizationId, untilSeconds, isExact);
}

/** What a subscription becomes at the end of its cycle. */
export function nextTerms(
  { plan, usageBillingEnabled, scheduledAt, scheduledPlan, scheduledUsageBilling, contract }: BilledSubscription,
  endSeconds: number,
) {
  const scheduled = scheduledAt !== null && scheduledPlan !== null && secondsOf(scheduledAt) <= endSeconds;
  const planId = scheduled ? scheduledPlan : plan;
  return {
    planId,
    usageBillingEnabled: scheduled ? (scheduledUsageBilling ?? false) : usageBillingEnabled,
    priceCents: planPriceCents(planId, contract?.planPriceCents),
    scheduled,
  };
}

/** The fee that the end of a cycle brings; undefined on the way to Free. */
export function renewalAt(subscription: BilledSubscription, endSeconds: number): Renewal | undefined {
  const { planId, priceCents } = nextTerms(subscription, endSeconds);
  if (planId === 'free') return undefined;
  return {
    planId,
    priceCents,
    discounts: discountsAt(subscription, endSeconds),
    ...cycleAt(secondsOf(subscription.billingCycleAnchor), endSeconds),
  };
}

const carriedLines = ({ period }: LoadedPeriod): InvoiceLine[] => billUsage({ ...period, running: [] }, cycleEnd(period.cycle)).lines;

const byAmount = (a: { amountCents: number; projectRef: string }, b: { amountCents: number; projectRef: string }): number =>
  b.amountCents - a.amountCents || (a.projectRef < b.projectRef ? -1 : 1);

function priceText(line: InvoiceLine, { planId, contract }: Pick<BillingPeriod, 'planId' | 'contract'>): string {
  if (line.metric === null || line.kind === null)
    return line.key === 'plan' ? `${formatCents(line.amountBeforeDiscountCents)} per month` : '';
  return unitPriceDescription(line.metric, line.kind, planId, contract) ?? '';
}

/** A line of the engine with the names and prices of its time. */
export function billedLine(
  line: InvoiceLine,
  { id, period }: Pick<LoadedPeriod, 'id' | 'period'>,
  carriedOver: boolean,
  labels: ProjectLabels,
): BilledLine {
  const breakdown = line.breakdown.map((entry) => ({
    ...entry,
    ...(labels.get(entry.projectRef) ?? { name: entry.projectRef, size: 'micro' as const }),
  }));
  return {
    ...line,
    periodId: line.usageBased || line.key === 'compute_credits' ? id : null,
    carriedOver,
    unitPriceDescription: priceText(line, period),
    breakdown: breakdown.sort(byAmount),
  };
}

export interface UpcomingBill {
  readonly lines: readonly BilledLine[];
  /** Before the customer balance. */
  readonly amountTotalCents: number;
  readonly amountProjectedCents: number;
}

/** The invoice that the end of the running cycle will bring, as far as it is known at an instant. */
export function upcomingBill({ subscription, running, carried, labels }: BillingInputs, asOfSeconds: number): UpcomingBill {
  const end = cycleEnd(running.period.cycle);
  const renewal = renewalAt(subscription, end);
  const own = upcomingInvoice({ period: running.period, renewal, carriedOver: [] }, asOfSeconds);
  const before = carried.flatMap((loaded) => carriedLines(loaded).map((line) => billedLine(line, loaded, true, labels)));
  const carriedCents = before.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    lines: [...own.lines.map((line) => billedLine(line, running, false, labels)), ...before],
    amountTotalCents: own.amountTotalCents + carriedCents,
    amountProjectedCents: own.amountProjectedCents + carriedCents,
  };
}

/** The money side of a subscription, as the quote of a change takes it. */
export const accountOf = ({ subscription, running, carried }: BillingInputs): Account => ({
  period: running.period,
  planFeeChargedCents: running.row.feeChargedCents,
  balanceCents: subscription.balanceCents,
  paysByCard: paysByCard(subscription),
  carriedOver: carried.flatMap(carriedLines),
});
