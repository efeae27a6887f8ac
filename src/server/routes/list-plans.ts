import { dollarsFromCents } from '#lib/money.ts';
import { changeDirection, PLAN_IDS, PLANS } from '#server/domain/plans.ts';
import { waitsForCycleEnd } from '#server/domain/quote.ts';
import { findSubscription } from '#server/store/subscriptions.ts';
import type { Handler } from './handler.ts';
import { unixSeconds } from './views/time.ts';

export const listPlans: Handler<'listPlans'> = async (_, { db, organization }) => {
  const { plan, contract, billingPartner, currentPeriodEnd } = await findSubscription(db, organization.id, { withAddons: false });
  const plans = PLAN_IDS.map((id) => {
    const direction = changeDirection(plan, id);
    const priceCents = id === plan ? (contract?.planPriceCents ?? PLANS[id].priceCents) : PLANS[id].priceCents;
    const waits = direction !== undefined && waitsForCycleEnd(billingPartner ?? undefined, direction);
    return {
      id,
      name: PLANS[id].name,
      price: priceCents === null ? null : dollarsFromCents(priceCents),
      is_current: id === plan,
      change_type: direction ?? ('none' as const),
      ...(waits ? { effective_at: unixSeconds(currentPeriodEnd) } : {}),
    };
  });
  return { data: { plans } };
};
