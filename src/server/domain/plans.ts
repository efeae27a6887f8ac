/** Plans, their prices and the tiers by which a subscription is asked for. */
import { DomainError } from './errors.ts';

export const PLAN_IDS = ['free', 'pro', 'team', 'enterprise'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export const TIERS = ['tier_free', 'tier_pro', 'tier_payg', 'tier_team', 'tier_enterprise'] as const;
export type Tier = (typeof TIERS)[number];

export type Plan = {
  id: PlanId;
  name: string;
  /** Per month; null is by contract. */
  priceCents: number | null;
};

/** In the order that gives a change its direction. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: { id: 'free', name: 'Free', priceCents: 0 },
  pro: { id: 'pro', name: 'Pro', priceCents: 2500 },
  team: { id: 'team', name: 'Team', priceCents: 59_900 },
  enterprise: { id: 'enterprise', name: 'Enterprise', priceCents: null },
};

/** $10 per organization and month, on every plan but Free. */
export const COMPUTE_CREDITS_CENTS = 1000;

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

/**
 * The monthly price of a plan, in cents; a contract's price, also in cents, comes first, but Free costs nothing. Throws DomainError
 * where there is no price.
 */
export function planPriceCents(planId: PlanId, contractPriceCents?: number): number {
  if (planId === 'free') return 0;
  const price = contractPriceCents ?? PLANS[planId].priceCents;
  if (price === null) throw new DomainError('price_by_contract', 'plan', `The ${PLANS[planId].name} plan has a price by contract only`);
  return price;
}
