import { requireOwnBilling } from '#server/money/availability.ts';
import { paymentLink } from '#server/money/payment-link.ts';
import type { Handler } from './handler.ts';

export const getInvoicePaymentLink: Handler<'getInvoicePaymentLink'> = async ({ params }, { money, organization, pageOrigin }) => {
  await requireOwnBilling(money, organization.id, 'billing:invoices');
  const request = { organizationId: organization.id, invoiceId: params.invoice_id, returnOrigin: pageOrigin };
  return { data: { redirectUrl: await paymentLink(money, request) } };
};
