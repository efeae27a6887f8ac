import { expect, it } from 'vitest';
import type { Permission } from '#contract/types.ts';
import { isAllowed } from './permissions.ts';

const row = (changes: Partial<Permission> = {}): Permission => ({
  organization_slug: 'a',
  actions: ['billing:Read'],
  resources: ['stripe.subscriptions'],
  project_refs: [],
  restrictive: false,
  ...changes,
});
const required = { action: 'billing:Read', resource: 'stripe.subscriptions' } as const;

it('needs a row for the organization, the action and the resource', () => {
  expect(isAllowed([row()], 'a', required)).toBe(true);
  expect(isAllowed([row({ organization_slug: 'b' })], 'a', required)).toBe(false);
  expect(isAllowed([row({ actions: ['billing:Write'] })], 'a', required)).toBe(false);
  expect(isAllowed([row({ resources: ['stripe.customer'] })], 'a', required)).toBe(false);
  expect(isAllowed([], 'a', required)).toBe(false);
});

it('reads % as every value', () => {
  expect(isAllowed([row({ actions: ['%'], resources: ['%'] })], 'a', required)).toBe(true);
});

it('lets a restrictive row win', () => {
  expect(isAllowed([row({ actions: ['%'], resources: ['%'] }), row({ restrictive: true })], 'a', required)).toBe(false);
});
