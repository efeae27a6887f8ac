import { cycleAt } from '#lib/dates/cycle.ts';
import type { Renewal } from '#server/domain/invoice.ts';
import { planPriceCents } from '#server/domain/plans.ts';
import { secondsOf } from '#server/database/database.ts';
import type { BilledSubscription } from '#server/store/billing-periods.ts';
import { type PeriodBefore, termsOfRenewal } from './period-terms.ts';

export function renewalAt(subscription: BilledSubscription, running: PeriodBefore): Renewal | undefined {
  const { planId, book, contract, discounts } = termsOfRenewal(subscription, running);
  if (planId === 'free') return undefined;
  return {
    planId,
    priceCents: planPriceCents(book, planId, contract?.planPriceCents),
    discounts,
    ...cycleAt(secondsOf(subscription.billingCycleAnchor), secondsOf(subscription.currentPeriodEnd)),
  };
}
