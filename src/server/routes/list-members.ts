import type { RequiredPermission } from '#contract/declaration.ts';
import { isAllowed } from '#lib/permissions.ts';
import { permissionsOf } from '#server/domain/access.ts';
import { membersOf } from '#server/store/members.ts';
import type { Handler } from './handler.ts';

/** "May" means every part of billing: who may pay must see what is paid. */
const billing = ['stripe.subscriptions', 'stripe.customer', 'stripe.tax_ids', 'stripe.payment_methods'] as const;
const each = (action: 'billing:Read' | 'billing:Write'): RequiredPermission[] => billing.map((resource) => ({ action, resource }));

const read = each('billing:Read');
const write = each('billing:Write');
const update: RequiredPermission[] = [{ action: 'write:Update', resource: 'organizations' }];

export const listMembers: Handler<'listMembers'> = async (_, { db, organization }) => {
  const rows = await membersOf(db, organization.id);
  return {
    data: rows.map(({ username, primaryEmail, role }) => {
      const grants = permissionsOf(role, organization.slug);
      const may = (required: readonly RequiredPermission[]): boolean => required.every((one) => isAllowed(grants, organization.slug, one));
      return {
        username,
        primary_email: primaryEmail,
        may: { billing_read: may(read), billing_write: may(write), organization_update: may(update) },
      };
    }),
  };
};
