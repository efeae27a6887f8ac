import { describe, expect, it } from 'vitest';
import { metricGroup, metricGroups, metricName } from './metric-names.ts';
import { byAttention, byGroupAttention, isWorthShowing, usageLevel } from './usage-level.ts';

const level = (usage: number, included: number | undefined, facts: { metric?: string; unlimited?: boolean } = {}) =>
  usageLevel({ metric: 'EGRESS', unlimited: false, usage, ...(included === undefined ? {} : { pricing_free_units: included }), ...facts });

describe('how use stands to what is included', () => {
  it('approaches it from 0.8 on, and is over it only above', () => {
    expect([0, 199.99, 200, 250, 250.01].map((usage) => level(usage, 250))).toEqual([
      'within',
      'within',
      'approaching',
      'approaching',
      'over',
    ]);
  });

  it('has no quota to stand to where nothing is included or everything is', () => {
    expect(level(5, 0)).toBe('metered');
    expect(level(5, undefined)).toBe('metered');
    expect(level(5, undefined, { unlimited: true })).toBe('unlimited');
  });

  it('approaches nothing where the allowance grows with the use', () => {
    expect(level(6528, 6528, { metric: 'DISK_SIZE_GB_HOURS_GP3' })).toBe('within');
    expect(level(6529, 6528, { metric: 'DISK_SIZE_GB_HOURS_GP3' })).toBe('over');
  });
});

it('mentions what is used or has a quota in the plan', () => {
  const record = { usage: 0, available_in_plan: true, unlimited: false, pricing_free_units: 0 };
  expect(isWorthShowing(record)).toBe(false);
  expect(isWorthShowing({ ...record, usage: 1, available_in_plan: false })).toBe(true);
  expect(isWorthShowing({ ...record, pricing_free_units: 5 })).toBe(true);
  expect(isWorthShowing({ ...record, pricing_free_units: 5, available_in_plan: false })).toBe(false);
});

it('names metrics and groups, also those that it does not know', () => {
  expect(metricName('COMPUTE_HOURS_24XL_OPTIMIZED_CPU')).toBe('24XL Optimized CPU Compute');
  expect(metricName('QUANTUM_FLUX')).toBe('QUANTUM_FLUX');
  expect(metricGroup('COMPUTE_HOURS_XS')).toBe('Compute and Add-ons');
  expect(metricGroup('QUANTUM_FLUX')).toBe('Other');
  expect(metricGroups.at(-1)).toBe('Other');
});

it('puts metrics over their quota first, then those near it, and keeps the order of the others', () => {
  const record = (metric: string, usage: number, included?: number) => ({
    metric,
    usage,
    unlimited: false,
    ...(included === undefined ? {} : { pricing_free_units: included }),
  });
  const records = [record('within', 1, 100), record('near', 90, 100), record('metered', 7), record('over', 101, 100)];
  expect(records.toSorted(byAttention).map(({ metric }) => metric)).toEqual(['over', 'near', 'within', 'metered']);
  const groups = [[record('within', 1, 100)], [], [record('near', 90, 100)], [record('metered', 7), record('over', 101, 100)]];
  expect(groups.toSorted(byGroupAttention).map((group) => group.map(({ metric }) => metric))).toEqual([
    ['metered', 'over'],
    ['near'],
    ['within'],
    [],
  ]);
});
