import type { Organization } from '#contract/types.ts';
import { managedBy, partnerId } from '#lib/managed-by.ts';
import { flyDashboard } from '#lib/addresses.ts';
import { useRead } from './queries.ts';

export function usePartnerLink(organization: Organization): string | undefined {
  const { slug } = organization;
  const partner = managedBy(organization);
  const installation = partnerId(slug) ?? '';
  const cloud = useRead('getCloudMarketplaceLink', { params: { slug } }, partner === 'aws_marketplace');
  const hosting = useRead(
    'getHostingMarketplaceLink',
    { params: { installation_id: installation } },
    partner === 'vercel_marketplace' && installation !== '',
  );
  return partner === 'fly' ? flyDashboard : (cloud.data ?? hosting.data)?.url;
}
