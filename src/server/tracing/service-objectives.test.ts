import { expect, it } from 'vitest';
import { adminCallTable } from '#contract/admin/admin-calls.ts';
import { callTable } from '#contract/calls.ts';
import { objectiveOf, objectiveOutcome } from './service-objectives.ts';

it('counts pages and what they read as page reads', () => {
  expect(objectiveOf('page', 'GET')).toBe('page_reads');
  expect(objectiveOf('getInvoice', 'GET')).toBe('page_reads');
  expect(objectiveOf('page', 'POST')).toBeNull();
});

it('counts every call that moves money as a money write, and no other write', () => {
  const names = [
    ...Object.entries(callTable).flatMap(([name, call]) => ('idempotent' in call ? [name] : [])),
    ...Object.entries(adminCallTable).flatMap(([name, call]) => ('staffAction' in call ? [`admin.${name}`] : [])),
  ];
  expect(names).toEqual(expect.arrayContaining(['updateSubscription', 'topUpCredits', 'payInvoice']));
  expect(names.filter((name) => name.startsWith('admin.')).length).toBeGreaterThan(5);
  for (const name of names) expect([name, objectiveOf(name, 'POST')]).toEqual([name, 'money_writes']);
  expect(objectiveOf('updateOrganization', 'PATCH')).toBeNull();
});

it('counts nothing that no member waits for', () => {
  for (const route of ['/healthz', '/readyz', '/metrics', '/assets/', 'admin.recordUsage', 'unknown'])
    expect([route, objectiveOf(route, 'GET')]).toEqual([route, null]);
});

it('has a failure of the platform and a late answer against it, and a refusal not', () => {
  expect([200, 402, 404, 429, 499].map((status) => objectiveOutcome('money_writes', status, 0.2))).toEqual(Array(5).fill('good'));
  expect([500, 503].map((status) => objectiveOutcome('page_reads', status, 0.2))).toEqual(['failed', 'failed']);
  expect([objectiveOutcome('page_reads', 200, 1.5), objectiveOutcome('money_writes', 200, 1.5)]).toEqual(['slow', 'good']);
  expect(objectiveOutcome('money_writes', 200, 5.1)).toBe('slow');
});
