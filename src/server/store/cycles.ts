import { eq, sql } from 'drizzle-orm';
import type { PlanId } from '#contract/types.ts';
import { cycleAt } from '#lib/dates/cycle.ts';
import { DRAFT_SECONDS } from '#server/domain/collection.ts';
import { summarizeUsage } from '#server/domain/usage-summary.ts';
import { violationsOf, type Violation } from '#server/domain/violations.ts';
import { loadPeriods, nextTerms, renewalAt, upcomingBill, type BillingInputs } from './billing-inputs.ts';
import { billedSubscription, openPeriods } from './billing-periods.ts';
import { finishScheduledChange, openChange } from './changes.ts';
import type { Database } from './database.ts';
import { announceDebt, finalState, postInvoice, type FinalizedInvoice, type HandOver } from './finalize.ts';
import { instantOf, secondsOf } from './instants.ts';
import { dueOf } from './invoice-due.ts';
import { insertInvoice } from './invoice-writing.ts';
import { lockOrganization } from './organization-lock.ts';
import { stopPaidResources } from './resources.ts';
import { noteCycleEnd } from './restriction-reviews.ts';
import { billingPeriods } from './tables/periods.ts';
import { subscriptions } from './tables/subscriptions.ts';

export interface PeriodStart {
  readonly organizationId: number;
  readonly planId: PlanId;
  readonly usageBillingEnabled: boolean;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** What was charged for the plan in advance, before credits. */
  readonly feeChargedCents: number;
  readonly contract: (typeof billingPeriods.$inferSelect)['contract'];
  /** A new anchor; the old one stays where it is absent. */
  readonly anchorSeconds?: number;
}

/** Begins a period and makes the subscription say so. The period before it has been closed. */
export async function startPeriod(tx: Database, start: PeriodStart): Promise<void> {
  const { organizationId, planId, usageBillingEnabled, startSeconds, endSeconds, anchorSeconds } = start;
  await tx.insert(billingPeriods).values({
    organizationId,
    plan: planId,
    startsAt: instantOf(startSeconds),
    endsAt: instantOf(endSeconds),
    feeChargedCents: start.feeChargedCents,
    contract: start.contract,
    capInitiallyOn: !usageBillingEnabled,
  });
  await tx
    .update(subscriptions)
    .set({
      plan: planId,
      usageBillingEnabled,
      currentPeriodStart: instantOf(startSeconds),
      currentPeriodEnd: instantOf(endSeconds),
      ...(anchorSeconds === undefined ? {} : { billingCycleAnchor: instantOf(anchorSeconds) }),
    })
    .where(eq(subscriptions.organizationId, organizationId));
}

/** Ends the running period, and puts it and the periods before it that wait for an invoice on one. */
export async function endPeriods(
  tx: Database,
  { running, carried }: Pick<BillingInputs, 'running' | 'carried'>,
  atSeconds: number,
  invoiceId: string | null,
): Promise<void> {
  await tx
    .update(billingPeriods)
    .set({ closedAt: instantOf(atSeconds), invoiceId })
    .where(eq(billingPeriods.id, running.id));
  if (invoiceId === null || carried.length === 0) return;
  const ids = sql.join(
    carried.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  await tx
    .update(billingPeriods)
    .set({ invoiceId })
    .where(sql`${billingPeriods.id} in (${ids})`);
}

/** What happened at the end of a cycle. */
export interface ClosedCycle {
  readonly endSeconds: number;
  /** Null where there was nothing to bill: Free. */
  readonly invoiceId: string | null;
  /** Set where the draft's hour had passed already. */
  readonly finalized: FinalizedInvoice | null;
  /** The violations of quotas that the cycle ended above; null where it ended within all of them. */
  readonly exceeded: readonly Violation[] | null;
}

/**
 * Ends the running cycle when its time has come: makes its invoice, a draft for the first hour, and begins the next cycle,
 * with the plan that is scheduled for it. Null when the cycle still runs: another process was first, it is too early, or a
 * change waits for its payment.
 */
export async function closeCycle(
  tx: Database,
  organizationId: number,
  nowSeconds: number,
  handOver: HandOver,
): Promise<ClosedCycle | null> {
  await lockOrganization(tx, organizationId);
  const subscription = await billedSubscription(tx, organizationId);
  const endSeconds = secondsOf(subscription.currentPeriodEnd);
  if (endSeconds > nowSeconds) return null;
  // A change that waits for its payment counts from an instant within this cycle: it comes first, or is given up.
  if (await openChange(tx, organizationId)) return null;
  const inputs = await loadPeriods(tx, subscription, await openPeriods(tx, organizationId), organizationId, endSeconds);
  const exceeded = subscription.usageBillingEnabled
    ? null
    : violationsOf(summarizeUsage({ ...inputs.running.period, running: [] }, endSeconds));

  const invoice = await invoiceCycle(tx, organizationId, inputs, endSeconds, nowSeconds, handOver);
  await endPeriods(tx, inputs, endSeconds, invoice?.id ?? null);
  if (!subscription.usageBillingEnabled) await noteCycleEnd(tx, organizationId, endSeconds, exceeded);

  const next = nextTerms(subscription, endSeconds);
  const feeChargedCents = invoice?.feeCents ?? 0;
  await startPeriod(tx, {
    organizationId,
    planId: next.planId,
    usageBillingEnabled: next.usageBillingEnabled,
    ...cycleAt(secondsOf(subscription.billingCycleAnchor), endSeconds),
    feeChargedCents,
    contract: subscription.contract,
  });
  if (next.scheduled) {
    await tx
      .update(subscriptions)
      .set({ scheduledAt: null, scheduledPlan: null, scheduledUsageBilling: null })
      .where(eq(subscriptions.organizationId, organizationId));
    await finishScheduledChange(tx, organizationId, instantOf(endSeconds));
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
  handOver: HandOver,
): Promise<CycleInvoice | null> {
  const { subscription, running } = inputs;
  if (running.period.planId === 'free' && inputs.carried.length === 0 && renewalAt(subscription, endSeconds) === undefined) return null;
  const { lines, amountTotalCents: totalCents } = upcomingBill(
    { ...inputs, running: { ...running, period: { ...running.period, running: [] } } },
    endSeconds,
  );
  const dueCents = dueOf(subscription, totalCents);
  const finalizesAtSeconds = endSeconds + DRAFT_SECONDS;
  const isDraft = nowSeconds < finalizesAtSeconds;
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
    ...(isDraft
      ? { status: 'draft' as const, finalizesAtSeconds }
      : { status: final.status, finalizedAtSeconds: finalizesAtSeconds, dueAtSeconds: final.dueAtSeconds }),
  });
  const feeCents = lines.find(({ key }) => key === 'plan')?.amountCents ?? 0;
  if (isDraft) return { id, feeCents, finalized: null };
  await postInvoice(tx, { organizationId, id, totalCents, dueCents, atSeconds: finalizesAtSeconds });
  const finalized = { id, organizationId, amountDueCents: dueCents, status: final.status, finalizedAtSeconds: finalizesAtSeconds };
  await announceDebt(tx, finalized, handOver);
  return { id, feeCents, finalized };
}
