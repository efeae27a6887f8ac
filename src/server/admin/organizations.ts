import type { AdminShape } from '#contract/admin/admin-types.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { changedOrganizations, provisionedOrganization, type ProvisionedOrganization } from '#server/store/provisioning/organizations.ts';
import type { AdminHandler } from './admin-handler.ts';
import { instantIn, pageOf, placeCursor, usualPage } from './lists/list-page.ts';
import { contractView, discountView } from './organization-terms.ts';

export function organizationAnswer(row: ProvisionedOrganization, nowSeconds: number): AdminShape<'AdminOrganization'> {
  return {
    slug: row.slug,
    name: row.name,
    billing_email: row.billingEmail,
    plan: row.plan,
    spend_cap: !row.usageBillingEnabled,
    payment_method_type: row.paymentMethodType,
    billing_partner: row.billingPartner,
    disabled_features: row.disabledFeatures,
    contract: contractView(row.contract),
    discounts: row.discounts.filter(({ endsAt }) => endsAt === null || endsAt > nowSeconds).map(discountView),
    external_id: row.externalId,
    po_number: row.poNumber,
    buyer_reference: row.buyerReference,
    po_required: row.poRequired ?? false,
    metadata: row.metadata,
    current_period_start: secondsOf(row.currentPeriodStart),
    current_period_end: secondsOf(row.currentPeriodEnd),
    created_at: secondsOf(row.createdAt),
    updated_at: secondsOf(row.updatedAt),
    closed_at: row.closedAt && secondsOf(row.closedAt),
  };
}

/** @throws {PlatformError} 404 */
export async function requireOrganization(db: Database, slug: string): Promise<ProvisionedOrganization> {
  const row = await provisionedOrganization(db, slug);
  if (!row) throw notFound('Organization');
  return row;
}

/** @throws {PlatformError} 404; 409 if the organization is closed */
export async function lockOpenOrganization(tx: Database, slug: string): Promise<ProvisionedOrganization> {
  const { id } = await requireOrganization(tx, slug);
  await lockOrganization(tx, id);
  return requireOpenOrganization(tx, slug);
}

/** @throws {PlatformError} 404; 409 if the organization is closed */
export async function requireOpenOrganization(db: Database, slug: string): Promise<ProvisionedOrganization> {
  const row = await requireOrganization(db, slug);
  if (row.closedAt)
    throw new PlatformError('conflict', 'This organization is closed', { fields: [{ path: 'params.slug', message: 'is closed' }] });
  return row;
}

export const getOrganization: AdminHandler<'getOrganization'> = async ({ params }, { db, nowSeconds }) => ({
  data: organizationAnswer(await requireOrganization(db, params.slug), nowSeconds),
});

export const listOrganizations: AdminHandler<'listOrganizations'> = async ({ query }, { db, nowSeconds }) => {
  const { cursor, limit = usualPage, updated_after: changedAfter = null, external_id: externalId, status } = query;
  const after = instantIn(cursor, /^\d{1,9}$/);
  const found = await changedOrganizations(db, { after, changedAfter, externalId, status, limit: limit + 1 });
  const page = pageOf(
    found,
    limit,
    placeCursor(({ updatedAt, id }) => ({ order: updatedAt.getTime(), id: String(id) })),
  );
  return { data: { organizations: page.rows.map((row) => organizationAnswer(row, nowSeconds)), next_cursor: page.next_cursor } };
};
