import type { BillingPartner, Organization, PlanId, ProjectSummary, Tier } from '#contract/types.ts';
import { partnerNames } from '#lib/managed-by.ts';
import { costControlTexts } from '#lib/texts/cost-control.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { changeDirection, planOfTier } from './plans.ts';

export interface ChangeFacts {
  readonly plan: PlanId;
  readonly partner: BillingPartner | null;
  readonly disabledFeatures: Organization['disabled_features'];
  readonly hasOrioleProject: boolean;
  readonly projectStatuses: readonly ProjectSummary['status'][];
}

const texts = {
  toEnterprise: 'Reach out to us via support to move to the Enterprise Plan',
  oriole: 'Projects on OrioleDB exist only on the Free Plan. Remove them before upgrading.',
} as const;

export function staffChangeRefusal({ plan, partner, hasOrioleProject }: ChangeFacts, tier: Tier): string | undefined {
  const target = planOfTier(tier).planId;
  const isCapChange = changeDirection(plan, target) === undefined;
  if (hasOrioleProject && target !== 'free') return texts.oriole;
  if (partner === 'aws_marketplace' || (partner !== null && target !== 'free' && !isCapChange)) return fixedBy(partner, isCapChange);
  return undefined;
}

const fixedBy = (partner: BillingPartner, isCapChange: boolean): string =>
  fillText(isCapChange ? costControlTexts.fixedByPartner : planChangeTexts.managedByPartner, { partner: partnerNames[partner] });

/** Undefined if the change is allowed. Checks the rules in the same order as the billing page. */
export function changeRefusal(facts: ChangeFacts, tier: Tier): string | undefined {
  const { plan, partner, disabledFeatures, hasOrioleProject, projectStatuses } = facts;
  const target = planOfTier(tier).planId;
  const isCapChange = changeDirection(plan, target) === undefined;
  if (plan === 'enterprise') return planChangeTexts.enterprise;
  if (hasOrioleProject && target !== 'free') return texts.oriole;
  if (partner === 'aws_marketplace') return fixedBy(partner, isCapChange);
  if (partner !== null && target !== 'free' && !isCapChange) return fixedBy(partner, isCapChange);
  if (disabledFeatures.includes('project_creation_and_update'))
    return isCapChange ? costControlTexts.changesDisabled : planChangeTexts.disabledByFlag;
  if (target === 'enterprise') return texts.toEnterprise;
  const noneIsActive = projectStatuses.length > 0 && !projectStatuses.includes('ACTIVE_HEALTHY');
  return isCapChange && noneIsActive ? costControlTexts.projectNotActive : undefined;
}
