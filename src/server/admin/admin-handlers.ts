import type { AdminCallName } from '#contract/admin/admin-calls.ts';
import * as addons from './addons.ts';
import * as approvals from './approvals.ts';
import type { AdminHandler } from './admin-handler.ts';
import { getApprovalLimits, putApprovalLimits } from './approval-limits.ts';
import { closeOrganization } from './close-organization.ts';
import { listDeadJobs, retryDeadJob } from './dead-jobs.ts';
import { exportOrganization } from './export-organization.ts';
import * as erasures from './erasures.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { deleteMember, getMember, listMembers, putMember } from './members.ts';
import { listAllInvoices, listAllPayments, listStaffInvoices, listStaffPayments } from './lists/money-lists.ts';
import { getCharges, putCharges } from './money-state.ts';
import { putInvoiceMetadata } from './staff-invoice-view.ts';
import { listAllNotices, listNotices, listRefusedEmails, reportBounce, resendNotice } from './notices.ts';
import { getOrganization, listOrganizations } from './organizations.ts';
import { putOrganization } from './put-organization.ts';
import * as endpoints from './webhook-endpoints.ts';
import * as webhooks from './webhooks.ts';
import { listAudit } from './platform-audit.ts';
import { getPriceBook, listPriceBooks, publishPriceBook, withdrawPriceBook } from './price-books.ts';
import { deleteProject, getProject, listProjects, putProject } from './projects.ts';
import { sendUsage } from './send-usage.ts';
import * as staff from './staff-handlers.ts';
import { getStanding } from './standing.ts';

export const adminHandlers: { readonly [N in AdminCallName]: AdminHandler<N> } = {
  ...addons,
  ...approvals,
  getApprovalLimits,
  putApprovalLimits,
  ...erasures,
  getCharges,
  listAllInvoices,
  listAllPayments,
  listStaffInvoices,
  putInvoiceMetadata,
  listStaffPayments,
  putCharges,
  ...staff,
  ...webhooks,
  changeWebhookEndpoint: endpoints.changeWebhookEndpoint,
  createWebhookEndpoint: endpoints.createWebhookEndpoint,
  deleteWebhookEndpoint: endpoints.deleteWebhookEndpoint,
  enableWebhookEndpoint: endpoints.enableWebhookEndpoint,
  listWebhookEndpoints: endpoints.listWebhookEndpoints,
  rotateWebhookSecret: endpoints.rotateWebhookSecret,
  testWebhookEndpoint: endpoints.testWebhookEndpoint,
  closeOrganization,
  createKey,
  deleteMember,
  deleteProject,
  exportOrganization,
  getMember,
  getOrganization,
  getPriceBook,
  getProject,
  getStanding,
  listAudit,
  listDeadJobs,
  listKeys,
  listMembers,
  listAllNotices,
  listNotices,
  listOrganizations,
  listPriceBooks,
  listProjects,
  publishPriceBook,
  withdrawPriceBook,
  putMember,
  putOrganization,
  putProject,
  listRefusedEmails,
  reportBounce,
  resendNotice,
  retryDeadJob,
  revokeKey,
  sendUsage,
};
