import { requireOwnBilling } from '#server/money/availability.ts';
import { checkBillingDetails, saveBillingDetails } from '#server/money/billing-details.ts';
import type { Handler } from './handler.ts';

export const updateCustomer: Handler<'updateCustomer'> = async ({ query, body }, { money, organization }) => {
  await requireOwnBilling(money, organization.id, 'billing:account_data');
  if (query.dry_run === 'true') await checkBillingDetails(money, organization.id, body);
  else await saveBillingDetails(money, organization.id, body);
  return {};
};
