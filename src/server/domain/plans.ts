import { planNames } from '#lib/plan-names.ts';
import type { PriceBook } from './book/price-book.ts';
import { DomainError } from './errors.ts';

/** From lowest to highest. This order defines upgrades and downgrades. */
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

/** Free counts as capped, because Free never bills usage. Only Pro has tiers with and without the cap. */
export function planOfTier(tier: Tier): { planId: PlanId; spendCapOn: boolean } {
  return PLAN_OF_TIER[tier];
}

/** `spendCapOn` matters only for Pro. */
export function tierOf(planId: PlanId, spendCapOn: boolean): Tier {
  if (planId === 'pro') return spendCapOn ? 'tier_pro' : 'tier_payg';
  return `tier_${planId}`;
}

export function changeDirection(from: PlanId, to: PlanId): 'upgrade' | 'downgrade' | undefined {
  if (from === to) return undefined;
  return PLAN_IDS.indexOf(to) > PLAN_IDS.indexOf(from) ? 'upgrade' : 'downgrade';
}

export const withoutPlanPrice = (planId: PlanId): string => `${planNames[planId]} Plan has contract pricing only`;

/**
 * 0 for Free, otherwise the contract price, if any, or the list price.
 * @throws {DomainError} without a price
 */
export function planPriceCents(book: PriceBook, planId: PlanId, contractPriceCents?: number): number {
  if (planId === 'free') return 0;
  const price = contractPriceCents ?? book.plans[planId].priceCents;
  if (price === null) throw new DomainError('price_by_contract', 'plan', withoutPlanPrice(planId));
  return price;
}
