import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { DAY_SECONDS, restrictionAt, UNCOLLECTIBLE_DAYS } from '#server/domain/collection.ts';
import type { BillingPeriod } from '#server/domain/bill.ts';
import { cycleEnd, HOUR_SECONDS } from '#server/domain/periods.ts';
import { summarizeUsage } from '#server/domain/usage-summary.ts';
import { VIOLATIONS, violationsOf, type Violation } from '#server/domain/violations.ts';
import { loadBillingInputs } from './billing-inputs.ts';
import type { Database } from './database.ts';
import { instantOf, secondsOf } from './instants.ts';
import { lockOrganization } from './organization-lock.ts';
import { invoices } from './tables/invoices.ts';
import { organizations } from './tables/organizations.ts';
import { restrictionReviews } from './tables/restriction-reviews.ts';
import { subscriptions } from './tables/subscriptions.ts';
import { loadUsageByHour } from './usage-entries.ts';

/**
 * Has an organization looked at soon, as it stands at the latest instant that asks: a look at an earlier one would not see
 * what happened since. A batch that finds this asked for within its second writes nothing.
 */
export async function requestReview(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  const now = instantOf(nowSeconds);
  await tx
    .insert(restrictionReviews)
    .values({ organizationId, dueAt: now })
    .onConflictDoUpdate({
      target: restrictionReviews.organizationId,
      set: { dueAt: now },
      setWhere: sql`${restrictionReviews.dueAt} is distinct from ${now.toISOString()}::timestamptz`,
    });
}

/**
 * Notes how a cycle ended: above quotas it begins or continues a case, within all of them it ends one.
 * @param exceeded the violations of what it ended above; null where it ended within all quotas
 */
export async function noteCycleEnd(
  tx: Database,
  organizationId: number,
  endSeconds: number,
  exceeded: readonly Violation[] | null,
): Promise<void> {
  const end = instantOf(endSeconds);
  const caseAt = exceeded === null ? null : sql`coalesce(${restrictionReviews.quotaCaseAt}, ${end.toISOString()}::timestamptz)`;
  const quotaCaseViolations = [...(exceeded ?? [])];
  await tx
    .insert(restrictionReviews)
    .values({ organizationId, dueAt: end, quotaCaseAt: exceeded === null ? null : end, quotaCaseViolations })
    .onConflictDoUpdate({
      target: restrictionReviews.organizationId,
      set: { dueAt: end, quotaCaseAt: caseAt, quotaCaseViolations, exceededSince: null },
    });
}

interface Excess {
  readonly violations: readonly Violation[];
  /** Since when, to the hour; null where nothing is exceeded. */
  readonly sinceSeconds: number | null;
}

const NO_EXCESS: Excess = { violations: [], sinceSeconds: null };

/** When the running cycle first was above a quota, to the hour, found by halving. */
async function firstExceeded(tx: Database, organizationId: number, period: BillingPeriod, asOfSeconds: number): Promise<number> {
  const { startSeconds } = period.cycle;
  // A cap limits from its last change on: whoever has just turned it on waits for no search through the cycle.
  let [within, above] = [Math.max(startSeconds, period.cap.changes.at(-1)?.atSeconds ?? startSeconds), asOfSeconds];
  if (above - within <= HOUR_SECONDS) return above;
  const entries = await loadUsageByHour(tx, { organizationId, fromSeconds: startSeconds, untilSeconds: asOfSeconds });
  const exceededAt = (atSeconds: number): boolean => violationsOf(summarizeUsage({ ...period, entries }, atSeconds)) !== null;
  while (above - within > HOUR_SECONDS) {
    const middle = within + Math.floor((above - within) / 2);
    if (exceededAt(middle)) above = middle;
    else within = middle;
  }
  return above;
}

