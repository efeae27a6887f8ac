import { expect, it } from 'vitest';
import { matchRoute } from './routes.ts';

it.each([
  ['/', 'home', {}],
  ['/sign-in', 'signIn', {}],
  ['/org/pro-payg', 'organization', { slug: 'pro-payg' }],
  ['/org/pro-payg/', 'organization', { slug: 'pro-payg' }],
  ['/org/pro%20payg/billing', 'billing', { slug: 'pro payg' }],
  ['/project/abc', 'project', { ref: 'abc' }],
])('%s is %s', (path, name, params) => {
  expect(matchRoute(path)).toEqual({ name, params });
});

it.each(['/org', '/org//billing', '/org/a/billing/b', '/organization', '/org/%E0%A4%A/billing'])('%s is no page', (path) => {
  expect(matchRoute(path)).toBeNull();
});
