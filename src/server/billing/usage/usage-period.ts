import { and, desc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { BillingPeriod } from '#server/domain/bill.ts';
import { billedSubscription, periodsToBill } from '#server/store/billing-periods.ts';
import type { PlanId } from '#contract/types.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { bookById } from '#server/store/price-books.ts';
import { loadUsage, loadUsageByHour, type ProjectLabels } from '#server/store/usage/usage-entries.ts';
import { periodTerms } from '#server/billing/periods/period-terms.ts';

interface Wanted {
  readonly nowSeconds: number;
  readonly projectRef: string | undefined;
  /** Time range in Unix seconds; absent for the running cycle. */
  readonly range: { readonly startSeconds: number; readonly endSeconds: number } | undefined;
}

export interface UsagePeriod {
  readonly period: BillingPeriod;
  readonly labels: ProjectLabels;
  readonly usageBillingEnabled: boolean;
}

/** Returns the period that contains an instant, or the first period for earlier instants. */
async function periodAt(db: Database, organizationId: number, atSeconds: number) {
  const rows = await db
    .select()
    .from(billingPeriods)
    .where(and(eq(billingPeriods.organizationId, organizationId), lte(billingPeriods.startsAt, instantOf(atSeconds))))
    .orderBy(desc(billingPeriods.startsAt), desc(billingPeriods.id))
    .limit(1);
  return rows[0];
}

export interface UsageCycle {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly planId: PlanId;
  /** True if a plan change ended the cycle and no invoice bills the cycle's usage yet. */
  readonly isCarried: boolean;
}

const mostCycles = 36;

/** Returns the cycles, newest first. Omits cycles of zero length, which arise if two plan changes happen in the same second. */
export async function usageCycles(db: Database, organizationId: number): Promise<UsageCycle[]> {
  const { startsAt, endsAt, closedAt, plan, invoiceId, isEmpty } = billingPeriods;
  const rows = await db
    .select({ startsAt, endsAt, closedAt, plan, invoiceId, isEmpty })
    .from(billingPeriods)
    .where(and(eq(billingPeriods.organizationId, organizationId), or(isNull(closedAt), gt(closedAt, startsAt))))
    .orderBy(desc(startsAt), desc(billingPeriods.id))
    .limit(mostCycles);
  return rows.map((row) => ({
    startSeconds: secondsOf(row.startsAt),
    endSeconds: secondsOf(row.closedAt ?? row.endsAt),
    planId: row.plan,
    isCarried: row.closedAt !== null && row.invoiceId === null && row.plan !== 'free' && !row.isEmpty,
  }));
}

/**
 * Loads usage of a time range as if it were a cycle. If the range equals a period, the quotas of the period apply. If a plan change
 * shortened the period, its quotas are prorated.
 */
export async function loadUsagePeriod(
  db: Database,
  organizationId: number,
  { nowSeconds, projectRef, range }: Wanted,
): Promise<UsagePeriod> {
  const subscription = await billedSubscription(db, organizationId);
  const { usageBillingEnabled } = subscription;
  const running = (await periodsToBill(db, organizationId)).open.at(-1);
  const row = range ? ((await periodAt(db, organizationId, range.startSeconds)) ?? running) : running;
  if (!row) throw new Error(`Organization ${organizationId} has no billing period`);
  const terms = periodTerms(row, subscription, await bookById(db, row.priceBookId));
  const isPeriod = range?.startSeconds === terms.cycle.startSeconds && range.endSeconds === cycleEnd(terms.cycle);
  const cycle = range && !isPeriod ? range : terms.cycle;
  const span = {
    organizationId,
    fromSeconds: cycle.startSeconds,
    untilSeconds: Math.max(cycle.startSeconds, Math.min(nowSeconds, cycleEnd(cycle))),
    projectRef,
  };
  const { labels, ...usage } = await loadUsage(db, span);
  // Totals are stored per cycle, so any other time range needs hourly usage.
  const entries = range && !isPeriod ? await loadUsageByHour(db, span) : usage.entries;
  return { period: { ...terms, ...usage, cycle, entries, invoiced: [], running: [] }, labels, usageBillingEnabled };
}
