import type { Organization } from '#contract/types.ts';

/** Sections in the specification's order. Each name is the section's anchor in the URL. */
export const sectionOrder = [
  'subscription',
  'breakdown',
  'cost-control',
  'credits-balance',
  'payment-methods',
  'email',
  'address',
  'invoices',
] as const;

export type SectionAnchor = (typeof sectionOrder)[number];

export const sectionTitles: Readonly<Record<SectionAnchor, string>> = {
  subscription: 'Subscription Plan',
  breakdown: 'Upcoming Invoice',
  'cost-control': 'Cost Control',
  'credits-balance': 'Credit Balance',
  'payment-methods': 'Payment Methods',
  email: 'Email Recipients',
  address: 'Billing Address & Tax ID',
  invoices: 'Past Invoices',
};

/** Sections that start payments. If one of these sections crashes, the error shows the status of an open payment. */
export const payingSections: readonly SectionAnchor[] = ['subscription', 'cost-control', 'credits-balance', 'payment-methods', 'invoices'];

type VisibilityFacts = Pick<Organization, 'disabled_features' | 'plan' | 'billing_via_partner'>;

const features: Partial<Record<SectionAnchor, Organization['disabled_features'][number]>> = {
  'credits-balance': 'billing:credits',
  'payment-methods': 'billing:payment_methods',
  email: 'billing:account_data',
  address: 'billing:account_data',
  invoices: 'billing:invoices',
};

/** Sections that are hidden if a marketplace bills the organization. */
const partnersOwn: readonly SectionAnchor[] = ['payment-methods', 'email', 'address'];

/** If the organization could not be read (null), all sections are visible and report their own errors. */
export function isSectionVisible(anchor: SectionAnchor, organization: VisibilityFacts | null): boolean {
  if (!organization) return true;
  const feature = features[anchor];
  return !(
    (feature && organization.disabled_features.includes(feature)) ||
    (organization.billing_via_partner && partnersOwn.includes(anchor)) ||
    (anchor === 'breakdown' && organization.plan.id === 'free')
  );
}

export const isBillingOn = (organization: VisibilityFacts): boolean => !organization.disabled_features.includes('billing:all');
