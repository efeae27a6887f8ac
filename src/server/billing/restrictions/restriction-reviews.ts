import { and, asc, eq, gt, inArray, isNotNull, lte } from 'drizzle-orm';
import { stepFrom } from '#lib/dates/calendar.ts';
import { restrictionAt, UNCOLLECTIBLE_DAYS } from '#server/domain/collection.ts';
import type { BillingPeriod } from '#server/domain/bill.ts';
import { type Cycle, cycleEnd, HOUR_SECONDS } from '#server/domain/periods.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { changeDirection } from '#server/domain/plans.ts';
import { collectedStatuses, statusesThatAllow, type InvoiceStatus } from '#server/domain/state-steps.ts';
import { summarySteps } from '#server/domain/usage-summary.ts';
import { exceededMetrics, VIOLATIONS, violationsOf, type Violation } from '#server/domain/violations.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { loadUsage, loadUsageByHour } from '#server/store/usage/usage-entries.ts';
import { loadSummedInputs } from '#server/billing/periods/billing-inputs.ts';
import { exceededWithEarlier } from '#server/billing/periods/cut-cycles.ts';
import { isOveragePaid } from '#server/billing/periods/quota-case.ts';
import { queueRestriction } from '#server/billing/notices/restriction-notices.ts';
import { useCreditForOverdue } from '#server/billing/invoices/use-credits.ts';
import { giveUpInvoice } from '#server/billing/invoices/write-off.ts';

interface Excess {
  readonly violations: readonly Violation[];
  readonly metrics: readonly UsageMetric[];
  /** Start of the excess in Unix seconds, accurate to the hour; null if no quota is exceeded. */
  readonly sinceSeconds: number | null;
}

const NO_EXCESS: Excess = { violations: [], metrics: [], sinceSeconds: null };

/** Finds by binary search the hour in which the running cycle first exceeded a quota. */
async function firstExceeded(tx: Database, organizationId: number, period: BillingPeriod, asOfSeconds: number): Promise<number> {
  const { startSeconds } = period.cycle;
  // The search starts at the last cap change. Before that change, another cap setting applied, so the violation cannot be older.
  let [within, above] = [Math.max(startSeconds, period.cap.changes.at(-1)?.atSeconds ?? startSeconds), asOfSeconds];
  if (above - within <= HOUR_SECONDS) return above;
  const entries = await loadUsageByHour(tx, { organizationId, fromSeconds: startSeconds, untilSeconds: asOfSeconds });
  const exceededAt = async (atSeconds: number): Promise<boolean> =>
    violationsOf(await runSteps(summarySteps({ ...period, entries }, atSeconds))) !== null;
  while (above - within > HOUR_SECONDS) {
    const middle = within + Math.floor((above - within) / 2);
    if (await exceededAt(middle)) above = middle;
    else within = middle;
  }
  return above;
}

interface Measured {
  readonly measured: Cycle;
  /** Start of the excess, if an earlier review has found it; null if the start is unknown. */
  readonly known: Date | null;
  /** True if a quota case is open. If none is open, the measurement also includes earlier cycles that a plan change cut short. */
  readonly hasCase: boolean;
}

/** A cycle that a plan change cut short is measured over its planned length. */
async function excessOf(tx: Database, organizationId: number, { known, measured, hasCase }: Measured, nowSeconds: number): Promise<Excess> {
  // One second is added to include the current second. The usage of all projects is summed, because quotas apply to the organization.
  const untilSeconds = nowSeconds + 1;
  const { running } = await loadSummedInputs(tx, organizationId, untilSeconds);
  const isRunning = measured.startSeconds >= running.period.cycle.startSeconds;
  const { entries } = isRunning
    ? running.period
    : await loadUsage(tx, { organizationId, fromSeconds: measured.startSeconds, untilSeconds, isExact: true });
  const period = { ...running.period, isTogether: false, ...(isRunning ? {} : { cycle: measured }), entries, running: [] };
  const asOfSeconds = Math.min(untilSeconds, cycleEnd(period.cycle));
  const summaries = await runSteps(summarySteps(period, asOfSeconds));
  const violations = violationsOf(summaries);
  if (violations === null) {
    const earlier = isRunning && !hasCase ? await exceededWithEarlier(tx, organizationId, period, asOfSeconds) : null;
    return earlier ? { violations: earlier.violations, metrics: [], sinceSeconds: known ? secondsOf(known) : nowSeconds } : NO_EXCESS;
  }
  const sinceSeconds = known ? secondsOf(known) : Math.min(nowSeconds, await firstExceeded(tx, organizationId, period, asOfSeconds));
  return { violations, metrics: exceededMetrics(summaries), sinceSeconds };
}

/** Returns the due date of the oldest unpaid invoice, or null. Uncollectible invoices count until they are paid or forgiven. */
async function oldestDueSeconds(tx: Database, organizationId: number, statuses: readonly InvoiceStatus[]): Promise<number | null> {
  const [row] = await tx
    .select({ dueAt: invoices.dueAt })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        inArray(invoices.status, [...statuses]),
        isNotNull(invoices.dueAt),
        gt(invoices.amountDueCents, 0),
        eq(invoices.paymentIsProcessing, false),
      ),
    )
    .orderBy(asc(invoices.dueAt))
    .limit(1);
  return row?.dueAt ? secondsOf(row.dueAt) : null;
}

