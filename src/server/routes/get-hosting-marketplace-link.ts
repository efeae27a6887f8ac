import { notFound } from '#server/http/platform-error.ts';
import { rolesOfMember } from '#server/store/organizations.ts';
import type { Handler } from './handler.ts';

/** An installation is an organization whose slug carries its id; a member of another organization learns nothing of it. */
export const getHostingMarketplaceLink: Handler<'getHostingMarketplaceLink'> = async ({ params }, { db, config, member }) => {
  const organizations = await rolesOfMember(db, member.id);
  if (!organizations.some(({ slug }) => slug === `vercel_${params.installation_id}`)) throw notFound('Installation');
  return { data: { url: config.partnerLinks.vercel.replaceAll('{installation_id}', params.installation_id) } };
};
