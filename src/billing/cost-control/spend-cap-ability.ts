import type { Organization } from '#contract/types.ts';
import { managedBy, partnerNames } from '#lib/managed-by.ts';
import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { fillText } from '#lib/texts/fill.ts';

interface SpendCapFacts {
  readonly organization: Pick<Organization, 'plan' | 'billing_partner' | 'slug' | 'disabled_features'>;
  readonly mayWrite: boolean | undefined;
  /** False if the organization has projects but no active project; undefined while loading. */
  readonly hasActiveProject: boolean | undefined;
}

export const hasSpendCapChoice = (planId: string): boolean => planId === 'pro';

/** Returns undefined if the spend cap can be changed (specification, section 4). Checks plan and partner before permissions. */
export function whySpendCapIsFixed({ organization, mayWrite, hasActiveProject }: SpendCapFacts): string | undefined {
  const { plan } = organization;
  if (plan.id === 'free') return texts.fixedOnFree;
  if (!hasSpendCapChoice(plan.id)) return fillText(texts.fixedOnPlan, { plan: plan.name });
  if (managedBy(organization) === 'aws_marketplace') return fillText(texts.fixedByPartner, { partner: partnerNames.aws_marketplace });
  if (mayWrite === false) return texts.noWrite;
  if (organization.disabled_features.includes('project_creation_and_update')) return texts.changesDisabled;
  if (hasActiveProject === false) return texts.projectNotActive;
  return undefined;
}
