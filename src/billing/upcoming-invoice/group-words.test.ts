import { describe, expect, it } from 'vitest';
import { compute, credits } from '#billing/shared/lines/examples.test-support.ts';
import { readLines, type LooseLine } from '#billing/shared/lines/lines.ts';
import { groupSummary } from './group-words.ts';
import { groupLines } from './invoice-groups.ts';

const summary = (...lines: LooseLine[]): string => {
  const [group] = groupLines(readLines(lines)).projectGroups;
  if (!group) throw new Error('no group');
  return groupSummary(group);
};

describe('the summary of a group', () => {
  it('counts projects and hours', () => {
    expect(summary(compute('XS', [['a', 744, 10]]), compute('SM', [['b', 1, 0.02]]), credits(-10))).toBe('2 projects, 745 hours');
    expect(summary(compute('XS', [['a', 1, 0.01]]))).toBe('1 project, 1 hour');
  });

  it('counts a project once that has several sizes or periods', () => {
    const now = compute('XS', [
      ['a', 100, 1.34],
      ['b', 100, 1.34],
    ]);
    const before = compute('XS', [
      ['a', 20, 0.27],
      ['b', 20, 0.27],
    ]);
    expect(summary(now, { ...before, id: 'before', proration: true }, compute('SM', [['a', 5, 0.1]]))).toBe('2 projects, 245 hours');
  });

  it('counts projects that a platform does not name', () => {
    const unnamed = [{ usage: 3 }, { usage: 4 }];
    expect(summary(compute('XS', [], { breakdown: unnamed }))).toBe('2 projects, 7 hours');
  });

  it('says how many there are at most where they are on several lines and not all read', () => {
    const paged = { breakdown_count: 900, breakdown_cursor: '1_a' };
    expect(summary(compute('XS', [['a', 744, 10]], paged))).toBe('900 projects');
    expect(summary(compute('XS', [['a', 744, 10]], paged), compute('SM', [['a', 5, 0.1]]))).toBe('up to 901 projects');
  });
});