/** What the running cycle exceeds. A plan or cap that charges for use beyond the quotas has nothing to exceed. */
async function excessOf(tx: Database, organizationId: number, known: Date | null | undefined, nowSeconds: number): Promise<Excess> {
  const { running } = await loadBillingInputs(tx, organizationId, nowSeconds);
  const period = { ...running.period, running: [] };
  const asOfSeconds = Math.min(nowSeconds, cycleEnd(period.cycle));
  const violations = violationsOf(summarizeUsage(period, asOfSeconds));
  if (violations === null) return NO_EXCESS;
  return { violations, sinceSeconds: known ? secondsOf(known) : await firstExceeded(tx, organizationId, period, asOfSeconds) };
}

/** When the oldest invoice that is still to be paid is due; null where none is. */
async function oldestDueSeconds(tx: Database, organizationId: number): Promise<number | null> {
  const [row] = await tx
    .select({ dueAt: invoices.dueAt })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        inArray(invoices.status, ['open', 'issued']),
        isNotNull(invoices.dueAt),
        eq(invoices.paymentIsProcessing, false),
      ),
    )
    .orderBy(asc(invoices.dueAt))
    .limit(1);
  return row?.dueAt ? secondsOf(row.dueAt) : null;
}

/** Gives up on invoices that have been overdue for too long. */
async function writeOff(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  const longAgo = instantOf(nowSeconds - UNCOLLECTIBLE_DAYS * DAY_SECONDS);
  await tx
    .update(invoices)
    .set({ status: 'uncollectible' })
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        inArray(invoices.status, ['open', 'issued']),
        lte(invoices.dueAt, longAgo),
        eq(invoices.paymentIsProcessing, false),
      ),
    );
}

/**
 * Looks at an organization: what it exceeds, what it owes, where that puts it in the calendar, and when to look again.
 * The organization's lock is taken.
 */
export async function reviewOrganization(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  await lockOrganization(tx, organizationId);
  const [known] = await tx.select().from(restrictionReviews).where(eq(restrictionReviews.organizationId, organizationId));
  await writeOff(tx, organizationId, nowSeconds);
  const [subscription] = await tx
    .select({ usageBillingEnabled: subscriptions.usageBillingEnabled, startsAt: subscriptions.currentPeriodStart })
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, organizationId));
  const hasQuotas = subscription?.usageBillingEnabled === false;
  const metered = hasQuotas ? await excessOf(tx, organizationId, known?.exceededSince, nowSeconds) : NO_EXCESS;
  const reported = known?.reportedViolations ?? [];
  const exceeded = VIOLATIONS.filter((violation) => metered.violations.includes(violation) || reported.includes(violation));
  const since = metered.sinceSeconds ?? (reported.length > 0 && subscription ? secondsOf(subscription.startsAt) : null);
  const dueSeconds = await oldestDueSeconds(tx, organizationId);
  const restriction = restrictionAt(
    {
      exceeded,
      exceededSinceSeconds: since,
      quotaCaseSeconds: hasQuotas && known?.quotaCaseAt ? secondsOf(known.quotaCaseAt) : null,
      quotaCaseViolations: known?.quotaCaseViolations ?? [],
      oldestDueSeconds: dueSeconds,
    },
    nowSeconds,
  );
  await tx
    .update(organizations)
    .set({
      restrictionStatus: restriction.status,
      violations: restriction.violations,
      gracePeriodEnd: restriction.gracePeriodEndSeconds === null ? null : instantOf(restriction.gracePeriodEndSeconds),
    })
    .where(eq(organizations.id, organizationId));
  const writeOffSeconds = dueSeconds === null ? null : dueSeconds + UNCOLLECTIBLE_DAYS * DAY_SECONDS;
  const next = [restriction.nextSeconds, writeOffSeconds].filter((at) => at !== null && at > nowSeconds) as number[];
  const review = {
    dueAt: next.length > 0 ? instantOf(Math.min(...next)) : null,
    exceededSince: since === null ? null : instantOf(since),
    ...(hasQuotas ? {} : { quotaCaseAt: null, quotaCaseViolations: [] }),
  };
  await tx
    .insert(restrictionReviews)
    .values({ organizationId, ...review })
    .onConflictDoUpdate({ target: restrictionReviews.organizationId, set: review });
}
