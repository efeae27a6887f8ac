import type { PlanId, Tier, Subscription } from '#contract/types.ts';

/** The tier that a subscription is on. */
export const tierOf = ({ plan, usage_billing_enabled: isPayg }: Subscription): Tier =>
  plan.id === 'pro' && isPayg ? 'tier_payg' : `tier_${plan.id}`;

/** From the smallest to the largest. */
export const planOrder: readonly PlanId[] = ['free', 'pro', 'team', 'enterprise'];

/** The way from one plan to another, by the fixed order of the plans; undefined when the plan stays. */
export function changeDirection(from: PlanId, to: PlanId): 'upgrade' | 'downgrade' | undefined {
  if (from === to) return undefined;
  return planOrder.indexOf(to) > planOrder.indexOf(from) ? 'upgrade' : 'downgrade';
}

/** The tier by which a plan is asked for: Pro with its spend cap on, but as pay as you go from Team, where there was no cap either. */
export function tierFor(from: PlanId, to: PlanId): Tier {
  if (to !== 'pro') return `tier_${to}`;
  return from === 'team' ? 'tier_payg' : 'tier_pro';
}

/** The plan that a tier is of. */
export const planOfTier = (tier: Tier): PlanId => (tier === 'tier_payg' ? 'pro' : (tier.slice('tier_'.length) as PlanId));
