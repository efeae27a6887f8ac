import { emailKey, oneOfEachMailbox } from '#contract/email-address.ts';
import type { Shape } from '#contract/types.ts';
import { customerProfile, type CustomerRow, detailsOf, findCustomer, referencesOf } from '#server/store/customers.ts';
import { requireOwnBilling } from '#server/payments/guards.ts';
import { saveBillingDetails, checkBillingDetails } from '#server/payments/billing-details.ts';
import { sendConfirmationAgain } from '#server/payments/recipients.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import type { Handler } from './handler.ts';

function taxIdView(customer: CustomerRow | null): Shape<'TaxIdAnswer'> {
  const taxId = customer && detailsOf(customer).taxId;
  if (!taxId) return { tax_id: null };
  return { tax_id: taxId, ...(customer.taxIdVerification === null ? {} : { verification: customer.taxIdVerification }) };
}

/** Returns the addresses that are in both lists, even if the lists spell a mailbox differently. */
const inBoth = (addresses: readonly string[], others: readonly string[] | null): string[] =>
  addresses.filter((address) => others?.some((other) => emailKey(other) === emailKey(address)));

export const getCustomer: Handler<'getCustomer'> = async (_, { db, organization }) => {
  const profile = await customerProfile(db, organization.id);
  const { email, additionalEmails, bouncedEmails, unconfirmedEmails, budgetEmails, billingPartner, customer, balanceCents } = profile;
  const details = customer && detailsOf(customer);
  const recipients = [email ?? '', ...additionalEmails];
  const bounced = inBoth(recipients, bouncedEmails);
  return {
    data: {
      email,
      ...(details?.billingName ? { billing_name: details.billingName } : {}),
      additional_emails: additionalEmails,
      ...(bounced.length > 0 ? { bounced_emails: bounced } : {}),
      unconfirmed: oneOfEachMailbox(inBoth([...recipients, ...(budgetEmails ?? [])], unconfirmedEmails)),
      ...(details?.address ? { address: details.address } : {}),
      tax_id: details?.taxId ?? null,
      balance: balanceCents,
      billing_via_partner: billingPartner !== null,
      references: referencesOf(customer),
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

export const sendConfirmation: Handler<'sendConfirmation'> = async ({ body }, { paymentContext, db, organization, config, nowSeconds }) => {
  const scope = { organizationId: organization.id, limits: config.emailLimits, nowSeconds };
  await db.transaction(async (tx) => {
    await lockOrganization(tx, organization.id);
    await sendConfirmationAgain(tx, body.address, scope);
  });
  paymentContext.wake();
  return {};
};
