import { cycleAt } from '#lib/dates/cycle.ts';
import type { BillingPeriod } from '#server/domain/bill.ts';
import type { Renewal } from '#server/domain/invoice.ts';
import type { UncollectedInvoice } from '#server/domain/late-usage.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import { planPriceCents } from '#server/domain/plans.ts';
import { sliceSteps } from '#server/domain/usage-slices.ts';
import {
  billedSubscription,
  discountsAt,
  invoicedOf,
  periodsToBill,
  periodTerms,
  type BilledSubscription,
  type PeriodRow,
  type PeriodsToBill,
  pricedLinesOf,
} from '#server/store/billing-periods.ts';
import { uncollectedInvoices } from '#server/store/credit-notes.ts';
import { booksById } from '#server/store/price-books.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { inTurns } from '#server/database/in-pages.ts';
import { loadUsage, type ProjectLabels } from '#server/store/usage-entries.ts';

export interface LoadedPeriod {
  readonly id: number;
  readonly row: PeriodRow;
  /** Without usage where it has been priced. */
  readonly period: BillingPeriod;
  /** What it comes to, where that is stored: it is over. */
  readonly priced?: readonly InvoiceLine[];
  /** Invoices that hold usage of it and were never collected. */
  readonly uncollected: readonly UncollectedInvoice[];
}

/** All that the next invoice of an organization depends on. */
export interface BillingInputs {
  readonly subscription: BilledSubscription;
  readonly running: LoadedPeriod;
  /** Periods that a change of plan ended and no invoice bills yet, oldest first. */
  readonly carried: readonly LoadedPeriod[];
  /** Periods that an invoice bills and for which usage has arrived since, oldest first. */
  readonly late: readonly LoadedPeriod[];
  readonly labels: ProjectLabels;
}

interface Wanted {
  readonly organizationId: number;
  /** What is used from then on is left out. */
  readonly untilSeconds: number;
  /** The instant lies within a segment of the totals. */
  readonly isExact?: boolean;
  /** An invoice that is being made: what it holds so far counts for nothing. */
  readonly exceptInvoiceId?: string;
}

/** Loads periods with their usage before an instant; the last open one is the one that runs, or that an invoice closes. */
export async function loadPeriods(
  db: Database,
  subscription: BilledSubscription,
  { open, late }: PeriodsToBill,
  { organizationId, untilSeconds, isExact = false, exceptInvoiceId }: Wanted,
): Promise<BillingInputs> {
  const invoiced = await invoicedOf(db, { open, late }, exceptInvoiceId ?? null);
  const onInvoices = [...open, ...late].flatMap(({ id, isOnInvoice }) => (isOnInvoice ? [id] : []));
  const uncollected = await uncollectedInvoices(db, organizationId, onInvoices);
  const load = async (rows: readonly PeriodRow[], until: number, exact: boolean) => {
    const bookOf = await booksById(
      db,
      rows.map(({ priceBookId }) => priceBookId),
    );
    const terms = rows.map((row) => ({
      row,
      terms: periodTerms(row, subscription, bookOf(row.priceBookId)),
      priced: pricedLinesOf(row, subscription),
    }));
    const unpriced = terms.filter(({ priced }) => priced === undefined);
    const fromSeconds = Math.min(...unpriced.map(({ row: { startsAt } }) => secondsOf(startsAt)));
    const { labels, entries, ...usage } = await loadUsage(db, { organizationId, fromSeconds, untilSeconds: until, isExact: exact });
    const slices = await inTurns(
      sliceSteps(
        entries,
        unpriced.map(({ terms: { cycle } }) => cycle),
      ),
    );
    const sliceOf = new Map(unpriced.map(({ row }, index) => [row.id, slices[index] ?? []]));
    const periods = terms.map(({ row, terms: own, priced }): LoadedPeriod => {
      const period = { ...own, ...usage, invoiced: invoiced.get(row.id) ?? [], entries: sliceOf.get(row.id) ?? [] };
      return { id: row.id, row, period, uncollected: uncollected.get(row.id) ?? [], ...(priced && { priced }) };
    });
    return { periods, labels };
  };
  const { periods, labels } = await load(open, untilSeconds, isExact);
  const running = periods.at(-1);
  if (!running) throw new Error(`Organization ${organizationId} has no billing period`);
  const lateEnd = Math.max(...late.map(({ closedAt, endsAt }) => secondsOf(closedAt ?? endsAt)));
  const again = late.length > 0 ? (await load(late, lateEnd, false)).periods : [];
  return { subscription, running, carried: periods.slice(0, -1), late: again, labels };
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
  return loadPeriods(db, subscription, await periodsToBill(db, organizationId), { organizationId, untilSeconds, isExact });
}

/** What a subscription becomes at the end of its cycle. */
export function nextTerms(
  { plan, usageBillingEnabled, scheduledAt, scheduledPlan, scheduledUsageBilling, contract, renewalBook }: BilledSubscription,
  endSeconds: number,
) {
  const scheduled = scheduledAt !== null && scheduledPlan !== null && secondsOf(scheduledAt) <= endSeconds;
  const planId = scheduled ? scheduledPlan : plan;
  return {
    planId,
    usageBillingEnabled: scheduled ? (scheduledUsageBilling ?? false) : usageBillingEnabled,
    priceCents: planPriceCents(renewalBook, planId, contract?.planPriceCents),
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
