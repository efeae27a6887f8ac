import { requireOwnBilling } from '#server/money/availability.ts';
import { saveOrganization } from '#server/money/organization.ts';
import type { Handler } from './handler.ts';

export const updateOrganization: Handler<'updateOrganization'> = async ({ body }, { money, organization }) => {
  // The name belongs to everybody, the recipients to the billing details.
  if (body.billing_email !== undefined || body.additional_billing_emails !== undefined)
    await requireOwnBilling(money, organization.id, 'billing:account_data');
  const { id, slug, name, billingEmail, optInTags } = await saveOrganization(money, organization.id, body);
  return { data: { id, slug, name, billing_email: billingEmail, opt_in_tags: optInTags } };
};
