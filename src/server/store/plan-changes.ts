import { eq } from 'drizzle-orm';
import type { PlanId } from '#contract/types.ts';
import { cycleAt } from '#lib/dates/cycle.ts';
import { billUsage } from '#server/domain/bill.ts';
import { DomainError } from '#server/domain/errors.ts';
import { bringsFinalInvoice, spendCapInvoice } from '#server/domain/invoice.ts';
import { changeDirection } from '#server/domain/plans.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import { billedLine, loadPeriods, type BillingInputs } from './billing-inputs.ts';
import { billedSubscription, openPeriods } from './billing-periods.ts';
import { endPeriods, startPeriod } from './cycles.ts';
import type { Database } from './database.ts';
import { announceDebt, finalState, postInvoice, type FinalizedInvoice, type HandOver } from './finalize.ts';
import { secondsOf } from './instants.ts';
import { dueOf } from './invoice-due.ts';
import { insertInvoice, subtotalOf } from './invoice-writing.ts';
import type { BilledLine } from './line-format.ts';
import { lockOrganization } from './organization-lock.ts';
import { stopPaidResources } from './resources.ts';
import { noteCycleEnd } from './restriction-reviews.ts';
import type { InvoiceKind } from './tables/invoices.ts';
import { billingPeriods } from './tables/periods.ts';
import { subscriptions } from './tables/subscriptions.ts';
import { splitTotals } from './usage-totals.ts';

/** Both kinds of change load the usage before their instant, with totals that end there. */
async function inputsAt(tx: Database, organizationId: number, atSeconds: number): Promise<BillingInputs> {
  await lockOrganization(tx, organizationId);
  const subscription = await billedSubscription(tx, organizationId);
  const rows = await openPeriods(tx, organizationId);
  const running = rows.at(-1);
  if (!running || atSeconds < secondsOf(running.startsAt) || atSeconds >= secondsOf(running.endsAt)) {
    throw new DomainError('outside_cycle', 'at', 'The change must lie within the running billing cycle');
  }
  await splitTotals(tx, organizationId, atSeconds);
  return loadPeriods(tx, subscription, rows, organizationId, atSeconds);
}

/** An invoice that is owed at once, without a draft. */
async function issue(
  tx: Database,
  organizationId: number,
  { subscription, running }: BillingInputs,
  kind: InvoiceKind,
  lines: readonly BilledLine[],
  atSeconds: number,
  handOver: HandOver,
): Promise<FinalizedInvoice> {
  const totalCents = subtotalOf(lines);
  const dueCents = dueOf(subscription, totalCents);
  const { status, dueAtSeconds } = finalState(subscription, dueCents, atSeconds);
  const id = await insertInvoice(tx, {
    organizationId,
    slug: subscription.slug,
    subscriptionId: subscription.id,
    kind,
    lines,
    periodStartSeconds: running.period.cycle.startSeconds,
    periodEndSeconds: atSeconds,
    status,
    amountDueCents: dueCents,
    finalizedAtSeconds: atSeconds,
    dueAtSeconds,
  });
  await postInvoice(tx, { organizationId, id, totalCents, dueCents, atSeconds });
  const finalized = { id, organizationId, amountDueCents: dueCents, status, finalizedAtSeconds: atSeconds };
  await announceDebt(tx, finalized, handOver);
  return finalized;
}

export interface PlanChange {
  readonly organizationId: number;
  /** The instant that the change counts from: the quote's, however late its payment completed. */
  readonly atSeconds: number;
  readonly planId: PlanId;
  readonly usageBillingEnabled: boolean;
  /** The new plan's fee as it was charged, before credits. */
  readonly feeChargedCents: number;
  readonly contract: ContractTerms | null;
}

/**
 * Puts a change of plan into effect: closes the running period at its instant and begins a new cycle there. Its usage waits
 * for the next invoice; on the way to Free it makes a final one, which is returned. Credit that the change gives back must
 * be in the books before, so that it counts for that invoice. What it restricts is for the caller to review.
 * @throws {DomainError} when the instant is not in the running cycle
 */
export async function changePlan(tx: Database, change: PlanChange, handOver: HandOver): Promise<FinalizedInvoice | null> {
  const { organizationId, atSeconds, planId } = change;
  const inputs = await inputsAt(tx, organizationId, atSeconds);
  const closed = closedAt(inputs, atSeconds);
  const final = bringsFinalInvoice(inputs.running.period.planId, planId)
    ? await issue(tx, organizationId, inputs, 'final', closedLines(closed), atSeconds, handOver)
    : null;
  await endPeriods(tx, inputs, atSeconds, final?.id ?? null);
  // Whoever pays for larger quotas begins within them, whatever the smaller ones began.
  if (changeDirection(inputs.running.period.planId, planId) === 'upgrade') await noteCycleEnd(tx, organizationId, atSeconds, null);
  await startPeriod(tx, {
    organizationId,
    planId,
    usageBillingEnabled: change.usageBillingEnabled,
    ...cycleAt(atSeconds, atSeconds),
    feeChargedCents: change.feeChargedCents,
    contract: change.contract,
    anchorSeconds: atSeconds,
  });
  await tx
    .update(subscriptions)
    .set({ contract: change.contract, scheduledAt: null, scheduledPlan: null, scheduledUsageBilling: null })
    .where(eq(subscriptions.organizationId, organizationId));
  if (planId === 'free') await stopPaidResources(tx, organizationId, atSeconds);
  return final;
}

function closedAt(inputs: BillingInputs, atSeconds: number): BillingInputs {
  const { running } = inputs;
  const period = { ...running.period, running: [], cycle: { ...running.period.cycle, closedAtSeconds: atSeconds } };
  return { ...inputs, running: { ...running, period } };
}

function closedLines({ running, carried, labels }: BillingInputs): BilledLine[] {
  return [running, ...carried].flatMap((loaded) =>
    billUsage({ ...loaded.period, running: [] }, loaded.period.cycle.closedAtSeconds ?? loaded.period.cycle.endSeconds).lines.map((line) =>
      billedLine(line, loaded, loaded !== running, labels),
    ),
  );
}

/**
 * Turns the spend cap on or off from an instant. Turning it on invoices the overage so far, in an invoice that is returned;
 * null where there is none. What it restricts is for the caller to review.
 * @throws {DomainError} when the instant is not in the running cycle or before the cap's last change
 */
export async function changeSpendCap(
  tx: Database,
  organizationId: number,
  capOn: boolean,
  atSeconds: number,
  handOver: HandOver,
): Promise<FinalizedInvoice | null> {
  const inputs = await inputsAt(tx, organizationId, atSeconds);
  const { running } = inputs;
  const changes = running.row.capChanges;
  if ((changes.at(-1)?.atSeconds ?? 0) > atSeconds) throw new DomainError('outside_cycle', 'at', 'The spend cap has been changed since');
  const lines = spendCapInvoice(running.period, capOn, atSeconds)?.map((line) => billedLine(line, running, false, inputs.labels));
  const invoice = lines ? await issue(tx, organizationId, inputs, 'spend_cap', lines, atSeconds, handOver) : null;
  await tx
    .update(billingPeriods)
    .set({ capChanges: [...changes, { atSeconds, on: capOn }] })
    .where(eq(billingPeriods.id, running.id));
  await tx.update(subscriptions).set({ usageBillingEnabled: !capOn }).where(eq(subscriptions.organizationId, organizationId));
  return invoice;
}
