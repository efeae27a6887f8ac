import { desc, eq, sql } from 'drizzle-orm';
import { cycleAt } from '#lib/dates/cycle.ts';
import type { Database } from './database.ts';
import { secondsOf } from './instants.ts';
import { invoices } from './tables/invoices.ts';
import { billingPeriods } from './tables/periods.ts';
import { subscriptions } from './tables/subscriptions.ts';

/** When usage can still be billed, and between which instants it may be added up. */
export interface UsageWindow {
  /** Usage before this is on an invoice that has been finalized, or of a Free cycle that is over. */
  readonly openFromSeconds: number;
  /** Start of the segment of an instant: the start of a period, a change of the spend cap, or a cycle start to come. */
  readonly segmentStart: (atSeconds: number) => number;
  /** Use beyond the quotas is not charged, so it may restrict the organization. */
  readonly limited: boolean;
}

/** More than can be open at once: a period closes for good an hour after its cycle. */
const mostPeriods = 100;

export async function usageWindow(tx: Database, organizationId: number): Promise<UsageWindow> {
  const rows = await tx
    .select({
      anchor: subscriptions.billingCycleAnchor,
      cycleEnd: subscriptions.currentPeriodEnd,
      usageBillingEnabled: subscriptions.usageBillingEnabled,
      startsAt: billingPeriods.startsAt,
      closedAt: billingPeriods.closedAt,
      capChanges: billingPeriods.capChanges,
      billed: sql<boolean>`${billingPeriods.closedAt} is not null and (${billingPeriods.plan} = 'free' or (${invoices.status} is not null and ${invoices.status} <> 'draft'))`,
    })
    .from(billingPeriods)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, billingPeriods.organizationId))
    .leftJoin(invoices, eq(invoices.id, billingPeriods.invoiceId))
    .where(eq(billingPeriods.organizationId, organizationId))
    .orderBy(desc(billingPeriods.startsAt), desc(billingPeriods.id))
    .limit(mostPeriods);
  const [latest] = rows;
  if (!latest) throw new Error(`Organization ${organizationId} has no billing period`);
  const closings = rows.flatMap(({ billed, closedAt }) => (billed && closedAt ? [secondsOf(closedAt)] : []));
  const starts = rows
    .flatMap(({ startsAt, capChanges }) => [secondsOf(startsAt), ...capChanges.map(({ atSeconds }) => atSeconds)])
    .sort((a, b) => a - b);
  const first = starts[0] ?? secondsOf(latest.startsAt);
  const anchorSeconds = secondsOf(latest.anchor);
  const endSeconds = secondsOf(latest.cycleEnd);
  return {
    openFromSeconds: closings.length > 0 ? Math.max(...closings) : first,
    segmentStart: (atSeconds) =>
      atSeconds >= endSeconds ? cycleAt(anchorSeconds, atSeconds).startSeconds : (starts.findLast((start) => start <= atSeconds) ?? first),
    limited: !latest.usageBillingEnabled,
  };
}
