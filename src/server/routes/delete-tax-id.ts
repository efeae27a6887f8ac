import { requireOwnBilling } from '#server/money/availability.ts';
import { saveBillingDetails } from '#server/money/billing-details.ts';
import type { Handler } from './handler.ts';

export const deleteTaxId: Handler<'deleteTaxId'> = async (_, { money, organization }) => {
  await requireOwnBilling(money, organization.id, 'billing:account_data');
  await saveBillingDetails(money, organization.id, { tax_id: null });
  return {};
};
