import type { BillingPartner, Organization } from '#contract/types.ts';

export const partnerNames: Readonly<Record<BillingPartner, string>> = {
  vercel_marketplace: 'Vercel Marketplace',
  aws_marketplace: 'AWS Marketplace',
  fly: 'Fly.io',
};

const installationSlug = /^vercel_(icfg_.+)$/;

/** Partner that manages billing: from the platform's field, otherwise from a marketplace slug (`vercel_icfg_...`). */
export function managedBy(organization: Pick<Organization, 'billing_partner' | 'slug'>): BillingPartner | null {
  return organization.billing_partner ?? (installationSlug.test(organization.slug) ? 'vercel_marketplace' : null);
}

/** Organization id that the partner uses: the slug without the marketplace prefix; null for other slugs. */
export function partnerId(slug: string): string | null {
  return installationSlug.exec(slug)?.[1] ?? null;
}
