import { expect, it } from 'vitest';
import { matchRoute } from './routes.ts';

it.each([
  ['/', 'home', {}],
  ['/sign-in', 'signIn', {}],
  ['/org/pro-payg', 'organization', { slug: 'pro-payg' }],
  ['/org/pro-payg/', 'organization', { slug: 'pro-payg' }],
  ['/org/pro%20payg/billing', 'billing', { slug: 'pro payg' }],
  ['/org/a/billing/invoices/in_1', 'invoice', { slug: 'a', invoiceId: 'in_1' }],
  ['/org/a/budgets', 'budgets', { slug: 'a' }],
  ['/org/a/statement', 'statement', { slug: 'a' }],
  ['/project/abc', 'project', { ref: 'abc' }],
])('%s is %s', (path, name, params) => {
  expect(matchRoute(path)).toEqual({ name, params });
});

it.each(['/org', '/org//billing', '/org/a/billing/b', '/org/a/billing/invoices', '/organization', '/org/%E0%A4%A/billing'])(
  '%s is no page',
  (path) => {
    expect(matchRoute(path)).toBeNull();
  },
);
