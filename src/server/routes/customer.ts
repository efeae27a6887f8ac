import { emailKey } from '#contract/email-address.ts';
import type { Shape } from '#contract/types.ts';
import { customerProfile, type CustomerRow, detailsOf, findCustomer } from '#server/store/customers.ts';
import { requireOwnBilling } from '#server/payments/guards.ts';
import { saveBillingDetails, checkBillingDetails } from '#server/payments/billing-details.ts';
import type { Handler } from './handler.ts';

function taxIdView(customer: CustomerRow | null): Shape<'TaxIdAnswer'> {
  const taxId = customer && detailsOf(customer).taxId;
  if (!taxId) return { tax_id: null };
  return { tax_id: taxId, ...(customer.taxIdVerification === null ? {} : { verification: customer.taxIdVerification }) };
}

export const getCustomer: Handler<'getCustomer'> = async (_, { db, organization }) => {
  const { email, additionalEmails, bouncedEmails, billingPartner, customer, balanceCents } = await customerProfile(db, organization.id);
  const details = customer && detailsOf(customer);
  const bounced = [email ?? '', ...additionalEmails].filter((address) =>
    bouncedEmails?.some((each) => emailKey(each) === emailKey(address)),
  );
  return {
    data: {
      email,
      ...(details?.billingName ? { billing_name: details.billingName } : {}),
      additional_emails: additionalEmails,
      ...(bounced.length > 0 ? { bounced_emails: bounced } : {}),
      ...(details?.address ? { address: details.address } : {}),
      tax_id: details?.taxId ?? null,
      balance: balanceCents,
      billing_via_partner: billingPartner !== null,
      version: customer?.version ?? 0,
    },
  };
};

export const deleteTaxId: Handler<'deleteTaxId'> = async (_, { paymentContext, organization }) => {
  await requireOwnBilling(paymentContext, organization.id, 'billing:account_data');
  await saveBillingDetails(paymentContext, organization.id, { tax_id: null });
  return {};
};

export const getTaxId: Handler<'getTaxId'> = async (_, { db, organization }) => ({
  data: taxIdView(await findCustomer(db, organization.id)),
});

export const putTaxId: Handler<'putTaxId'> = async ({ body }, { paymentContext, db, organization }) => {
  await requireOwnBilling(paymentContext, organization.id, 'billing:account_data');
  await saveBillingDetails(paymentContext, organization.id, { tax_id: body }, 'body');
  return { data: taxIdView(await findCustomer(db, organization.id)) };
};

export const updateCustomer: Handler<'updateCustomer'> = async ({ query, body }, { paymentContext, organization }) => {
  await requireOwnBilling(paymentContext, organization.id, 'billing:account_data');
  if (query.dry_run === 'true') await checkBillingDetails(paymentContext, organization.id, body);
  else await saveBillingDetails(paymentContext, organization.id, body);
  return {};
};
