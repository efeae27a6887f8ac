import { unusedValueCents } from '#lib/charge.ts';
import { planNames } from '#lib/plan-names.ts';
import type { ChangeFailure } from '#server/domain/state-steps.ts';
import { changeLines } from '#server/domain/change-lines.ts';
import { DomainError } from '#server/domain/errors.ts';
import { changeDirection, planOfTier } from '#server/domain/plans.ts';
import type { PlanChangeQuote } from '#server/domain/quote.ts';
import { billedLine } from '#server/billing/periods/billed-usage.ts';
import { issueCreditNote } from '#server/billing/invoices/credit-notes.ts';
import { linkInvoices, moveChange, recordWithheldCents, type ChangeRow } from '#server/store/changes.ts';
import { collectByCard } from '#server/billing/invoices/collections.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { finalState, postInvoice } from '#server/billing/invoices/finalize-invoice.ts';
import { queueReceipt } from '#server/billing/notices/invoice-notices.ts';
import { insertInvoice } from '#server/store/invoices/invoice-writing.ts';
import { postOnce, sourceOfInvoice } from '#server/store/ledger.ts';
import { changePlan, changeSpendCap } from '#server/billing/invoices/change-plan.ts';
import { queueChangeApplied } from '#server/billing/notices/change-notices.ts';
import { holdForOtherMoney } from '#server/store/disputes/dispute-holds.ts';
import { closeCycle } from '#server/billing/invoices/close-cycle.ts';
import { settleLines } from '#server/billing/invoices/settle-lines.ts';
import type { ChargeInvoice } from '#server/billing/invoices/finalized-invoice.ts';
import { reviewLimitsOfChange } from '#server/billing/usage/limit-reviews.ts';
import { schedulePlan } from '#server/store/subscriptions.ts';
import { priceChange, type PricedChange } from './price-change.ts';

/** A paid change can no longer be applied on its agreed terms. */
export class NotApplicable extends Error {
  constructor(readonly why: ChangeFailure) {
    super(why);
  }
}

/** Condition that must be met before a change is applied. `nothing`: the change is applied at once, and its charge is still owed. */
export type ChangeWait = 'nothing' | 'paid' | 'cardSetUp';

/**
 * The caller must hold the organization lock and, if a charge was due, must have verified its payment.
 * @throws {NotApplicable} before anything is written
 */
export async function applyChange(
  tx: Database,
  change: ChangeRow,
  now: Date,
  waitedFor: ChangeWait,
  chargeInvoice: ChargeInvoice = collectByCard,
): Promise<void> {
  const { id, organizationId, tier } = change;
  const paid = waitedFor === 'paid';
  const atSeconds = await effectOf(tx, change, now, waitedFor);
  const priced = await priceToApply(tx, change, atSeconds);
  if (waitedFor === 'cardSetUp' && priced.chargeCents > change.chargeCents) throw new NotApplicable('price_changed');
  const { planId, spendCapOn } = planOfTier(tier);
  let changeInvoiceId: string | null = null;
  if (priced.quote.kind === 'spend_cap') {
    const invoice = await changeSpendCap(tx, organizationId, spendCapOn, atSeconds, chargeInvoice);
    await linkInvoices(tx, change, { usageInvoiceId: invoice?.id ?? null });
  } else if (priced.quote.charge === null) {
    await schedulePlan(tx, organizationId, {
      at: instantOf(priced.quote.effectiveAtSeconds),
      plan: planId,
      usageBillingEnabled: planId !== 'free' && !spendCapOn,
    });
    return moveChange(tx, change, 'scheduled', now);
  } else {
    const invoiceId = (changeInvoiceId = await invoiceChange(tx, change, priced, priced.quote, { now, paid }));
    const final = await changePlan(
      tx,
      {
        organizationId,
        atSeconds,
        effectSeconds: secondsOf(now),
        planId,
        usageBillingEnabled: planId !== 'free' && !spendCapOn,
        feeChargedCents: change.planPriceCents,
        feeInvoiceId: change.planPriceCents > 0 ? invoiceId : null,
      },
      chargeInvoice,
    );
    await linkInvoices(tx, change, {
      fromInvoiceId: priced.inputs.running.row.feeInvoiceId,
      invoiceId,
      usageInvoiceId: final?.id ?? null,
    });
    await creditUnpaid(tx, change, priced, priced.quote, now);
  }
  await moveChange(tx, change, 'applied', now);
  const isCap = priced.quote.kind === 'spend_cap';
  const { fromPlan: fromPlanId, chargeCents: chargedCents } = change;
  const notice = { organizationId, key: id, fromPlanId, planId, spendCapOn, chargedCents, atSeconds: secondsOf(now) };
  await queueChangeApplied(tx, { ...notice, what: isCap ? 'spend_cap' : 'plan', invoiceId: changeInvoiceId });
  // The page reloads after the change and must show the new limits, so the review does not wait for a job.
  await reviewLimitsOfChange(tx, organizationId, secondsOf(now));
}

/**
 * After a card setup or a paid downgrade, the change takes effect now. Otherwise, it takes effect at its pricing time. This time can be in
 * the past, so no cycle is closed while an upgrade waits for its payment.
 */
