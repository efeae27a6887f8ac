import type { Subscription, Tier } from '#contract/types.ts';

/** The tier that a subscription is on. */
export const tierOf = ({ plan, usage_billing_enabled: isPayg }: Subscription): Tier =>
  plan.id === 'pro' && isPayg ? 'tier_payg' : `tier_${plan.id}`;
