import type { PlanId } from '#contract/types.ts';

/** What people read for a plan, on the page and on invoices. */
export const planNames: Readonly<Record<PlanId, string>> = { free: 'Free', pro: 'Pro', team: 'Team', enterprise: 'Enterprise' };
