import { requireOwnBilling } from '#server/money/availability.ts';
import { saveBillingDetails } from '#server/money/billing-details.ts';
import { findCustomer } from '#server/store/customers.ts';
import type { Handler } from './handler.ts';
import { taxIdView } from './views/tax-id.ts';

export const putTaxId: Handler<'putTaxId'> = async ({ body }, { money, db, organization }) => {
  await requireOwnBilling(money, organization.id, 'billing:account_data');
  await saveBillingDetails(money, organization.id, { tax_id: body }, 'body');
  return { data: taxIdView(await findCustomer(db, organization.id)) };
};
