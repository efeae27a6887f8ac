import { findCustomer } from '#server/store/customers.ts';
import type { Handler } from './handler.ts';
import { taxIdView } from './views/tax-id.ts';

export const getTaxId: Handler<'getTaxId'> = async (_, { db, organization }) => ({
  data: taxIdView(await findCustomer(db, organization.id)),
});
