import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration, RequiredPermission } from '#contract/declaration.ts';
import { activityTexts } from '#lib/texts/activity.ts';
import { billingAddressTexts } from '#lib/texts/billing-address.ts';
import { budgetsTexts } from '#lib/texts/budgets.ts';
import { costTexts } from '#lib/texts/costs.ts';
import { creditsTexts } from '#lib/texts/credits.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { noticesTexts } from '#lib/texts/notices.ts';
import { paymentMethodsTexts } from '#lib/texts/payment-methods.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { proposalsTexts } from '#lib/texts/proposals.ts';
import { statementTexts } from '#lib/texts/statement.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { tokensTexts } from '#lib/texts/tokens.ts';
import { topUpTexts } from '#lib/texts/top-up.ts';
import { upcomingInvoiceTexts } from '#lib/texts/upcoming-invoice.ts';

type Permission = `${RequiredPermission['action']} ${RequiredPermission['resource']}`;

/** From section 6 of the specification. */
const textsOfPermissions: Partial<Record<Permission, string>> = {
  'billing:Read stripe.subscriptions': subscriptionTexts.noRead,
  'billing:Write stripe.subscriptions': planChangeTexts.noWrite,
  'billing:Read stripe.payment_methods': paymentMethodsTexts.noRead,
  'billing:Write stripe.payment_methods': paymentMethodsTexts.noWrite,
  'billing:Read stripe.customer': billingAddressTexts.noRead,
  'billing:Write stripe.customer': billingAddressTexts.noWrite,
  'billing:Read stripe.tax_ids': billingAddressTexts.noRead,
  'billing:Write stripe.tax_ids': billingAddressTexts.noWrite,
  'write:Update organizations': emailRecipientsTexts.noUpdate,
};

const textsOfCalls: Partial<Record<CallName, string>> = {
  getUpcomingInvoice: upcomingInvoiceTexts.noRead,
  getUpcomingLineBreakdown: upcomingInvoiceTexts.noRead,
  listActivity: activityTexts.noRead,
  exportActivity: activityTexts.noRead,
  listBudgets: budgetsTexts.noRead,
  getBudgetHistory: budgetsTexts.noRead,
  previewBudget: budgetsTexts.noRead,
  getSpend: budgetsTexts.noRead,
  getCosts: costTexts.noRead,
  exportFocus: costTexts.noRead,
  getForecast: budgetsTexts.noRead,
  priceItem: upcomingInvoiceTexts.noRead,
  compareInvoice: invoicesTexts.noRead,
  compareUpcomingInvoice: upcomingInvoiceTexts.noRead,
  createBudget: budgetsTexts.noWrite,
  updateBudget: budgetsTexts.noWrite,
  deleteBudget: budgetsTexts.noWrite,
  listTokens: tokensTexts.noRead,
  createToken: tokensTexts.noWrite,
  revokeToken: tokensTexts.noWrite,
  listProposals: proposalsTexts.noRead,
  createProposal: proposalsTexts.noRead,
  approveProposal: proposalsTexts.noDecide,
  refuseProposal: proposalsTexts.noDecide,
  listInvoiceNotices: invoicesTexts.noRead,
  sendInvoiceAgain: noticesTexts.noSend,
  listCreditHistory: creditsTexts.noRead,
  topUpCredits: topUpTexts.noWrite,
  listInvoices: invoicesTexts.noRead,
  countInvoices: invoicesTexts.noRead,
  exportInvoices: invoicesTexts.noRead,
  getInvoice: invoicesTexts.noRead,
  getInvoiceLines: invoicesTexts.noRead,
  getInvoicePdf: invoicesTexts.noRead,
  getEInvoice: invoicesTexts.noRead,
  getInvoiceReceipt: invoicesTexts.noRead,
  getCreditNotePdf: invoicesTexts.noRead,
  getCreditNoteEInvoice: invoicesTexts.noRead,
  getStatement: statementTexts.noRead,
  getStatementCsv: statementTexts.noRead,
  getStatementJournal: statementTexts.noRead,
  getStatementPdf: statementTexts.noRead,
  getInvoicePaymentLink: invoicesTexts.noWrite,
  useCredits: invoicesTexts.noWrite,
  payInvoice: invoicesTexts.noWrite,
  correctBuyer: billingAddressTexts.noWrite,
};

export function missingPermission(name: CallName): string {
  const { access }: CallDeclaration = callTable[name];
  const permission = typeof access === 'object' ? textsOfPermissions[`${access.action} ${access.resource}`] : undefined;
  return textsOfCalls[name] ?? permission ?? 'You need additional permissions to do this';
}
