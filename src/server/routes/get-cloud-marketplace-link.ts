import { notFound } from '#server/http/platform-error.ts';
import { findOrganization } from '#server/store/organizations.ts';
import type { Handler } from './handler.ts';

export const getCloudMarketplaceLink: Handler<'getCloudMarketplaceLink'> = async (_, { db, config, organization }) => {
  const { billingPartner } = await findOrganization(db, organization.id);
  if (billingPartner !== 'aws_marketplace') throw notFound('Marketplace');
  return { data: { url: config.partnerLinks.aws } };
};
