import { expect, it } from 'vitest';
import { criteria } from '#a11y/report/criteria.ts';
import { judge, type ProofStates } from '#a11y/report/judge.ts';
import { openAcr } from '#a11y/report/write.ts';

const every: ProofStates = { engines: true, house: true, walks: true, spoken: true, virtual: true, layout: true };
const claims = (proofs: ProofStates): string[] =>
  criteria.filter((criterion) => judge(criterion, proofs).adherence === 'supports').map(({ num }) => num);

it('knows every criterion of WCAG 2.2 once', () => {
  expect(criteria.filter(({ level }) => level === 'A')).toHaveLength(31);
  expect(criteria.filter(({ level }) => level === 'AA')).toHaveLength(24);
  expect(criteria.filter(({ level }) => level === 'AAA')).toHaveLength(31);
  expect(new Set(criteria.map(({ num }) => num)).size).toBe(86);
});

it('claims nothing without evidence, nothing that failed, and nothing with an open exception', () => {
  expect(claims({})).toEqual([]);
  expect(claims(every).length).toBeGreaterThan(30);
  expect(claims({ ...every, walks: false })).not.toContain('2.1.1');
  expect(claims({ ...every, engines: false })).not.toContain('4.1.2');
  for (const criterion of criteria) if (criterion.open) expect(claims(every)).not.toContain(criterion.num);
});

it('lists every criterion in the report', () => {
  for (const { num } of criteria) expect(openAcr(every, '2026-01-01')).toContain(`num: "${num}"`);
});
