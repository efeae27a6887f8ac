import { customerProfile, detailsOf } from '#server/store/customers.ts';
import type { Handler } from './handler.ts';

export const getCustomer: Handler<'getCustomer'> = async (_, { db, organization }) => {
  const { email, additionalEmails, billingPartner, customer, balanceCents } = await customerProfile(db, organization.id);
  const details = customer && detailsOf(customer);
  return {
    data: {
      email,
      ...(details?.billingName ? { billing_name: details.billingName } : {}),
      additional_emails: additionalEmails,
      ...(details?.address ? { address: details.address } : {}),
      tax_id: details?.taxId ?? null,
      balance: balanceCents,
      billing_via_partner: billingPartner !== null,
      version: customer?.version ?? 0,
    },
  };
};
