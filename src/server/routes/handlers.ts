import type { CallName } from '#contract/calls.ts';
import { cancelPendingChange } from './cancel-pending-change.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import { countInvoices } from './count-invoices.ts';
import { createSetupIntent } from './create-setup-intent.ts';
import { deletePaymentMethod, deletePaymentMethodByPost } from './delete-payment-method.ts';
import { deleteTaxId } from './delete-tax-id.ts';
import { exportInvoices } from './export-invoices.ts';
import { getCloudMarketplaceLink } from './get-cloud-marketplace-link.ts';
import { getCustomer } from './get-customer.ts';
import { getDailyUsage } from './get-daily-usage.ts';
import { getHostingMarketplaceLink } from './get-hosting-marketplace-link.ts';
import { getInvoiceLines } from './get-invoice-lines.ts';
import { getInvoicePdf, getInvoiceReceipt } from './get-invoice-pdf.ts';
import { getInvoicePaymentLink } from './get-invoice-payment-link.ts';
import { getInvoice } from './get-invoice.ts';
import { getOrganization } from './get-organization.ts';
import { getPermissions } from './get-permissions.ts';
import { getProfile } from './get-profile.ts';
import { getProject } from './get-project.ts';
import { getSubscription } from './get-subscription.ts';
import { getTaxId } from './get-tax-id.ts';
import { getUpcomingInvoice } from './get-upcoming-invoice.ts';
import { getUpcomingLineBreakdown } from './get-upcoming-line-breakdown.ts';
import { getUsage } from './get-usage.ts';
import type { Handler } from './handler.ts';
import { listAudit } from './list-audit.ts';
import { listCreditHistory } from './list-credit-history.ts';
import { listInvoices } from './list-invoices.ts';
import { listMembersAtFreeProjectLimit } from './list-members-at-free-project-limit.ts';
import { listMembers } from './list-members.ts';
import { listOrganizations } from './list-organizations.ts';
import { listPaymentMethods } from './list-payment-methods.ts';
import { listPlans } from './list-plans.ts';
import { listProjects } from './list-projects.ts';
import { previewSubscription } from './preview-subscription.ts';
import { putTaxId } from './put-tax-id.ts';
import { recordUsage } from './record-usage.ts';
import { setDefaultPaymentMethod } from './set-default-payment-method.ts';
import { submitDowngradeFeedback, submitUpgradeFeedback } from './submit-feedback.ts';
import { topUpCredits } from './top-up-credits.ts';
import { updateCustomer } from './update-customer.ts';
import { updateOrganization } from './update-organization.ts';
import { updateSubscription } from './update-subscription.ts';

/** Complete by type: a call that the contract declares and nobody handles does not compile. */
export const handlers: { readonly [N in CallName]: Handler<N> } = {
  cancelPendingChange,
  confirmSubscription,
  countInvoices,
  createSetupIntent,
  deletePaymentMethod,
  deletePaymentMethodByPost,
  deleteTaxId,
  exportInvoices,
  getCloudMarketplaceLink,
  getCustomer,
  getDailyUsage,
  getHostingMarketplaceLink,
  getInvoice,
  getInvoiceLines,
  getInvoicePaymentLink,
  getInvoicePdf,
  getInvoiceReceipt,
  getOrganization,
  getPermissions,
  getProfile,
  getProject,
  getSubscription,
  getTaxId,
  getUpcomingInvoice,
  getUpcomingLineBreakdown,
  getUsage,
  listAudit,
  listCreditHistory,
  listInvoices,
  listMembers,
  listMembersAtFreeProjectLimit,
  listOrganizations,
  listPaymentMethods,
  listPlans,
  listProjects,
  previewSubscription,
  putTaxId,
  recordUsage,
  setDefaultPaymentMethod,
  submitDowngradeFeedback,
  submitUpgradeFeedback,
  topUpCredits,
  updateCustomer,
  updateOrganization,
  updateSubscription,
};
