import type { BillingPartner, Organization } from '#contract/types.ts';

export const partnerNames: Readonly<Record<BillingPartner, string>> = {
  vercel_marketplace: 'Vercel Marketplace',
  aws_marketplace: 'AWS Marketplace',
  fly: 'Fly.io',
};

const installationSlug = /^vercel_(icfg_.+)$/;

/**
 * The partner that manages an organization, or null for the product itself. The platform's own word counts first;
 * else a slug that names a hosting-platform installation (`vercel_icfg_...`) tells.
 */
export function managedBy(organization: Pick<Organization, 'billing_partner' | 'slug'>): BillingPartner | null {
  return organization.billing_partner ?? (installationSlug.test(organization.slug) ? 'vercel_marketplace' : null);
}

/** The partner's own id of the organization: the slug without the marketplace prefix; null for any other slug. */
export function partnerId(slug: string): string | null {
  return installationSlug.exec(slug)?.[1] ?? null;
}
