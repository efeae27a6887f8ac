import { criteria, type Criterion } from './criteria.ts';
import type { Evidence } from './evidence.ts';
import { openExceptions } from './exceptions.ts';
import { judge, type Judged } from './judge.ts';
import { dayOf, proofStates } from './proofs.ts';

const chapters = { A: 'success_criteria_level_a', AA: 'success_criteria_level_aa', AAA: 'success_criteria_level_aaa' } as const;
export const levels = Object.keys(chapters) as Criterion['level'][];

export const method =
  'Every state of every screen in four themes and three widths with four rule engines; tasks by keys alone with the focus checked after every step; tasks told to the screen reader Orca; faults that are planted to see them caught. Generated from the results of these tests; nothing in it is written by hand.';

/** JSON strings are YAML strings. */
const quoted = (text: string): string => JSON.stringify(text);

export const judgedAt = (level: Criterion['level'], evidence: Evidence): Judged[] =>
  criteria.filter((criterion) => criterion.level === level).map((criterion) => judge(criterion, proofStates(evidence)));

const entry = ({ criterion, adherence, notes, restsOn }: Judged): string =>
  [
    `      - num: ${quoted(criterion.num)}`,
    '        components:',
    '          - name: web',
    '            adherence:',
    `              level: ${adherence}`,
    `              notes: ${quoted([notes, ...restsOn].join('\n'))}`,
  ].join('\n');

export function openAcr(evidence: Evidence): string {
  const day = dayOf(evidence);
  const exceptions = openExceptions(evidence);
  const head = [
    'title: Organization billing Accessibility Conformance Report',
    'product:',
    '  name: Organization billing',
    '  version: "0.1.0"',
    '  description: The organization billing page of a hosted backend platform.',
    'author:',
    '  name: Organization billing',
    '  email: support@groundwork.example',
    `report_date: ${quoted(day)}`,
    `last_modified_date: ${quoted(day)}`,
    'version: 1',
    `notes: ${quoted(exceptions.length === 0 ? 'No open exceptions.' : ['Open exceptions:', ...exceptions].join('\n'))}`,
    `evaluation_methods_used: ${quoted(method)}`,
    'license: MIT',
    'catalog: 2.5-edition-wcag-2.2-en',
    'chapters:',
  ];
  const body = levels.map((level) => [`  ${chapters[level]}:`, '    criteria:', ...judgedAt(level, evidence).map(entry)].join('\n'));
  return `${[...head, ...body].join('\n')}\n`;
}
