import type { Organization } from '#contract/types.ts';
import { PageLinkButton } from '#billing/shared/PageLinkButton.tsx';
import { panelAddress } from '#billing/shared/panel.ts';
import { sourceOfRestriction, type Restriction } from './restriction.ts';

/** The one thing to do first: another plan on Free, the spend cap on Pro. Other plans have no cap that could be changed. */
export function RestrictionAction({ organization, restriction }: { organization: Organization; restriction: Restriction }) {
  const { slug, plan, usage_billing_enabled: isCapOff } = organization;
  const source = sourceOfRestriction[restriction];
  if (plan.id === 'free') {
    return (
      <PageLinkButton variant="primary" href={panelAddress(slug, 'subscriptionPlan', source)}>
        Upgrade plan
      </PageLinkButton>
    );
  }
  if (plan.id !== 'pro') return null;
  return (
    <PageLinkButton variant="primary" href={panelAddress(slug, 'costControl', source)}>
      {isCapOff ? 'Change spend cap' : 'Disable spend cap'}
    </PageLinkButton>
  );
}
