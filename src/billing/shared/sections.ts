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

/**
 * Whether a section is shown. An organization that could not be read (null) hides nothing: each section then speaks
 * for itself.
 */
export function isSectionVisible(anchor: SectionAnchor, organization: VisibilityFacts | null): boolean {
  if (!organization) return true;
  const isOn = (feature: Organization['disabled_features'][number]) => !organization.disabled_features.includes(feature);
  switch (anchor) {
    case 'subscription':
    case 'cost-control':
      return true;
    case 'breakdown':
      return organization.plan.id !== 'free';
    case 'credits-balance':
      return isOn('billing:credits');
    case 'invoices':
      return isOn('billing:invoices');
    case 'payment-methods':
      return isOn('billing:payment_methods') && !organization.billing_via_partner;
    case 'email':
    case 'address':
      return isOn('billing:account_data') && !organization.billing_via_partner;
  }
}

/** The billing page as a whole can be switched off for an organization. */
export const isBillingOn = (organization: VisibilityFacts): boolean => !organization.disabled_features.includes('billing:all');
