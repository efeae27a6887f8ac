import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { stepFrom } from '#lib/dates/calendar.ts';
import { cycleAt } from '#lib/dates/cycle.ts';
import { DRAFT_SECONDS, PO_WAIT_SECONDS, UPCOMING_EVENT_DAYS } from '#server/domain/collection.ts';
import { hasDailyLimits } from '#server/domain/budget/spending-limit.ts';
import { changeDirection, planOfTier } from '#server/domain/plans.ts';
import { summarySteps } from '#server/domain/usage-summary.ts';
import { unchargedViolations, violationsOf, type Violation } from '#server/domain/violations.ts';
import { billedSubscription, recordLateUsageBilled, periodsToBill } from '#server/store/billing-periods.ts';
import { finishScheduledChange, openChange, type ChangeRow } from '#server/store/changes.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { insertInvoice } from '#server/store/invoices/invoice-writing.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { requestAnnouncements } from '#server/store/books/price-announcements.ts';
import { stopPaidResources } from '#server/store/resources.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadPeriods } from '#server/billing/periods/billing-inputs.ts';
import { recordLimitAtCycleEnd } from '#server/billing/periods/limit-case.ts';
import { requestBudgetReviews } from '#server/billing/limits/limit-terms.ts';
import type { BillingInputs, PeriodLimit } from '#server/billing/periods/loaded-periods.ts';
import { type PeriodTerms, termsOfPeriodFrom } from '#server/billing/periods/period-terms.ts';
import { renewalAt } from '#server/billing/periods/renewal.ts';
import { queueChangeApplied } from '#server/billing/notices/change-notices.ts';
import { issueCorrections } from './credit-notes.ts';
import { exceededWithEarlier } from '#server/billing/periods/cut-cycles.ts';
import type { FinalizedInvoice, ChargeInvoice } from './finalized-invoice.ts';
import { registerDebt, finalState, postInvoice, needsPoNumber } from './finalize-invoice.ts';
import { settleLines } from './settle-lines.ts';
import { hasQuotaCase, recordCycleEnd } from '#server/billing/periods/quota-case.ts';

export interface PeriodStart {
  readonly organizationId: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Plan fee charged in advance for the cycle, in cents before credits. */
  readonly feeChargedCents: number;
  readonly feeInvoiceId?: string | null;
  readonly terms: PeriodTerms;
  /** New billing anchor; absent if the anchor does not change. */
  readonly anchorSeconds?: number;
  /** Start of the billing cycle, if this period begins with a plan change. Absent if this period begins with a renewal. */
  readonly limitWindowStartsAt?: Date;
}

/** The previous period must already be closed. */
export async function startPeriod(tx: Database, start: PeriodStart): Promise<void> {
  const { organizationId, startSeconds, endSeconds, anchorSeconds } = start;
  const { planId, usageBillingEnabled, contract, book, cap, limits } = start.terms;
  await tx.insert(billingPeriods).values({
    organizationId,
    plan: planId,
    startsAt: instantOf(startSeconds),
    endsAt: instantOf(endSeconds),
    feeChargedCents: start.feeChargedCents,
    feeInvoiceId: start.feeInvoiceId ?? null,
    contract,
    priceBookId: book.id,
    capInitiallyOn: cap.initiallyOn,
    capChanges: cap.changes,
    limitChanges: limits,
    limitWindowStartsAt: start.limitWindowStartsAt ?? null,
  });
  await tx
    .update(subscriptions)
    .set({
      plan: planId,
      usageBillingEnabled,
      currentPeriodStart: instantOf(startSeconds),
      currentPeriodEnd: instantOf(endSeconds),
      upcomingEventAt: planId === 'free' ? null : instantOf(stepFrom(endSeconds, { days: -UPCOMING_EVENT_DAYS })),
      ...(anchorSeconds === undefined ? {} : { billingCycleAnchor: instantOf(anchorSeconds) }),
    })
    .where(eq(subscriptions.organizationId, organizationId));
  await requestBudgetReviews(tx, [organizationId], startSeconds);
  await requestAnnouncements(tx, organizationId, planId, startSeconds);
}

