import { saveOrganization } from '#server/money/organization.ts';
import type { Handler } from './handler.ts';

export const updateOrganization: Handler<'updateOrganization'> = async ({ body }, { money, organization }) => {
  const { id, slug, name, billingEmail, optInTags } = await saveOrganization(money, organization.id, body);
  return { data: { id, slug, name, billing_email: billingEmail, opt_in_tags: optInTags } };
};
