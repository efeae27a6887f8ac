import type { Organization } from '#contract/types.ts';

/** The sections of the page in the order of the specification; the names are the page's anchors. */
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

type VisibilityFacts = Pick<Organization, 'disabled_features' | 'plan' | 'billing_via_partner'>;

/** What switches a section off for an organization. */
const features: Partial<Record<SectionAnchor, Organization['disabled_features'][number]>> = {
  'credits-balance': 'billing:credits',
  'payment-methods': 'billing:payment_methods',
  email: 'billing:account_data',
  address: 'billing:account_data',
  invoices: 'billing:invoices',
};

/** What a marketplace keeps itself. */
const partnersOwn: readonly SectionAnchor[] = ['payment-methods', 'email', 'address'];

/**
 * Whether a section is shown. An organization that could not be read (null) hides nothing: each section then speaks
 * for itself.
 */
export function isSectionVisible(anchor: SectionAnchor, organization: VisibilityFacts | null): boolean {
  if (!organization) return true;
  const feature = features[anchor];
  return !(
    (feature && organization.disabled_features.includes(feature)) ||
    (organization.billing_via_partner && partnersOwn.includes(anchor)) ||
    (anchor === 'breakdown' && organization.plan.id === 'free')
  );
}

/** The billing page as a whole can be switched off for an organization. */
export const isBillingOn = (organization: VisibilityFacts): boolean => !organization.disabled_features.includes('billing:all');