/** Whether a cycle must stay open until its plan change is paid: a paid upgrade takes effect within the running cycle. */
const waitsForPayment = ({ fromPlan, tier, chargeCents }: ChangeRow): boolean =>
  chargeCents > 0 && changeDirection(fromPlan, planOfTier(tier).planId) === 'upgrade';

const dayChargesOf = (limit: PeriodLimit | undefined): Record<string, number> | null =>
  limit && hasDailyLimits(limit.limits) ? Object.fromEntries(limit.lastDay) : null;

/**
 * Ends the open periods.
 * @param invoiceId the invoice that bills the periods; usage that arrives after it is late. Null if the periods wait for an invoice
 * @param isEmpty true if the period has no usage, so that reads can skip the period while it waits for an invoice
 */
export async function endPeriods(
  tx: Database,
  organizationId: number,
  {
    atSeconds,
    invoiceId,
    isEmpty,
    limit,
  }: { atSeconds: number; invoiceId: string | null; isEmpty: boolean; limit?: PeriodLimit | undefined },
): Promise<void> {
  const { closedAt, plan } = billingPeriods;
  const isOfOrganization = eq(billingPeriods.organizationId, organizationId);
  if (invoiceId !== null)
    await tx
      .update(billingPeriods)
      .set({ invoiceId, pricedLines: null })
      .where(and(isOfOrganization, isNull(billingPeriods.invoiceId), or(isNull(closedAt), ne(plan, 'free'))));
  await tx
    .update(billingPeriods)
    .set({ closedAt: instantOf(atSeconds), isEmpty, limitFixedCents: limit?.fixedCents ?? null, lastDayCharges: dayChargesOf(limit) })
    .where(and(isOfOrganization, isNull(closedAt)));
}

const exceedsQuotas = async ({ running: { period } }: BillingInputs, endSeconds: number): Promise<boolean> =>
  violationsOf(await runSteps(summarySteps({ ...period, cap: { initiallyOn: true, changes: [] }, running: [] }, endSeconds))) !== null;

export interface ClosedCycle {
  readonly endSeconds: number;
  /** ID of the invoice; null if nothing was billed, as on Free. */
  readonly invoiceId: string | null;
  /** Final invoice; set only if the hour in which the invoice is a draft has already passed. */
  readonly finalized: FinalizedInvoice | null;
  /** Quotas exceeded by uncharged usage; null if no quota was exceeded. */
  readonly exceeded: readonly Violation[] | null;
}

/** Creates a draft invoice, open for one hour, and starts the next cycle. Returns null if the cycle is not due or waits for a payment. */
export async function closeCycle(
  tx: Database,
  organizationId: number,
  nowSeconds: number,
  chargeInvoice: ChargeInvoice,
): Promise<ClosedCycle | null> {
  await lockOrganization(tx, organizationId);
  const subscription = await billedSubscription(tx, organizationId);
  const endSeconds = secondsOf(subscription.currentPeriodEnd);
  if (endSeconds > nowSeconds) return null;
  const waiting = await openChange(tx, organizationId);
  if (waiting && waitsForPayment(waiting)) return null;
  const inputs = await loadPeriods(tx, subscription, await periodsToBill(tx, organizationId), { organizationId, untilSeconds: endSeconds });
  const hasCase = await hasQuotaCase(tx, organizationId);
  const cycleViolations = await runSteps(unchargedViolations(inputs.running.period, endSeconds));
  // If a quota case is open, a full cycle within the quotas closes the case, even if earlier cycles exceeded the quotas.
  const earlier = hasCase ? null : await exceededWithEarlier(tx, organizationId, inputs.running.period, endSeconds);
  const exceeded = cycleViolations ?? earlier?.violations ?? null;
  const invoice = await invoiceCycle(tx, organizationId, inputs, endSeconds, nowSeconds, chargeInvoice);
  await endPeriods(tx, organizationId, {
    atSeconds: endSeconds,
    invoiceId: invoice?.id ?? null,
    isEmpty: false,
    limit: inputs.running.limit,
  });
  const { planId } = inputs.running.period;
  if (!subscription.usageBillingEnabled || exceeded !== null) await recordCycleEnd(tx, organizationId, endSeconds, planId, exceeded);
  else if (hasCase && !(await exceedsQuotas(inputs, endSeconds))) await recordCycleEnd(tx, organizationId, endSeconds, planId, null);

  await recordLimitAtCycleEnd(tx, organizationId, endSeconds, inputs);
  const next = await termsOfPeriodFrom(tx, subscription, inputs.running.row, endSeconds);
  const feeChargedCents = invoice?.feeCents ?? 0;
  await startPeriod(tx, {
    organizationId,
    ...cycleAt(secondsOf(subscription.billingCycleAnchor), endSeconds),
    feeChargedCents,
    feeInvoiceId: feeChargedCents > 0 ? (invoice?.id ?? null) : null,
    terms: next,
  });
  if (next.isScheduled) {
    await tx
      .update(subscriptions)
      .set({ scheduledAt: null, scheduledPlan: null, scheduledUsageBilling: null })
      .where(eq(subscriptions.organizationId, organizationId));
    await finishScheduledChange(tx, organizationId, instantOf(endSeconds));
    await queueChangeApplied(tx, {
      organizationId,
      key: `cycle-${endSeconds}`,
      what: 'plan',
      fromPlanId: planId,
      planId: next.planId,
      spendCapOn: !next.usageBillingEnabled,
      chargedCents: 0,
      invoiceId: null,
      atSeconds: endSeconds,
    });
    if (next.planId === 'free') await stopPaidResources(tx, organizationId, endSeconds);
  }
  return { endSeconds, invoiceId: invoice?.id ?? null, finalized: invoice?.finalized ?? null, exceeded };
}