async function effectOf(
  tx: Database,
  { organizationId, effectiveAt, fromPlan, tier }: ChangeRow,
  now: Date,
  waitedFor: ChangeWait,
): Promise<number> {
  const isUpgrade = changeDirection(fromPlan, planOfTier(tier).planId) === 'upgrade';
  if (waitedFor === 'nothing' || (waitedFor === 'paid' && isUpgrade)) return secondsOf(effectiveAt);
  // Closes every cycle that ended while the bank processed the payment.
  while (await closeCycle(tx, organizationId, secondsOf(now), collectByCard));
  return secondsOf(now);
}

/** @throws {NotApplicable} if the price differs from the agreed price */
async function priceToApply(tx: Database, change: ChangeRow, atSeconds: number): Promise<PricedChange> {
  const priced = await priceChange(tx, change.organizationId, change.tier, atSeconds).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'outside_cycle') throw new NotApplicable('cycle_ended');
    throw new NotApplicable(error.code === 'same_tier' ? 'same_plan' : 'price_changed');
  });
  const { quote } = priced;
  if (quote.kind !== change.kind) throw new NotApplicable('same_plan');
  if (quote.kind === 'plan_change' && !holds(change, priced, quote)) throw new NotApplicable('price_changed');
  return priced;
}

/**
 * True if the agreed price is still valid. The plan price must be unchanged. The collected value of unused time must have decreased only
 * because time has passed.
 */
function holds(change: ChangeRow, { account, atSeconds }: PricedChange, { charge, unused }: PlanChangeQuote): boolean {
  if (charge === null) return change.chargeCents === 0;
  const { startSeconds, endSeconds } = account.period.cycle;
  const valueAt = (seconds: number) => unusedValueCents(account.planFeeChargedCents, startSeconds, endSeconds, seconds);
  const passedCents = valueAt(secondsOf(change.effectiveAt)) - valueAt(atSeconds);
  return charge.planPriceCents === change.planPriceCents && unused.collectedCents + passedCents >= change.unusedCents;
}

/**
 * Cents of unused time that the change deducts: at most the agreed value. If the collected value is higher, a credit note covers the
 * difference.
 */
const agreedUnused = ({ unusedCents }: ChangeRow, { unused }: PlanChangeQuote): number => Math.min(unusedCents, unused.collectedCents);

/**
 * The invoice is paid if nothing is due or the charge was paid, else open.
 * @returns its ID; null if there are no lines
 */
async function invoiceChange(
  tx: Database,
  change: ChangeRow,
  { account, atSeconds, target, inputs }: PricedChange,
  quote: PlanChangeQuote,
  { now, paid }: { now: Date; paid: boolean },
): Promise<string | null> {
  const { id: changeId, organizationId, chargeCents } = change;
  const { feeInvoiceId } = inputs.running.row;
  const terms = { ...quote, charge: quote.charge && { ...quote.charge, unusedCents: agreedUnused(change, quote) } };
  const charged = changeLines(account, terms, target).map((line) => {
    const { id: periodId, period } = inputs.running;
    const book = line.key === 'plan' ? target.book : period.book;
    return billedLine(line, { id: periodId, period: { ...period, book } }, false, inputs.labels);
  });
  if (charged.length === 0 && chargeCents === 0) return null;
  const { subscription } = inputs;
  const nowSeconds = secondsOf(now);
  const paidCents = paid ? chargeCents : undefined;
  const { lines, totalCents, dueCents, carriedCents } = settleLines(charged, subscription.balanceCents, atSeconds, { paidCents });
  const { status, dueAtSeconds } = finalState(subscription, paid ? 0 : dueCents, nowSeconds);
  const id = await insertInvoice(tx, {
    organizationId,
    slug: subscription.slug,
    subscriptionId: subscription.id,
    kind: 'plan_change',
    lines,
    periodStartSeconds: quote.cycle.startSeconds,
    periodEndSeconds: atSeconds,
    status,
    amountDueCents: dueCents,
    carriedCents,
    paymentAttempted: paid,
    finalizedAtSeconds: nowSeconds,
    dueAtSeconds,
  });
  const source = feeInvoiceId === null ? null : sourceOfInvoice(feeInvoiceId);
  await postInvoice(tx, { organizationId, id, totalCents, dueCents, atSeconds: nowSeconds, source });
  if (source !== null) await holdForOtherMoney(tx, { organizationId, by: changeId, source, cents: quote.heldCents, at: now });
  if (paid) {
    await queueReceipt(tx, { organizationId, invoiceId: id, payment: { changeId }, amountCents: chargeCents, at: now });
    await postOnce(tx, {
      organizationId,
      businessKey: `invoice:${id}:paid`,
      description: 'Payment of the plan change',
      occurredAt: now,
      entries: [
        { account: 'cash', amountCents: chargeCents },
        { account: 'receivable', amountCents: -chargeCents },
      ],
    });
  }
  return id;
}

/** Credits unused time that the change did not deduct. The credit note is on the fee's invoice. The disputed part waits for the bank. */
async function creditUnpaid(tx: Database, change: ChangeRow, { inputs }: PricedChange, quote: PlanChangeQuote, at: Date): Promise<void> {
  const { feeInvoiceId } = inputs.running.row;
  if (feeInvoiceId === null) return;
  const { collectedCents, unpaidCents, disputedCents } = quote.unused;
  if (disputedCents > 0) await recordWithheldCents(tx, change, disputedCents);
  await issueCreditNote(tx, {
    organizationId: change.organizationId,
    invoiceId: feeInvoiceId,
    changeId: change.id,
    amountCents: collectedCents + unpaidCents - agreedUnused(change, quote),
    reason: `Unused time on the ${planNames[inputs.subscription.plan]} Plan`,
    at,
  });
}
