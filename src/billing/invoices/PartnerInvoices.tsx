import type { BillingPartner, Organization } from '#contract/types.ts';
import { partnerId, partnerNames } from '#lib/managed-by.ts';
import { awsBillingConsole, vercelInvoices } from '#lib/addresses.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { usePartnerLink } from '#billing/shared/data/use-partner-link.ts';

export function PartnerInvoices({ organization, partner }: { organization: Organization; partner: BillingPartner }) {
  const manage = usePartnerLink(organization);
  const address = invoicesAddress(organization, partner) ?? manage;
  const name = partnerNames[partner];
  return (
    <Notice
      variant="info"
      title={`The invoices of this organization are managed by ${name}`}
      actions={
        address !== undefined && (
          <TextLink href={address} opensInNewTab>
            {`View invoices on ${name}`}
          </TextLink>
        )
      }
    >
      {`${name} bills this organization and keeps its invoices.`}
    </Notice>
  );
}

function invoicesAddress({ slug }: Organization, partner: BillingPartner): string | undefined {
  const installation = partnerId(slug);
  if (partner === 'vercel_marketplace' && installation !== null) return vercelInvoices(installation);
  return partner === 'aws_marketplace' ? awsBillingConsole : undefined;
}
