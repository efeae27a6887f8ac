import { eq } from 'drizzle-orm';
import { cycleAt } from '#lib/dates/cycle.ts';
import { billSteps } from '#server/domain/bill.ts';
import { DomainError } from '#server/domain/errors.ts';
import { bringsFinalInvoice, spendCapSteps } from '#server/domain/invoice.ts';
import { cycleEnd, withCapChange } from '#server/domain/periods.ts';
import { billedSubscription, recordLateUsageBilled, periodsToBill } from '#server/store/billing-periods.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { stopPaidResources } from '#server/store/resources.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { joinTotals, splitTotals } from '#server/store/usage/usage-totals.ts';
import { addFirstAlert } from '#server/billing/invoices/first-alert.ts';
import { billedLine, overLimitLines, usageOfCycle } from '#server/billing/periods/billed-usage.ts';
import { loadPeriods } from '#server/billing/periods/billing-inputs.ts';
import { limitPeriod } from '#server/billing/periods/limited-periods.ts';
import type { BillingInputs } from '#server/billing/periods/loaded-periods.ts';
import { endPeriods, startPeriod } from './close-cycle.ts';
import type { FinalizedInvoice, ChargeInvoice } from './finalized-invoice.ts';
import { issueInvoice } from './issue-invoice.ts';
import { type ChangeIntoPeriod, keepPricedLines, termsOfPeriodFrom } from '#server/billing/periods/period-terms.ts';
import { recordPlanChange } from '#server/billing/periods/quota-case.ts';

/** Loads the periods until the instant of the change, and splits the usage totals at that instant. */
async function inputsAt(tx: Database, organizationId: number, atSeconds: number): Promise<BillingInputs> {
  await lockOrganization(tx, organizationId);
  const subscription = await billedSubscription(tx, organizationId);
  const periods = await periodsToBill(tx, organizationId);
  const running = periods.open.at(-1);
  if (!running || atSeconds < secondsOf(running.startsAt) || atSeconds >= secondsOf(running.endsAt)) {
    throw new DomainError('outside_cycle', 'at', 'The change must lie within the running billing cycle');
  }
  await splitTotals(tx, organizationId, atSeconds);
  return loadPeriods(tx, subscription, periods, { organizationId, untilSeconds: atSeconds });
}

export interface PlanChange extends ChangeIntoPeriod {
  readonly organizationId: number;
  /** End of the old period and start of the new cycle. */
  readonly atSeconds: number;
  readonly feeChargedCents: number;
  readonly feeInvoiceId?: string | null;
}

/**
 * Changes the plan. A change to Free issues a final invoice; otherwise usage waits for the next invoice. The caller must first
 * book credit for unused time, and afterwards review restrictions. @throws {DomainError} if the instant is outside the running cycle
 */
