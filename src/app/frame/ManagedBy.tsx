import { usePartnerLink } from '#billing/shared/data/use-partner-link.ts';
import { useOrganization } from '#billing/shared/data/use-billing-data.ts';
import type { BillingPartner, Organization } from '#contract/types.ts';
import { managedBy, partnerNames } from '#lib/managed-by.ts';
import { fillText } from '#lib/texts/fill.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import styles from './ManagedBy.module.css';

export function ManagedBy() {
  const { data } = useOrganization();
  const partner = data ? managedBy(data) : null;
  if (!data || !partner) return null;
  return (
    <section aria-label="Managed by" className={styles.root}>
      <p>{fillText(frameTexts.managedBy, { partner: partnerNames[partner] })}</p>
      <ManageLink organization={data} partner={partner} />
    </section>
  );
}

function ManageLink({ organization, partner }: { organization: Organization; partner: BillingPartner }) {
  const address = usePartnerLink(organization);
  return address === undefined ? null : (
    <TextLink href={address} opensInNewTab nameSuffix={` on ${partnerNames[partner]}`}>
      Manage
    </TextLink>
  );
}
