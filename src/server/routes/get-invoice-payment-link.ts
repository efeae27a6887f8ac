import { requireOwnBilling } from '#server/money/availability.ts';
import { paymentLink } from '#server/money/payment-link.ts';
import type { Handler } from './handler.ts';

export const getInvoicePaymentLink: Handler<'getInvoicePaymentLink'> = async ({ params }, { money, organization }) => {
  await requireOwnBilling(money, organization.id, 'billing:invoices');
  return { data: { redirectUrl: await paymentLink(money, { organizationId: organization.id, invoiceId: params.invoice_id }) } };
};
