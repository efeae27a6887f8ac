import { expect, it } from 'vitest';
import { managedBy, partnerId } from './managed-by.ts';

it('believes the platform first and the slug second', () => {
  expect(managedBy({ billing_partner: 'aws_marketplace', slug: 'aws-market' })).toBe('aws_marketplace');
  expect(managedBy({ billing_partner: null, slug: 'vercel_icfg_7f3kQz' })).toBe('vercel_marketplace');
  expect(managedBy({ billing_partner: 'fly', slug: 'vercel_icfg_7f3kQz' })).toBe('fly');
});

it('takes no other slug for an installation', () => {
  expect(managedBy({ billing_partner: null, slug: 'vercel_tools' })).toBeNull();
  expect(managedBy({ billing_partner: null, slug: 'my_vercel_icfg_1' })).toBeNull();
  expect(partnerId('vercel_icfg_7f3kQz')).toBe('icfg_7f3kQz');
  expect(partnerId('pro-payg')).toBeNull();
});
