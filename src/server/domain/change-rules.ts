/** Which changes of plan and spend cap an organization may make at all. Permission is another matter. */
import type { BillingPartner, Organization, PlanId, ProjectSummary, Tier } from '#contract/types.ts';
import { partnerNames } from '#lib/managed-by.ts';
import { changeDirection, planOfTier } from './plans.ts';

export interface ChangeFacts {
  readonly plan: PlanId;
  readonly partner: BillingPartner | null;
  readonly disabledFeatures: Organization['disabled_features'];
  readonly hasOrioleProject: boolean;
  readonly projectStatuses: readonly ProjectSummary['status'][];
}

const texts = {
  enterprise: 'Reach out to us via support to update your plan from Enterprise',
  toEnterprise: 'Reach out to us via support to move to the Enterprise plan',
  oriole: 'Projects on OrioleDB exist only on the Free plan. Remove them before upgrading.',
  disabled: 'We have temporarily disabled project and subscription changes - our engineers are working on a fix.',
  notActive: 'Unable to update subscription as project is currently not active',
  partner: (partner: BillingPartner) => `You cannot change the plan for an organization managed by ${partnerNames[partner]}`,
} as const;

/** Why an organization may not move to a tier; undefined when it may. In the order in which the page gives its reasons. */
export function changeRefusal(facts: ChangeFacts, tier: Tier): string | undefined {
  const { plan, partner, disabledFeatures, hasOrioleProject, projectStatuses } = facts;
  const target = planOfTier(tier).planId;
  const isCapChange = changeDirection(plan, target) === undefined;
  if (plan === 'enterprise') return texts.enterprise;
  if (hasOrioleProject && target !== 'free') return texts.oriole;
  if (partner === 'aws_marketplace') return texts.partner(partner);
  if (partner !== null && target !== 'free' && !isCapChange) return texts.partner(partner);
  if (disabledFeatures.includes('project_creation_and_update')) return texts.disabled;
  if (target === 'enterprise') return texts.toEnterprise;
  const noneIsActive = projectStatuses.length > 0 && !projectStatuses.includes('ACTIVE_HEALTHY');
  return isCapChange && noneIsActive ? texts.notActive : undefined;
}
