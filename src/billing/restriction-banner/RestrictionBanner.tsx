import { useLocation } from 'wouter';
import type { Organization } from '#contract/types.ts';
import { addresses } from '#lib/addresses.ts';
import { docAddresses } from '#lib/help-addresses.ts';
import { violationTexts } from '#lib/texts/restriction-banner.ts';
import { Banner } from '#ui/Banner/Banner.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { Alive } from '#billing/shared/Alive.tsx';
import { PageLinkButton } from '#billing/shared/PageLinkButton.tsx';
import { useOrganization } from '#billing/shared/use-organization.ts';
import { useSubscription } from '#billing/shared/use-subscription.ts';
import { RestrictionAction } from './RestrictionAction.tsx';
import { restrictionOf, type Restriction } from './restriction.ts';
import { restrictionWords } from './restriction-words.ts';
import styles from './RestrictionBanner.module.css';

/** What is exceeded or unpaid, what that means now, what happens next and what to do about it. */
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
  const [path] = useLocation();
  const usage = addresses.usage(organization.slug);
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
            <LinkButton href={`${addresses.billing(organization.slug)}#invoices`}>View invoices</LinkButton>
          )}
          {path !== usage && <PageLinkButton href={usage}>View usage</PageLinkButton>}
        </>
      }
    >
      <p>{now}</p>
      {/* Not everything that can be exceeded has a name here. */}
      {data.violations.length > 0 && (
        <ul className={styles.violations}>
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
      <Alive boundary="restriction" />
    </Banner>
  );
}
