import { describe, expect, it } from 'vitest';
import { computeLine, creditsLine, egressLine, planLine, usageDerivation } from '#billing/shared/invoice-lines/examples.test-support.ts';
import { groupLines } from './invoice-groups.ts';
import { amountCents, lineKind, readLines, type LooseLine } from '#billing/shared/invoice-lines/lines.ts';

describe('what a line is for', () => {
  it('follows from metric and metadata', () => {
    expect(lineKind(computeLine('SM', []))).toBe('compute');
    expect(lineKind(computeLine('SM', [], { metadata: { is_branch: false, is_read_replica: true } }))).toBe('replica');
    expect(lineKind(computeLine('SM', [], { metadata: { is_branch: true, is_read_replica: false } }))).toBe('branch');
    expect(lineKind(computeLine('BRANCH', [], { metadata: null }))).toBe('branch');
    expect(lineKind(egressLine())).toBe('other');
    expect(lineKind(egressLine({ metadata: { is_branch: false, is_read_replica: true } }))).toBe('other');
  });

  it('never follows from words where there is anything better', () => {
    for (const description of ['plan', 'Pro Plan', 'plan B', 'planner', 'Compute Credits', 'compute-heavy']) {
      expect([description, lineKind(egressLine({ description }))]).toEqual([description, 'other']);
      expect([description, lineKind({ ...planLine(), description, usage_based: true })]).toEqual([description, 'other']);
      expect([description, lineKind({ ...planLine(), description, proration: true })]).toEqual([description, 'other']);
    }
  });

  it('is credits by their unit, also where they are those of a part of a cycle', () => {
    const ofPart = { ...creditsLine(-3.67), description: 'Credits', proration: true, derivation: usageDerivation({ unit: 'cents' }) };
    expect(lineKind(ofPart)).toBe('computeCredits');
    expect(lineKind({ ...ofPart, derivation: usageDerivation({ unit: 'count' }) })).toBe('other');
  });

  it('follows from words for fixed prices only', () => {
    expect(lineKind(planLine())).toBe('plan');
    expect(lineKind(creditsLine(-10))).toBe('computeCredits');
    for (const description of ['plan B', 'planner', 'compute-heavy', 'Onboarding', null]) {
      expect(lineKind({ ...planLine(), description })).toBe('other');
    }
  });
});

it('reads lines of which hardly anything is known', () => {
  const [line] = readLines([
    { description: null, amount: null, breakdown: [{ project_ref: null, project_name: null, usage: null, amount: null }] },
  ]);
  expect(line).toMatchObject({
    id: 'line-0',
    description: 'Unnamed line',
    amount: 0,
    amountBeforeDiscount: 0,
    metric: null,
    derivation: null,
  });
  expect(line?.entries).toEqual([{ ref: '', name: 'Unnamed project', usage: 0, hours: null, count: null, amount: 0, size: null }]);
});

it('takes an unknown metric for one of the other lines', () => {
  const { others } = groupLines(readLines([egressLine({ usage_metric: 'QUANTUM_FLUX' })]));
  expect(others).toHaveLength(1);
});

describe('the Compute group', () => {
  const group = (...lines: LooseLine[]) => groupLines(readLines(lines)).projectGroups[0];

  it('sums its lines and takes the credits off once', () => {
    const found = group(planLine(), computeLine('XS', [['a', 744, 10]]), computeLine('SM', [['b', 744, 15.33]]), creditsLine(-10));
    expect(found?.totalCents).toBe(1533);
    expect(found?.credits.map(amountCents)).toEqual([-1000]);
  });

  it('has the credits of a cycle that a change of plan cut short, too', () => {
    const before = computeLine('XS', [['a', 240, 3.23]], { id: 'COMPUTE_HOURS_XS.primary.1780272000', proration: true });
    const derivation = usageDerivation({ unit: 'cents', used: '323', included: '329', billable: '0', steps: [] });
    const creditsBefore = { ...creditsLine(-3.23), id: 'compute_credits.1780272000', proration: true, derivation };
    const found = groupLines(readLines([computeLine('XS', [['a', 504, 6.77]]), creditsLine(-6.77), before, creditsBefore]));
    expect(found.projectGroups[0]).toMatchObject({ totalCents: 0, credits: [{ amount: -6.77 }, { amount: -3.23 }] });
    expect(found.others).toEqual([]);
  });

  it('has nothing of a cycle that the platform sets apart, which stands under a heading of its own', () => {
    const period = { start: 1_699_000_000, end: 1_700_000_000 };
    const before = computeLine('XS', [['a', 240, 3.23]], { id: 'before', carried_over: true, period });
    const creditsBefore = { ...creditsLine(-3.23), id: 'credits.before', carried_over: true as const, period };
    const found = groupLines(readLines([computeLine('XS', [['a', 504, 6.77]]), creditsLine(-6.77), before, creditsBefore]));
    expect(found.projectGroups.map(({ lines, credits }) => [...lines, ...credits].map(({ amount }) => amount))).toEqual([[6.77, -6.77]]);
    expect(found.others).toEqual([]);
    expect(found.carried).toMatchObject([{ title: 'Before the plan change, Nov 03 to Nov 14', totalCents: 0 }]);
    expect(found.carried[0]?.lines.map(({ id }) => id)).toEqual(['before', 'credits.before']);
  });

  it('is minimum $0.00', () => {
    expect(group(computeLine('XS', [['a', 100, 1.34]]), creditsLine(-10))?.totalCents).toBe(0);
  });

  it('knows what it was before discounts', () => {
    const found = group(computeLine('XS', [['a', 744, 8]], { amount: 8, amount_before_discount: 10 }), creditsLine(-2));
    expect([found?.totalBeforeDiscountCents, found?.totalCents]).toEqual([800, 600]);
  });

  it('stands before replicas and branches, which have groups of their own', () => {
    const groups = groupLines(
      readLines([
        computeLine('BRANCH', [['c', 10, 0.13]]),
        computeLine('MD', [['b', 10, 0.82]], { metadata: { is_branch: false, is_read_replica: true } }),
        computeLine('XS', [['a', 10, 0.13]]),
      ]),
    );
    expect(groups.projectGroups.map(({ kind }) => kind)).toEqual(['compute', 'replica', 'branch']);
  });
});
