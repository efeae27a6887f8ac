import type { PlanId } from '#contract/types.ts';
import { subscriptionsWrite } from '#billing/shared/required-permissions.ts';
import { useIsAllowed, useOrganization } from '#billing/shared/use-organization.ts';
import { useSubscription } from '#billing/shared/use-subscription.ts';
import { whyPlanIsFixed } from './plan-ability.ts';

/** For each plan, why the organization of the address can't change to it, or undefined. */
export function usePlanAbility(): (target: PlanId) => string | undefined {
  const { data: organization } = useOrganization();
  const subscription = useSubscription();
  const mayWrite = useIsAllowed(subscriptionsWrite);
  return (target) =>
    organization && subscription.kind === 'ready'
      ? whyPlanIsFixed({ organization, subscription: subscription.data, mayWrite }, target)
      : undefined;
}
