import { expect, it } from 'vitest';
import { readKey, readOptions } from './queries.ts';

const slug = { params: { slug: 'pro-payg' } };

it('keeps answers fresh as long as the specification says', () => {
  expect(readOptions('getSubscription', slug).staleTime).toBe(60 * 60 * 1000);
  expect(readOptions('getOrganization', slug).staleTime).toBe(30 * 60 * 1000);
});

it('tells reads apart by call and input', () => {
  const first = readKey('listInvoices', { ...slug, query: { offset: 0, limit: 5 } });
  const second = readKey('listInvoices', { ...slug, query: { offset: 5, limit: 5 } });
  expect(first).not.toEqual(second);
  expect(readOptions('listInvoices', first[1]).queryKey).toEqual(first);
});
