import type { PlanId, Tier, Subscription } from '#contract/types.ts';

export const tierOf = ({ plan, usage_billing_enabled: isPayg }: Subscription): Tier =>
  plan.id === 'pro' && isPayg ? 'tier_payg' : `tier_${plan.id}`;

export const planOrder: readonly PlanId[] = ['free', 'pro', 'team', 'enterprise'];

export function changeDirection(from: PlanId, to: PlanId): 'upgrade' | 'downgrade' | undefined {
  if (from === to) return undefined;
  return planOrder.indexOf(to) > planOrder.indexOf(from) ? 'upgrade' : 'downgrade';
}

/** A change from Team to Pro sets no spend cap, because Team has none. Every other change to Pro sets the spend cap. */
export function tierFor(from: PlanId, to: PlanId): Tier {
  if (to !== 'pro') return `tier_${to}`;
  return from === 'team' ? 'tier_payg' : 'tier_pro';
}

export const planOfTier = (tier: Tier): PlanId => (tier === 'tier_payg' ? 'pro' : (tier.slice('tier_'.length) as PlanId));
