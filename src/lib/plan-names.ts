import type { PlanId } from '#contract/types.ts';

export const planNames: Readonly<Record<PlanId, string>> = { free: 'Free', pro: 'Pro', team: 'Team', enterprise: 'Enterprise' };
