import type { PlanId, Organization, Subscription } from '#contract/types.ts';
import { managedBy, partnerNames } from '#lib/managed-by.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { subscriptionsWrite } from '#contract/permissions.ts';
import { useIsAllowed, useOrganization, useSubscription } from '#billing/shared/data/use-billing-data.ts';

export function usePlanAbility(): (target: PlanId) => string | undefined {
  const { data: organization } = useOrganization();
  const subscription = useSubscription();
  const mayWrite = useIsAllowed(subscriptionsWrite);
  return (target) =>
    organization && subscription.kind === 'ready'
      ? whyPlanIsFixed({ organization, subscription: subscription.data, mayWrite }, target)
      : undefined;
}

export interface PlanFacts {
  readonly organization: Pick<Organization, 'plan' | 'billing_partner' | 'slug' | 'disabled_features' | 'has_oriole_project'>;
  readonly subscription: Pick<Subscription, 'pending_payment_intent_secret'>;
  readonly mayWrite: boolean | undefined;
}

/** Returns why the plan can't be changed, or undefined (specification, section 5). Reasons that a member can resolve come last. */
export function whyPlanIsFixed({ organization, subscription, mayWrite }: PlanFacts, target: PlanId): string | undefined {
  const partner = managedBy(organization);
  if (organization.plan.id === 'enterprise') return texts.enterprise;
  if (organization.has_oriole_project && target !== 'free') return texts.oriole;
  if (mayWrite === false) return texts.noWrite;
  if (partner === 'aws_marketplace' || (partner !== null && target !== 'free'))
    return fillText(texts.managedByPartner, { partner: partnerNames[partner] });
  if (organization.disabled_features.includes('project_creation_and_update')) return texts.disabledByFlag;
  if (subscription.pending_payment_intent_secret !== null) return texts.waitingForPayment;
  return undefined;
}
