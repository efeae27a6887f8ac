import type { Organization } from '#contract/types.ts';
import { partnerNames } from '#lib/managed-by.ts';
import { PlatformError } from '#server/http/platform-error.ts';
import { findOrganization, type OrganizationRow } from '#server/store/organizations.ts';
import type { Money } from './context.ts';

type Feature = Organization['disabled_features'][number];

const names: Readonly<Partial<Record<Feature, string>>> = {
  'billing:all': 'Billing',
  'billing:account_data': 'Billing details',
  'billing:payment_methods': 'Payment methods',
  'billing:credits': 'Credits',
  'billing:invoices': 'Invoices',
};

/** @throws {PlatformError} 403 when the organization has the feature, or billing as a whole, switched off */
export async function requireFeature({ db }: Pick<Money, 'db'>, organizationId: number, feature: Feature): Promise<OrganizationRow> {
  const organization = await findOrganization(db, organizationId);
  const off = (['billing:all', feature] as const).find((name) => organization.disabledFeatures.includes(name));
  if (off) throw new PlatformError('forbidden', `${names[off] ?? 'This'} is not available for this organization`);
  return organization;
}

/** The same for what a partner manages in its own place. @throws {PlatformError} 422 naming the partner */
export async function requireOwnBilling(money: Pick<Money, 'db'>, organizationId: number, feature: Feature): Promise<OrganizationRow> {
  const organization = await requireFeature(money, organizationId, feature);
  const { billingPartner } = organization;
  if (billingPartner !== null)
    throw new PlatformError('rule_violated', `Billing of this organization is managed by ${partnerNames[billingPartner]}`);
  return organization;
}
