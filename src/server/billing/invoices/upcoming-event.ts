import { and, asc, eq, lte } from 'drizzle-orm';
import { instantOf, type Database } from '#server/database/database.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { earliestAfter } from '#server/store/due-work.ts';
import { recordEvent } from '#server/store/events/platform-events.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadSummedInputs } from '#server/billing/periods/billing-inputs.ts';

const { upcomingEventAt, organizationId: ofOrganization } = subscriptions;

export const nextUpcomingEvent = (db: Database, afterSeconds: number): Promise<number | null> =>
  earliestAfter(db, subscriptions, upcomingEventAt, afterSeconds);

/** Returns organizations whose `invoice.upcoming` event is due, longest overdue first. */
export const upcomingEventsDue = (db: Database, nowSeconds: number, limit: number): Promise<{ organizationId: number }[]> =>
  db
    .select({ organizationId: ofOrganization })
    .from(subscriptions)
    .where(lte(upcomingEventAt, instantOf(nowSeconds)))
    .orderBy(asc(upcomingEventAt), asc(ofOrganization))
    .limit(limit);

/** Drops due events without recording them, because seeded history must not have such events. */
export async function dropUpcomingEvents(tx: Database, nowSeconds: number): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ upcomingEventAt: null })
    .where(lte(upcomingEventAt, instantOf(nowSeconds)));
}

/** The caller must hold the organization lock. @returns whether the event was due */
export async function recordUpcomingInvoice(tx: Database, organizationId: number, nowSeconds: number): Promise<boolean> {
  const taken = await tx
    .update(subscriptions)
    .set({ upcomingEventAt: null })
    .where(and(eq(ofOrganization, organizationId), lte(upcomingEventAt, instantOf(nowSeconds))))
    .returning({ organizationId: ofOrganization });
  if (taken.length === 0) return false;
  const inputs = await loadSummedInputs(tx, organizationId, nowSeconds);
  const { amountTotalCents, amountProjectedCents } = await upcomingBill(inputs, nowSeconds);
  const { planId, cycle } = inputs.running.period;
  await recordEvent(tx, organizationId, 'invoice.upcoming', {
    plan: planId,
    period_start: cycle.startSeconds,
    period_end: cycle.endSeconds,
    subtotal_cents: amountTotalCents,
    projected_cents: amountProjectedCents,
  });
  return true;
}
