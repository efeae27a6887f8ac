import { cycleAt } from '#lib/dates/cycle.ts';
import type { Renewal } from '#server/domain/invoice.ts';
import { planPriceCents } from '#server/domain/plans.ts';
import { contractAt } from '#server/domain/rates.ts';
import { secondsOf } from '#server/database/database.ts';
import type { BilledSubscription } from '#server/store/billing-periods.ts';
import { discountsAt } from './period-terms.ts';

/** What a subscription becomes at the end of its cycle. */
export function nextTerms(
  { plan, usageBillingEnabled, scheduledAt, scheduledPlan, scheduledUsageBilling, renewalBook, ...contracts }: BilledSubscription,
  endSeconds: number,
) {
  const scheduled = scheduledAt !== null && scheduledPlan !== null && secondsOf(scheduledAt) <= endSeconds;
  const planId = scheduled ? scheduledPlan : plan;
  return {
    planId,
    usageBillingEnabled: scheduled ? (scheduledUsageBilling ?? false) : usageBillingEnabled,
    priceCents: planPriceCents(renewalBook, planId, contractAt(contracts, endSeconds)?.planPriceCents),
    scheduled,
  };
}

/** The fee that the end of a cycle brings; undefined on the way to Free. */
export function renewalAt(subscription: BilledSubscription, endSeconds: number): Renewal | undefined {
  const { planId, priceCents } = nextTerms(subscription, endSeconds);
  if (planId === 'free') return undefined;
  return {
    planId,
    priceCents,
    discounts: discountsAt(subscription, endSeconds),
    ...cycleAt(secondsOf(subscription.billingCycleAnchor), endSeconds),
  };
}