async function writeOff(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  const longAgo = instantOf(stepFrom(nowSeconds, { days: -UNCOLLECTIBLE_DAYS }));
  const overdue = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        inArray(invoices.status, collectedStatuses),
        lte(invoices.dueAt, longAgo),
        eq(invoices.paymentIsProcessing, false),
      ),
    )
    .orderBy(asc(invoices.dueAt), asc(invoices.id));
  for (const { id } of overdue) await giveUpInvoice(tx, { organizationId, invoiceId: id, as: 'written_off', at: instantOf(nowSeconds) });
}

/** Reviews restrictions under the organization lock. @returns whether usage has newly reached the spend cap */
export async function reviewOrganization(tx: Database, organizationId: number, nowSeconds: number): Promise<boolean> {
  await lockOrganization(tx, organizationId);
  const [known] = await tx.select().from(restrictionReviews).where(eq(restrictionReviews.organizationId, organizationId));
  await useCreditForOverdue(tx, organizationId, nowSeconds);
  await writeOff(tx, organizationId, nowSeconds);
  const [subscription] = await tx
    .select({
      planId: subscriptions.plan,
      usageBillingEnabled: subscriptions.usageBillingEnabled,
      startsAt: subscriptions.currentPeriodStart,
      endsAt: subscriptions.currentPeriodEnd,
      status: organizations.restrictionStatus,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(eq(subscriptions.organizationId, organizationId));
  if (!subscription) throw new Error(`Organization ${organizationId} has no subscription`);
  const hasQuotas = !subscription.usageBillingEnabled;
  const isPaid = known?.quotaCaseAt ? await isOveragePaid(tx, organizationId, known.quotaCaseAt) : false;
  const caseAt = isPaid ? null : (known?.quotaCaseAt ?? null);
  // If a plan change has cut the cycle short, the quota case begins at the planned end of the cycle, which may be in the future.
  const hasBegun = caseAt !== null && secondsOf(caseAt) <= nowSeconds;
  // A plan change can end a cycle early. An open quota case is then still measured over that cycle, until the planned end of the cycle.
  const staysWith = caseAt && known?.measuredFrom && known.measuredUntil && secondsOf(known.measuredUntil) > nowSeconds;
  const measuredFrom = (staysWith ? known.measuredFrom : null) ?? subscription.startsAt;
  const measuredUntil = (staysWith ? known.measuredUntil : null) ?? subscription.endsAt;
  const isSameMeasure = !known?.measuredFrom || secondsOf(known.measuredFrom) === secondsOf(measuredFrom);
  const knownSince = isSameMeasure ? (known?.exceededSince ?? null) : null;
  const measured = { startSeconds: secondsOf(measuredFrom), endSeconds: secondsOf(measuredUntil) };
  const metered = hasQuotas
    ? await excessOf(tx, organizationId, { known: knownSince, measured, hasCase: caseAt !== null }, nowSeconds)
    : NO_EXCESS;
  const casePlan = known?.quotaCasePlan ?? subscription.planId;
  const isLarger = changeDirection(casePlan, subscription.planId) === 'upgrade';
  const isSuspended = !hasQuotas || (isLarger && metered.violations.length === 0);
  const reported = known?.reportedViolations ?? [];
  const exceeded = VIOLATIONS.filter((violation) => metered.violations.includes(violation) || reported.includes(violation));
  const since = metered.sinceSeconds ?? (reported.length > 0 ? secondsOf(subscription.startsAt) : null);
  const dueSeconds = await oldestDueSeconds(tx, organizationId, statusesThatAllow('pay'));
  const collectedSeconds = await oldestDueSeconds(tx, organizationId, collectedStatuses);
  const input = {
    exceeded,
    exceededSinceSeconds: since,
    quotaCaseSeconds: hasBegun && !isSuspended ? secondsOf(caseAt) : null,
    quotaCaseViolations: known?.quotaCaseViolations ?? [],
    // With the spend cap on, quotas already limit usage, so spending limits have no effect.
    limitExceededSinceSeconds: !hasQuotas && known?.limitExceededSince ? secondsOf(known.limitExceededSince) : null,
    limitCaseSeconds: !hasQuotas && known?.limitCaseAt ? secondsOf(known.limitCaseAt) : null,
    oldestDueSeconds: dueSeconds,
  };
  const restriction = restrictionAt(input, nowSeconds);
  await queueRestriction(tx, { organizationId, before: subscription.status, after: restriction, input, atSeconds: nowSeconds });
  await tx
    .update(organizations)
    .set({
      restrictionStatus: restriction.status,
      violations: restriction.violations,
      gracePeriodEnd: restriction.gracePeriodEndSeconds === null ? null : instantOf(restriction.gracePeriodEndSeconds),
    })
    .where(eq(organizations.id, organizationId));
  const writeOffSeconds = collectedSeconds === null ? null : stepFrom(collectedSeconds, { days: UNCOLLECTIBLE_DAYS });
  const measureEnds = caseAt ? measured.endSeconds : null;
  const next = [restriction.nextSeconds, writeOffSeconds, measureEnds].filter((at) => at !== null && at > nowSeconds) as number[];
  const review = {
    dueAt: next.length > 0 ? instantOf(Math.min(...next)) : null,
    exceededSince: caseAt && isSuspended ? (known?.exceededSince ?? null) : since === null ? null : instantOf(since),
    isCapReached: since !== null,
    exceededMetrics: [...metered.metrics],
    measuredFrom,
    measuredUntil,
    ...(isPaid ? { quotaCaseAt: null, quotaCasePlan: null, quotaCaseViolations: [] } : {}),
  };
  await tx
    .insert(restrictionReviews)
    .values({ organizationId, ...review })
    .onConflictDoUpdate({ target: restrictionReviews.organizationId, set: review });
  return review.isCapReached && known?.isCapReached !== true;
}
