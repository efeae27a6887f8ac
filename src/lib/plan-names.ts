import type { PlanId } from '#contract/types.ts';

/** Display names of plans, on the page and on invoices. */
export const planNames: Readonly<Record<PlanId, string>> = { free: 'Free', pro: 'Pro', team: 'Team', enterprise: 'Enterprise' };
