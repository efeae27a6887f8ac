import { expect, it } from 'vitest';
import { requestKind } from './request-kinds.ts';
import { addressBlock } from './request-share.ts';

const organization = '/platform/organizations/acme';

it.each([
  ['GET', '/org/acme/billing', 'caller', 2, true],
  ['GET', '/', 'caller', 2, true],
  ['GET', '/sign-in', 'caller', 2, true],
  ['GET', '/no/such/page', 'caller', 2, true],
  ['GET', `${organization}/usage/daily`, 'caller', 4, true],
  ['GET', `${organization}/billing/forecast`, 'caller', 4, true],
  ['POST', `${organization}/billing/price-tags`, 'caller', 1, true],
  ['GET', `${organization}/billing/invoices/export`, 'caller', 4, false],
  ['GET', `${organization}/billing/activity/export`, 'caller', 4, false],
  ['GET', `${organization}/billing/invoices/in_1/pdf`, 'caller', 4, false],
  ['GET', `${organization}/billing/invoices/in_1/receipt`, 'caller', 4, false],
  ['GET', `${organization}/billing/statement`, 'caller', 4, true],
  ['GET', `${organization}/billing/statement/csv`, 'caller', 4, true],
  ['GET', `${organization}/billing/statement/journal`, 'caller', 4, true],
  ['HEAD', `${organization}/billing/statement/pdf`, 'caller', 4, true],
  ['HEAD', `${organization}/usage/daily`, 'caller', 4, true],
  ['HEAD', `${organization}/billing/invoices/in_1/pdf`, 'caller', 4, false],
  ['HEAD', `${organization}/billing/invoices`, 'caller', 1, false],
  ['POST', `${organization}/usage/daily`, 'caller', 1, false],
  ['GET', organization, 'caller', 1, false],
  ['POST', `${organization}/usage/records`, 'caller', 1, true],
  ['POST', '/admin/v1/organizations/acme/export', 'key', 8, false],
  ['POST', '/admin/v1/usage', 'key', 1, true],
  ['GET', '/admin/v1/organizations/acme', 'key', 1, false],
  ['POST', '/reports/csp', 'address', 1, false],
  ['GET', '/favicon.ico', 'address', 1, false],
] as const)('%s %s is counted by %s with weight %i', (method, path, counts, weight, isHeavy) => {
  expect(requestKind(method, path, 'production')).toMatchObject({ counts, weight, isHeavy });
});

it('names the organization of pages and calls', () => {
  for (const path of ['/org/acme', '/org/acme/billing', organization, `${organization}/usage`])
    expect(requestKind('GET', path, 'production')?.slug).toBe('acme');
  for (const path of ['/', '/platform/profile', '/org/a%2Fb/billing', '/organizations/acme'])
    expect(requestKind('GET', path, 'production')?.slug).toBeUndefined();
});

it.each([
  ['GET', '/assets/app-1.js'],
  ['HEAD', '/assets/app-1.js'],
  ['GET', '/auth/oidc'],
  ['GET', '/auth/oidc/callback'],
  ['POST', '/auth/oidc/back-channel-logout'],
  ['GET', '/staff/approvals/callback'],
  ['POST', '/sign-out'],
  ['POST', '/sign-out/everywhere'],
  ['POST', '/webhooks/gateway'],
])('never lets %s %s wait', (method, path) => {
  expect(requestKind(method, path, 'production')).toBeNull();
});

it.each([
  ['GET', '/webhooks/gateway'],
  ['GET', '/sign-out'],
  ['GET', '/auth/oidc/callback/x'],
  ['GET', '/sandbox/gateway/inspector'],
])('counts %s %s, which is answered with a page in production', (method, path) => {
  expect(requestKind(method, path, 'production')).toMatchObject({ weight: 2 });
});

it('counts a client by the addresses that it can choose from', () => {
  expect(addressBlock('203.0.113.7')).toBe('203.0.113.7');
  expect(addressBlock('2001:DB8:0:1:aaaa::1')).toBe('2001:db8:0:1');
  expect(addressBlock('2001:db8:0:1:bbbb:0:0:9')).toBe('2001:db8:0:1');
  expect(addressBlock('2001:db8::1')).toBe('2001:db8:0:0');
  expect(addressBlock('1::2:3:4:5:6:7')).toBe('1:0:2:3');
  expect(addressBlock('unknown')).toBe('unknown');
});
