import type { Organization } from '#contract/types.ts';
import { addresses } from '#lib/addresses.ts';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { PageLinkButton } from '#billing/shared/PageLinkButton.tsx';
import { panelAddress, type Panel } from '#billing/shared/panel.ts';
import { subscriptionsRead } from '#billing/shared/required-permissions.ts';
import { useIsAllowed } from '#billing/shared/use-organization.ts';
import { sourceOfRestriction, type Restriction } from './restriction.ts';

/** The one thing to do first: another plan on Free, the spend cap on Pro. Other plans have no cap that could be changed. */
export function RestrictionAction({ organization, restriction }: { organization: Organization; restriction: Restriction }) {
  const { slug, plan, usage_billing_enabled: isCapOff } = organization;
  const mayRead = useIsAllowed(subscriptionsRead);
  const isFree = plan.id === 'free';
  if (!isFree && plan.id !== 'pro') return null;
  const panel: Panel = isFree ? 'subscriptionPlan' : 'costControl';
  const label = isFree ? 'Upgrade plan' : isCapOff ? 'Change spend cap' : 'Disable spend cap';
  // No panel opens for who may not read it; its section says so, and who can.
  return mayRead === false ? (
    <LinkButton variant="primary" href={`${addresses.billing(slug)}#${isFree ? 'subscription' : 'cost-control'}`}>
      {label}
    </LinkButton>
  ) : (
    <PageLinkButton variant="primary" href={panelAddress(slug, panel, sourceOfRestriction[restriction])}>
      {label}
    </PageLinkButton>
  );
}
