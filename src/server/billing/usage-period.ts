import { and, desc, eq, lte } from 'drizzle-orm';
import type { BillingPeriod } from '#server/domain/bill.ts';
import { billedSubscription, periodsToBill, periodTerms } from '#server/store/billing-periods.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { loadUsage, loadUsageByHour, type ProjectLabels } from '#server/store/usage-entries.ts';

interface Wanted {
  readonly nowSeconds: number;
  readonly projectRef: string | undefined;
  /** The running cycle where absent. */
  readonly range: { readonly startSeconds: number; readonly endSeconds: number } | undefined;
}

export interface UsagePeriod {
  readonly period: BillingPeriod;
  readonly labels: ProjectLabels;
  readonly usageBillingEnabled: boolean;
}

/** The period that ran at an instant; the first one for an instant before all of them. */
async function periodAt(db: Database, organizationId: number, atSeconds: number) {
  const rows = await db
    .select()
    .from(billingPeriods)
    .where(and(eq(billingPeriods.organizationId, organizationId), lte(billingPeriods.startsAt, instantOf(atSeconds))))
    .orderBy(desc(billingPeriods.startsAt), desc(billingPeriods.id))
    .limit(1);
  return rows[0];
}

/**
 * The running cycle, or any stretch of time as if it were one, with the terms that held at its start and the usage before
 * now.
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
  const terms = periodTerms(row, subscription);
  const cycle = range ?? terms.cycle;
  const span = {
    organizationId,
    fromSeconds: cycle.startSeconds,
    untilSeconds: Math.max(cycle.startSeconds, Math.min(nowSeconds, cycle.endSeconds)),
    projectRef,
  };
  const { labels, ...usage } = await loadUsage(db, span);
  // Totals end where cycles do; another stretch needs the records themselves.
  const entries = range ? await loadUsageByHour(db, span) : usage.entries;
  return { period: { ...terms, ...usage, cycle, entries, invoiced: [], running: [] }, labels, usageBillingEnabled };
}
