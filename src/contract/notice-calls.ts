import type { CallDeclaration } from './declaration.ts';
import { customerRead, organizationUpdate, subscriptionsRead } from './permissions.ts';

const billing = '/platform/organizations/{slug}/billing' as const;

export const noticeCalls = {
  getNoticeSettings: {
    method: 'GET',
    path: `${billing}/notice-settings`,
    access: customerRead,
    params: 'SlugParams',
    success: 200,
    response: 'NoticeSettings',
  },
  updateNoticeSettings: {
    method: 'PUT',
    path: `${billing}/notice-settings`,
    access: organizationUpdate,
    params: 'SlugParams',
    body: 'NoticeSettingsUpdate',
    alsoFails: [422],
    success: 200,
    response: 'NoticeSettings',
  },
  listNotices: {
    method: 'GET',
    path: `${billing}/notices`,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'NoticesQuery',
    success: 200,
    response: 'NoticePage',
  },
  listInvoiceNotices: {
    method: 'GET',
    path: `${billing}/invoices/{invoice_id}/notices`,
    access: subscriptionsRead,
    params: 'InvoiceParams',
    success: 200,
    response: 'NoticeList',
  },
  sendInvoiceAgain: {
    method: 'POST',
    path: `${billing}/invoices/{invoice_id}/notices`,
    access: organizationUpdate,
    params: 'InvoiceParams',
    idempotent: true,
    alsoFails: [422, 429],
    finalLimits: ['sent_recently', 'too_many_changes'],
    success: 200,
    response: 'NoticeList',
  },
  listActivity: {
    method: 'GET',
    path: `${billing}/activity`,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'ActivityQuery',
    success: 200,
    response: 'Activity',
  },
  exportActivity: {
    method: 'GET',
    path: `${billing}/activity/export`,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'ActivityExportQuery',
    success: 200,
    file: 'text/csv',
  },
} as const satisfies Record<string, CallDeclaration>;
