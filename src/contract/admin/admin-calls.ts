import type { AdminCallDeclaration } from './admin-declaration.ts';
import { eventCalls } from './event-calls.ts';
import { organizationCalls } from './organization-calls.ts';
import { projectCalls } from './project-calls.ts';
import { staffCalls } from './staff-calls.ts';

const keys = '/admin/v1/keys' as const;

/** Source of routing, validation, scopes, the OpenAPI document, the command line and the tests of access and invalid input. */
export const adminCallTable = {
  createKey: {
    method: 'POST',
    path: keys,
    scopes: ['keys'],
    tag: 'Keys',
    body: 'KeyInput',
    idempotent: true,
    holdsSecret: true,
    success: 201,
    response: 'MadeKey',
  },
  listKeys: { method: 'GET', path: keys, scopes: ['keys'], tag: 'Keys', query: 'PageQuery', success: 200, response: 'KeyList' },
  revokeKey: {
    method: 'DELETE',
    path: `${keys}/{id}`,
    scopes: ['keys'],
    tag: 'Keys',
    params: 'KeyParams',
    query: 'RevokeKeyQuery',
    success: 200,
    alsoEmpty: 204,
    response: 'RevokedKey',
  },
  listAudit: {
    method: 'GET',
    path: '/admin/v1/audit',
    scopes: ['read', 'keys'],
    tag: 'Keys',
    query: 'AuditQuery',
    success: 200,
    response: 'AuditPage',
  },
  ...organizationCalls,
  ...projectCalls,
  sendUsage: {
    method: 'POST',
    path: '/admin/v1/usage',
    scopes: ['usage'],
    tag: 'Usage',
    body: 'AdminUsageBatch',
    takesEvents: true,
    bodyKilobytes: 2560,
    anyNumbers: true,
    judgesEntries: true,
    idempotent: true,
    success: 200,
    response: 'AdminUsageOutcome',
  },
  publishPriceBook: {
    method: 'POST',
    path: '/admin/v1/price-books',
    scopes: ['catalog'],
    tag: 'Price books',
    body: 'PriceBookInput',
    bodyKilobytes: 256,
    anyNumbers: true,
    idempotent: true,
    alsoFails: [409, 422],
    success: 200,
    alsoMade: 201,
    response: 'PriceBookAnswer',
  },
  withdrawPriceBook: {
    method: 'DELETE',
    path: '/admin/v1/price-books/{version}',
    scopes: ['catalog'],
    tag: 'Price books',
    params: 'PriceBookParams',
    query: 'WithdrawPriceBookQuery',
    alsoFails: [409],
    success: 204,
  },
  listPriceBooks: {
    method: 'GET',
    path: '/admin/v1/price-books',
    scopes: ['read', 'catalog'],
    tag: 'Price books',
    query: 'PageQuery',
    success: 200,
    response: 'PriceBookList',
  },
  getPriceBook: {
    method: 'GET',
    path: '/admin/v1/price-books/{version}',
    scopes: ['read', 'catalog'],
    tag: 'Price books',
    params: 'PriceBookParams',
    success: 200,
    response: 'PriceBookVersion',
  },
  listDeadJobs: {
    method: 'GET',
    path: '/admin/v1/dead-jobs',
    scopes: ['read', 'organizations'],
    tag: 'Jobs',
    query: 'PageQuery',
    success: 200,
    response: 'DeadJobList',
  },
  retryDeadJob: {
    method: 'POST',
    path: '/admin/v1/dead-jobs/{job_id}/retry',
    scopes: ['organizations'],
    tag: 'Jobs',
    params: 'DeadJobParams',
    success: 202,
    response: 'JobRetry',
  },
  ...staffCalls,
  ...eventCalls,
} as const satisfies Record<string, AdminCallDeclaration>;

export type AdminCalls = typeof adminCallTable;
export type AdminCallName = keyof AdminCalls;
