import type { CallDeclaration } from './declaration.ts';
import { subscriptionsRead } from './permissions.ts';

const organization = '/platform/organizations/{slug}' as const;

export const billingCalls = {
  getUpcomingInvoice: {
    method: 'GET',
    path: `${organization}/billing/invoices/upcoming`,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'UpcomingInvoiceQuery',
    version: '2',
    success: 200,
    response: 'UpcomingInvoice',
  },
  getUpcomingLineBreakdown: {
    method: 'GET',
    path: `${organization}/billing/invoices/upcoming/lines/{line_id}/breakdown`,
    access: subscriptionsRead,
    params: 'UpcomingLineParams',
    query: 'BreakdownQuery',
    success: 200,
    response: 'BreakdownPage',
  },
  listPlans: {
    method: 'GET',
    path: `${organization}/billing/plans`,
    access: subscriptionsRead,
    params: 'SlugParams',
    success: 200,
    response: 'PlanList',
  },
  getUsage: {
    method: 'GET',
    path: `${organization}/usage`,
    access: 'member',
    params: 'SlugParams',
    query: 'UsageQuery',
    success: 200,
    response: 'UsageSummary',
  },
  getDailyUsage: {
    method: 'GET',
    path: `${organization}/usage/daily`,
    access: 'member',
    params: 'SlugParams',
    query: 'DailyUsageQuery',
    success: 200,
    response: 'DailyUsage',
  },
  listAudit: {
    method: 'GET',
    path: `${organization}/billing/audit`,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'AuditQuery',
    success: 200,
    response: 'AuditLog',
  },
  listMembers: {
    method: 'GET',
    path: `${organization}/members`,
    access: 'member',
    params: 'SlugParams',
    success: 200,
    response: 'MemberList',
  },
  listMembersAtFreeProjectLimit: {
    method: 'GET',
    path: `${organization}/members/reached-free-project-limit`,
    access: 'member',
    params: 'SlugParams',
    success: 200,
    response: 'MemberAtLimitList',
  },
} as const satisfies Record<string, CallDeclaration>;
