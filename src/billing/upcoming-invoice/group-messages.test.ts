import { describe, expect, it } from 'vitest';
import { computeLine, creditsLine } from '#billing/shared/invoice-lines/examples.test-support.ts';
import { readLines, type LooseLine } from '#billing/shared/invoice-lines/lines.ts';
import { groupSummary } from './group-messages.ts';
import { groupLines } from './invoice-groups.ts';

const summary = (...lines: LooseLine[]): string => {
  const [group] = groupLines(readLines(lines)).projectGroups;
  if (!group) throw new Error('no group');
  return groupSummary(group);
};

describe('the summary of a group', () => {
  it('counts projects and hours', () => {
    expect(summary(computeLine('XS', [['a', 744, 10]]), computeLine('SM', [['b', 1, 0.02]]), creditsLine(-10))).toBe(
      '2 projects, 745 hours',
    );
    expect(summary(computeLine('XS', [['a', 1, 0.01]]))).toBe('1 project, 1 hour');
  });

  it('counts a project once that has several sizes or periods', () => {
    const now = computeLine('XS', [
      ['a', 100, 1.34],
      ['b', 100, 1.34],
    ]);
    const before = computeLine('XS', [
      ['a', 20, 0.27],
      ['b', 20, 0.27],
    ]);
    expect(summary(now, { ...before, id: 'before', proration: true }, computeLine('SM', [['a', 5, 0.1]]))).toBe('2 projects, 245 hours');
  });

  it('counts projects that a platform does not name', () => {
    const unnamed = [{ usage: 3 }, { usage: 4 }];
    expect(summary(computeLine('XS', [], { breakdown: unnamed }))).toBe('2 projects, 7 hours');
  });

  it('says how many there are at most where they are on several lines and not all read', () => {
    const paged = { breakdown_count: 900, breakdown_cursor: '1_a' };
    expect(summary(computeLine('XS', [['a', 744, 10]], paged))).toBe('900 projects');
    expect(summary(computeLine('XS', [['a', 744, 10]], paged), computeLine('SM', [['a', 5, 0.1]]))).toBe('up to 901 projects');
  });
});
