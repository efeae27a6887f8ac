import { changeLines } from '#server/domain/change-lines.ts';
import { planOfTier } from '#server/domain/plans.ts';
import type { PlanChangeQuote } from '#server/domain/quote.ts';
import { billedLine } from '#server/store/billing-inputs.ts';
import { linkInvoice, moveChange, type ChangeRow } from '#server/store/changes.ts';
import { collectByCard } from '#server/store/collections.ts';
import type { Database } from '#server/store/database.ts';
import { finalState, postInvoice } from '#server/store/finalize.ts';
import { instantOf, secondsOf } from '#server/store/instants.ts';
import { insertInvoice, subtotalOf } from '#server/store/invoice-writing.ts';
import { postOnce } from '#server/store/ledger-effects.ts';
import { changePlan, changeSpendCap } from '#server/store/plan-changes.ts';
import { reviewOrganization } from '#server/store/restriction-reviews.ts';
import { schedulePlan } from '#server/store/subscriptions.ts';
import { priceChange, type PricedChange } from './price-change.ts';

/**
 * Puts an open change into effect, from its own instant on. The caller holds the organization's lock and has seen the
 * money where there was any to pay. Nothing that the price depends on has moved since: an open change keeps the cycle
 * from closing and other changes from starting.
 * @param paid whether its charge has been paid; otherwise it is owed
 */
export async function applyChange(tx: Database, change: ChangeRow, now: Date, paid: boolean): Promise<void> {
  const { id, organizationId, tier } = change;
  const atSeconds = secondsOf(change.effectiveAt);
  const priced = await priceChange(tx, organizationId, tier, atSeconds);
  const { planId, spendCapOn } = planOfTier(tier);
  if (priced.quote.kind === 'spend_cap') {
    await changeSpendCap(tx, organizationId, spendCapOn, atSeconds, collectByCard);
  } else if (priced.quote.charge === null) {
    await schedulePlan(tx, organizationId, {
      at: instantOf(priced.quote.effectiveAtSeconds),
      plan: planId,
      usageBillingEnabled: planId !== 'free' && !spendCapOn,
    });
    return moveChange(tx, id, 'scheduled', now);
  } else {
    await invoiceChange(tx, change, priced, priced.quote, { now, paid });
    await changePlan(
      tx,
      {
        organizationId,
        atSeconds,
        planId,
        usageBillingEnabled: planId !== 'free' && !spendCapOn,
        feeChargedCents: change.planPriceCents,
        contract: priced.inputs.subscription.contract,
      },
      collectByCard,
    );
  }
  await moveChange(tx, id, 'applied', now);
  // At once and not by the job: the page looks at the organization two seconds later, and then not for half an hour.
  await reviewOrganization(tx, organizationId, secondsOf(now));
}

/** The invoice of the change itself: paid where money was charged or none was due, else owed like any other. */
async function invoiceChange(
  tx: Database,
  change: ChangeRow,
  { account, target, inputs }: PricedChange,
  quote: PlanChangeQuote,
  { now, paid }: { now: Date; paid: boolean },
): Promise<void> {
  const lines = changeLines(account, quote, target).map((line) => billedLine(line, inputs.running, false, inputs.labels));
  if (lines.length === 0 && change.chargeCents === 0) return;
  const { organizationId, chargeCents } = change;
  const { subscription } = inputs;
  const atSeconds = secondsOf(now);
  const totalCents = subtotalOf(lines);
  if (totalCents !== change.planPriceCents - change.unusedCents)
    throw new Error(`Change ${change.id} no longer comes to what it was quoted at`);
  const { status, dueAtSeconds } = finalState(subscription, paid ? 0 : chargeCents, atSeconds);
  const id = await insertInvoice(tx, {
    organizationId,
    slug: subscription.slug,
    subscriptionId: subscription.id,
    kind: 'plan_change',
    lines,
    periodStartSeconds: quote.cycle.startSeconds,
    periodEndSeconds: secondsOf(change.effectiveAt),
    status,
    amountDueCents: chargeCents,
    paymentAttempted: paid,
    finalizedAtSeconds: atSeconds,
    dueAtSeconds,
  });
  await linkInvoice(tx, change.id, id);
  await postInvoice(tx, { organizationId, id, totalCents, dueCents: chargeCents, atSeconds });
  if (!paid) return;
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
