import { subscriptionsWrite } from '#contract/permissions.ts';
import { useHasActiveProject } from '#billing/shared/data/use-has-active-project.ts';
import { useIsAllowed, useOrganization } from '#billing/shared/data/use-billing-data.ts';
import { hasSpendCapChoice, whySpendCapIsFixed } from './spend-cap-ability.ts';

export function useSpendCapAbility(): string | undefined {
  const { data: organization } = useOrganization();
  const mayWrite = useIsAllowed(subscriptionsWrite);
  const hasActiveProject = useHasActiveProject(organization !== undefined && hasSpendCapChoice(organization.plan.id));
  return organization && whySpendCapIsFixed({ organization, mayWrite, hasActiveProject });
}
