import type { CallName, Calls } from '#contract/calls.ts';
import { billingAddressTexts } from '#lib/texts/billing-address.ts';
import { creditsTexts } from '#lib/texts/credits.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { paymentMethodsTexts } from '#lib/texts/payment-methods.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { topUpTexts } from '#lib/texts/top-up.ts';
import { upcomingInvoiceTexts } from '#lib/texts/upcoming-invoice.ts';

type GuardedCall = { [N in CallName]: Calls[N]['access'] extends object ? N : never }[CallName];

/**
 * What a member reads who lacks the permission of a call: the words of the specification (section 6) that the page has for it
 * beforehand. They come from here where a right was taken away after the page was read.
 */
const texts: Readonly<Record<GuardedCall, string>> = {
  getSubscription: subscriptionTexts.noRead,
  listPlans: subscriptionTexts.noRead,
  listAudit: subscriptionTexts.noRead,
  previewSubscription: subscriptionTexts.noRead,
  updateSubscription: planChangeTexts.noWrite,
  confirmSubscription: planChangeTexts.noWrite,
  cancelPendingChange: planChangeTexts.noWrite,
  getUpcomingInvoice: upcomingInvoiceTexts.noRead,
  getUpcomingLineBreakdown: upcomingInvoiceTexts.noRead,
  listCreditHistory: creditsTexts.noRead,
  topUpCredits: topUpTexts.noWrite,
  listInvoices: invoicesTexts.noRead,
  countInvoices: invoicesTexts.noRead,
  exportInvoices: invoicesTexts.noRead,
  getInvoice: invoicesTexts.noRead,
  getInvoiceLines: invoicesTexts.noRead,
  getInvoicePdf: invoicesTexts.noRead,
  getInvoiceReceipt: invoicesTexts.noRead,
  getInvoicePaymentLink: invoicesTexts.noWrite,
  listPaymentMethods: paymentMethodsTexts.noRead,
  createSetupIntent: paymentMethodsTexts.noWrite,
  setDefaultPaymentMethod: paymentMethodsTexts.noWrite,
  deletePaymentMethod: paymentMethodsTexts.noWrite,
  deletePaymentMethodByPost: paymentMethodsTexts.noWrite,
  getCustomer: billingAddressTexts.noRead,
  getTaxId: billingAddressTexts.noRead,
  updateCustomer: billingAddressTexts.noWrite,
  putTaxId: billingAddressTexts.noWrite,
  deleteTaxId: billingAddressTexts.noWrite,
  updateOrganization: emailRecipientsTexts.noUpdate,
};

export const missingPermission = (name: CallName): string =>
  (texts as Partial<Record<CallName, string>>)[name] ?? 'You need additional permissions to do this';