interface CycleInvoice {
  readonly id: string;
  readonly feeCents: number;
  readonly finalized: FinalizedInvoice | null;
}

async function invoiceCycle(
  tx: Database,
  organizationId: number,
  inputs: BillingInputs,
  endSeconds: number,
  nowSeconds: number,
  chargeInvoice: ChargeInvoice,
): Promise<CycleInvoice | null> {
  const { subscription, running } = inputs;
  if (running.period.planId === 'free' && inputs.carried.length === 0 && renewalAt(subscription, running.row) === undefined) return null;
  const bill = await upcomingBill({ ...inputs, running: { ...running, period: { ...running.period, running: [] } } }, endSeconds);
  const finalizesAtSeconds = endSeconds + DRAFT_SECONDS;
  const draftSeconds = (await needsPoNumber(tx, organizationId)) ? PO_WAIT_SECONDS : DRAFT_SECONDS;
  const isDraft = nowSeconds < endSeconds + draftSeconds;
  const hasCorrections = !isDraft && (await issueCorrections(tx, organizationId, bill.lines, instantOf(finalizesAtSeconds)));
  const { balanceCents } = hasCorrections ? await billedSubscription(tx, organizationId) : subscription;
  const { lines, totalCents, dueCents, carriedCents } = settleLines(bill.lines, balanceCents, endSeconds);
  const final = finalState(subscription, dueCents, finalizesAtSeconds);
  const id = await insertInvoice(tx, {
    organizationId,
    slug: subscription.slug,
    subscriptionId: subscription.id,
    kind: 'cycle',
    lines,
    periodStartSeconds: running.period.cycle.startSeconds,
    periodEndSeconds: endSeconds,
    amountDueCents: dueCents,
    carriedCents,
    ...(isDraft
      ? { status: 'draft' as const, finalizesAtSeconds }
      : { status: final.status, finalizedAtSeconds: finalizesAtSeconds, dueAtSeconds: final.dueAtSeconds }),
  });
  const feeCents = lines.find(({ key }) => key === 'plan')?.amountCents ?? 0;
  if (isDraft) return { id, feeCents, finalized: null };
  await recordLateUsageBilled(tx, organizationId, id);
  await postInvoice(tx, { organizationId, id, totalCents, dueCents, atSeconds: finalizesAtSeconds });
  const finalized = { id, organizationId, amountDueCents: dueCents, status: final.status, finalizedAtSeconds: finalizesAtSeconds };
  await registerDebt(tx, finalized, chargeInvoice);
  return { id, feeCents, finalized };
}
