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
import { insertInvoice } from '#server/store/invoice-writing.ts';
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

/** A change that is paid can no longer be applied by the terms that were paid. */
export class NotApplicable extends Error {
  constructor(readonly why: ChangeFailure) {
    super(why);
  }
}

/** What a change waited for: nothing, so that its charge is owed; the payment of its charge; or the setup of its card. */
export type ChangeWait = 'nothing' | 'paid' | 'cardSetUp';

/**
 * Puts an open change into effect. The caller holds the organization's lock and has seen the money where there was any to pay.
 * @param chargeInvoice what becomes of an invoice of usage that the change brings
 * @throws {NotApplicable} before anything of it is written
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
  // At once and not by the job: the page looks at the organization two seconds later, and then not for half an hour.
  await reviewLimitsOfChange(tx, organizationId, secondsOf(now));
}

/**
 * The instant that a change counts from: the one that it was priced at, which is that of its acceptance unless a card pays an upgrade.
 * A smaller plan that had to be paid waits for the payment, and a change that charges nothing for the setup of a new card; until then
 * usage is billed under the old rules. An upgrade by card keeps its cycle from closing and other changes from starting.
 */
async function effectOf(
  tx: Database,
  { organizationId, effectiveAt, fromPlan, tier }: ChangeRow,
  now: Date,
  waitedFor: ChangeWait,
): Promise<number> {
  const isUpgrade = changeDirection(fromPlan, planOfTier(tier).planId) === 'upgrade';
  if (waitedFor === 'nothing' || (waitedFor === 'paid' && isUpgrade)) return secondsOf(effectiveAt);
  // Its bank may have taken longer than the cycle lasted.
  while (await closeCycle(tx, organizationId, secondsOf(now), collectByCard));
  return secondsOf(now);
}

/** The price at the instant of its effect. @throws {NotApplicable} where it is no longer what was agreed to */
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

/** The price is the one that was agreed to, and the unused time is worth what it was then, less the seconds since. */
function holds(change: ChangeRow, { account, atSeconds }: PricedChange, { charge, unused }: PlanChangeQuote): boolean {
  if (charge === null) return change.chargeCents === 0;
  const { startSeconds, endSeconds } = account.period.cycle;
  const valueAt = (seconds: number) => unusedValueCents(account.planFeeChargedCents, startSeconds, endSeconds, seconds);
  const passedCents = valueAt(secondsOf(change.effectiveAt)) - valueAt(atSeconds);
  return charge.planPriceCents === change.planPriceCents && unused.collectedCents + passedCents >= change.unusedCents;
}

/** The part of the unused time that the change was agreed with. What was collected beside it becomes credit by a credit note. */
const agreedUnused = ({ unusedCents }: ChangeRow, { unused }: PlanChangeQuote): number => Math.min(unusedCents, unused.collectedCents);

/** The invoice of the change itself: paid where money was charged or none was due, else owed like any other. Null where it has none. */
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

/** Unused time that was not collected is taken off the invoice of its fee; what is disputed waits. */
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
