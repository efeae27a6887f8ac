/** Plans and the tiers by which a subscription is asked for. */
import { planNames } from '#lib/plan-names.ts';
import type { PriceBook } from './book/price-book.ts';
import { DomainError } from './errors.ts';

/** In the order that gives a change its direction. */
export const PLAN_IDS = ['free', 'pro', 'team', 'enterprise'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export const TIERS = ['tier_free', 'tier_pro', 'tier_payg', 'tier_team', 'tier_enterprise'] as const;
export type Tier = (typeof TIERS)[number];

const PLAN_OF_TIER: Readonly<Record<Tier, { planId: PlanId; spendCapOn: boolean }>> = {
  tier_free: { planId: 'free', spendCapOn: true },
  tier_pro: { planId: 'pro', spendCapOn: true },
  tier_payg: { planId: 'pro', spendCapOn: false },
  tier_team: { planId: 'team', spendCapOn: false },
  tier_enterprise: { planId: 'enterprise', spendCapOn: false },
};

/** The plan of a tier. Free never bills usage, so it counts as capped; the cap exists as a choice on Pro only. */
export function planOfTier(tier: Tier): { planId: PlanId; spendCapOn: boolean } {
  return PLAN_OF_TIER[tier];
}

/** The tier of a plan; the spend cap tells two tiers of Pro apart and counts nowhere else. */
export function tierOf(planId: PlanId, spendCapOn: boolean): Tier {
  if (planId === 'pro') return spendCapOn ? 'tier_pro' : 'tier_payg';
  return `tier_${planId}`;
}

/** Direction of a change, by the fixed order of the plans; undefined when the plan stays. */
export function changeDirection(from: PlanId, to: PlanId): 'upgrade' | 'downgrade' | undefined {
  if (from === to) return undefined;
  return PLAN_IDS.indexOf(to) > PLAN_IDS.indexOf(from) ? 'upgrade' : 'downgrade';
}

/** Message for a plan without a price. */
export const withoutPlanPrice = (planId: PlanId): string => `${planNames[planId]} Plan has contract pricing only`;

/**
 * The monthly price of a plan, in cents; a contract's price, also in cents, comes first, but Free costs nothing. Throws DomainError
 * where there is no price.
 */
export function planPriceCents(book: PriceBook, planId: PlanId, contractPriceCents?: number): number {
  if (planId === 'free') return 0;
  const price = contractPriceCents ?? book.plans[planId].priceCents;
  if (price === null) throw new DomainError('price_by_contract', 'plan', withoutPlanPrice(planId));
  return price;
}