export async function changePlan(tx: Database, change: PlanChange, chargeInvoice: ChargeInvoice): Promise<FinalizedInvoice | null> {
  const { organizationId, atSeconds, planId, effectSeconds = atSeconds } = change;
  const inputs = await inputsAt(tx, organizationId, atSeconds);
  const closed = await closedAt(tx, inputs, atSeconds);
  await recordPlanChange(tx, organizationId, inputs.running.period, atSeconds);
  const final = bringsFinalInvoice(inputs.running.period.planId, planId)
    ? await issueInvoice(
        tx,
        inputs,
        { ...about(inputs, atSeconds), kind: 'final', lines: await runSteps(usageOfCycle(closed)) },
        chargeInvoice,
      )
    : null;
  if (final) await recordLateUsageBilled(tx, organizationId, final.id);
  const pricedLines =
    final === null ? [...(await runSteps(billSteps(closed.running.period, atSeconds))).lines, ...overLimitLines(closed.running)] : null;
  const isEmpty = pricedLines !== null && pricedLines.length === 0 && closed.running.period.invoiced.length === 0;
  await endPeriods(tx, organizationId, { atSeconds, invoiceId: final?.id ?? null, isEmpty, limit: closed.running.limit });
  if (pricedLines !== null && !isEmpty) await keepPricedLines(tx, inputs.running.row, inputs.subscription, pricedLines);
  // No invoice bills the carried periods yet. Recalculates their lines if the stored lines are outdated, for example after late usage.
  for (const { row, period, priced, limit } of final === null ? inputs.carried : [])
    if (!priced) {
      const { lines } = await runSteps(billSteps({ ...period, running: [] }, cycleEnd(period.cycle)));
      await keepPricedLines(tx, row, inputs.subscription, [...lines, ...overLimitLines({ period, ...(limit && { limit }) })]);
    }
  const terms = await termsOfPeriodFrom(tx, inputs.subscription, inputs.running.row, atSeconds, change);
  await addFirstAlert(tx, inputs.subscription, {
    organizationId,
    fromPlan: inputs.running.period.planId,
    priceCents: change.feeChargedCents,
    atSeconds,
  });
  // The stored totals are sums over segments of the old period. They must therefore be split at the time of the cap change.
  if (terms.cap.changes.length > 0) await splitTotals(tx, organizationId, effectSeconds);
  await joinTotals(tx, organizationId, secondsOf(inputs.running.row.endsAt), atSeconds);
  await startPeriod(tx, {
    organizationId,
    ...cycleAt(atSeconds, atSeconds),
    feeChargedCents: change.feeChargedCents,
    feeInvoiceId: change.feeInvoiceId ?? null,
    terms,
    anchorSeconds: atSeconds,
    limitWindowStartsAt: inputs.running.row.limitWindowStartsAt ?? inputs.running.row.startsAt,
  });
  await tx
    .update(subscriptions)
    .set({ scheduledAt: null, scheduledPlan: null, scheduledUsageBilling: null })
    .where(eq(subscriptions.organizationId, organizationId));
  if (planId === 'free') await stopPaidResources(tx, organizationId, atSeconds);
  return final;
}

const about = ({ running: { row, period } }: BillingInputs, atSeconds: number) => ({
  organizationId: row.organizationId,
  periodStartSeconds: period.cycle.startSeconds,
  atSeconds,
});

/** Closes the period early and recomputes its limits, because a shorter cycle has smaller quotas. */
async function closedAt(tx: Database, inputs: BillingInputs, atSeconds: number): Promise<BillingInputs> {
  const { running } = inputs;
  const period = { ...running.period, running: [], cycle: { ...running.period.cycle, closedAtSeconds: atSeconds } };
  const closed = { ...running, period };
  if (!running.limit) return { ...inputs, running: closed };
  const unlimited = { ...closed, period: { ...period, stops: [], partStops: undefined } };
  return { ...inputs, running: await limitPeriod(tx, unlimited, running.limit, atSeconds, true) };
}

/**
 * Turns the spend cap on or off. Turning it on invoices the overage so far. The caller must review restrictions afterwards.
 * @throws {DomainError} if the instant is outside the running cycle or before the last change of the cap
 */
export async function changeSpendCap(
  tx: Database,
  organizationId: number,
  capOn: boolean,
  atSeconds: number,
  chargeInvoice: ChargeInvoice,
): Promise<FinalizedInvoice | null> {
  const inputs = await inputsAt(tx, organizationId, atSeconds);
  const { running } = inputs;
  if ((running.row.capChanges.at(-1)?.atSeconds ?? 0) > atSeconds)
    throw new DomainError('outside_cycle', 'at', 'The spend cap has been changed since');
  const bill = await runSteps(spendCapSteps(running.period, capOn, atSeconds));
  const lines = bill?.map((line) => billedLine(line, running, false, inputs.labels));
  const invoice = lines ? await issueInvoice(tx, inputs, { ...about(inputs, atSeconds), kind: 'spend_cap', lines }, chargeInvoice) : null;
  await tx
    .update(billingPeriods)
    .set({ capChanges: withCapChange(running.period.cap, atSeconds, capOn) })
    .where(eq(billingPeriods.id, running.id));
  await tx.update(subscriptions).set({ usageBillingEnabled: !capOn }).where(eq(subscriptions.organizationId, organizationId));
  return invoice;
}
