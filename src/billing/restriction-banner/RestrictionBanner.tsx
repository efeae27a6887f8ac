import { useLocation } from 'wouter';
import type { Organization } from '#contract/types.ts';
import { helpAddresses, docAddresses } from '#lib/addresses.ts';
import { violationTexts } from '#lib/texts/restriction-banner.ts';
import { Banner } from '#ui/Banner/Banner.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { PayOpenLink, useAmountDue } from '#billing/shared/amount-due/AmountDue.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { PageLinkButton } from '#billing/shared/page/PageLinkButton.tsx';
import { useOrganization, useSubscription, useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { panelAddress, type Panel } from '#billing/shared/page/panel.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { restrictionOf, type Restriction, sourceOfRestriction } from './restriction.ts';
import { restrictionWords } from './restriction-messages.ts';
import styles from './RestrictionBanner.module.css';

export function RestrictionBanner() {
  const { data: organization } = useOrganization();
  const restriction = organization ? restrictionOf(organization) : null;
  if (!organization?.restriction_data || !restriction) return null;
  return <Restricted organization={organization} data={organization.restriction_data} restriction={restriction} />;
}

interface RestrictedProps {
  organization: Organization;
  data: NonNullable<Organization['restriction_data']>;
  restriction: Restriction;
}

function Restricted({ organization, data, restriction }: RestrictedProps) {
  const subscription = useSubscription();
  const due = useAmountDue();
  const [path] = useLocation();
  const usage = helpAddresses.usage(organization.slug);
  const { title, now, next } = restrictionWords({
    restriction,
    data,
    isFree: organization.plan.id === 'free',
    cycleEndSeconds: subscription.kind === 'ready' ? subscription.data.current_period_end : null,
  });
  return (
    <Banner
      id="restriction"
      variant={restriction === 'restricted' ? 'negative' : 'warning'}
      title={title}
      actions={
        <>
          <RestrictionAction organization={organization} restriction={restriction} />
          {data.violations.includes('overdue_payment') && (
            <LinkButton href={`${helpAddresses.billing(organization.slug)}#invoices`}>View invoices</LinkButton>
          )}
          {path === helpAddresses.billing(organization.slug) && due && due.count > 1 && data.violations.includes('overdue_payment') && (
            <PayOpenLink due={due} />
          )}
          {path !== usage && <PageLinkButton href={usage}>View usage</PageLinkButton>}
        </>
      }
    >
      <p>{now}</p>
      {due !== null && data.violations.includes('overdue_payment') && <p>{`${due.title}. ${due.details}`}</p>}
      {/* A violation without a text is shown by its code. */}
      {data.violations.length > 0 && (
        <ul role="list" data-marked className={styles.violations}>
          {data.violations.map((violation) => (
            <li key={violation}>{violationTexts[violation] ?? violation}</li>
          ))}
        </ul>
      )}
      {next !== null && <p>{next}</p>}
      <p className={styles.links}>
        <TextLink href={docAddresses.fairUse} opensInNewTab>
          Fair Use Policy
        </TextLink>
        <TextLink href={docAddresses.restrictions} opensInNewTab>
          How restrictions work
        </TextLink>
      </p>
      <HydrationMarker boundary="restriction" />
    </Banner>
  );
}

/** Button of the banner: on Free, it opens the plan panel; on Pro, the spend cap panel. Other plans have no button. */
function RestrictionAction({ organization, restriction }: { organization: Organization; restriction: Restriction }) {
  const { slug, plan, usage_billing_enabled: isCapOff } = organization;
  const mayRead = useIsAllowed(subscriptionsRead);
  const isFree = plan.id === 'free';
  if (!isFree && plan.id !== 'pro') return null;
  const panel: Panel = isFree ? 'subscriptionPlan' : 'costControl';
  const label = isFree ? 'Upgrade plan' : isCapOff ? 'Change spend cap' : 'Disable spend cap';
  // Members without read permission get a link to the section instead of the panel. The section names members who can help.
  return mayRead === false ? (
    <LinkButton variant="primary" href={`${helpAddresses.billing(slug)}#${isFree ? 'subscription' : 'cost-control'}`}>
      {label}
    </LinkButton>
  ) : (
    <PageLinkButton variant="primary" href={panelAddress(slug, panel, sourceOfRestriction[restriction])}>
      {label}
    </PageLinkButton>
  );
}
