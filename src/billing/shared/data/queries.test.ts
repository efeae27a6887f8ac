import { expect, it } from 'vitest';
import { readKey, readOptions, slowlyWhile } from './queries.ts';

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

it('asks ever more slowly while a bank takes its time, failures counted, and comes to an end', () => {
  const pause = (data: boolean | undefined, dataUpdateCount: number, errorUpdateCount = 0) =>
    slowlyWhile((isUnderWay: boolean) => isUnderWay)({ state: { data, dataUpdateCount, errorUpdateCount } });
  expect([1, 2, 3, 4, 5, 6].map((answers) => pause(true, answers))).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  expect(pause(true, 1, 2)).toBe(20_000);
  expect([pause(false, 1), pause(undefined, 0), pause(true, 60, 40)]).toEqual([false, false, false]);
});
