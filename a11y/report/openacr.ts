import { readFileSync } from 'node:fs';
import { criteria, type Criterion } from './criteria.ts';
import type { Evidence } from './evidence.ts';
import { openExceptions } from './exceptions.ts';
import { chapters, chaptersElsewhere, documentClause, type Clause } from './chapters.ts';
import { judge, type CriterionResult } from './judge.ts';
import { dayOf, proofStates } from './proofs.ts';

const tables = { A: 'success_criteria_level_a', AA: 'success_criteria_level_aa', AAA: 'success_criteria_level_aaa' } as const;
export const levels = Object.keys(tables) as Criterion['level'][];

export const method =
  'Every state of every screen in four themes and three widths with four rule engines; tasks by keys alone with the focus checked after every step; tasks told to the screen reader Orca; faults that are planted to see them caught. A criterion is supported only if a fault planted against it turns a test red. Levels come from the results of these tests; remarks on what is not proven are written by hand.';

export const productVersion = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

/** Every JSON string is valid YAML. */
const quoted = (text: string): string => JSON.stringify(text);

export function judgedAt(level: Criterion['level'], evidence: Evidence): CriterionResult[] {
  const proofs = proofStates(evidence);
  return criteria.filter((criterion) => criterion.level === level).map((criterion) => judge(criterion, proofs, evidence));
}

const component = (name: string, { adherence, notes }: Omit<Clause, 'num'>): string[] => [
  `          - name: ${name}`,
  '            adherence:',
  `              level: ${adherence}`,
  `              notes: ${quoted(notes)}`,
];

const head = (num: string): string[] => [`      - num: ${quoted(num)}`, '        components:'];

const entry = (evidence: Evidence, { criterion: { num }, adherence, notes, restsOn }: CriterionResult): string =>
  [
    ...head(num),
    ...component('web', { adherence, notes: [notes, ...restsOn].join('\n') }),
    ...component('electronic-docs', documentClause(num, evidence)),
    ...component('authoring-tool', { adherence: 'not-applicable', notes: 'It is no authoring tool.' }),
  ].join('\n');

const chaptersOf = (evidence: Evidence): string[] => [
  ...chapters(evidence).map(({ id, notes, clauses }) =>
    [
      `  ${id}:`,
      `    notes: ${quoted(notes)}`,
      ...(clauses.length === 0 ? [] : ['    criteria:']),
      ...clauses.flatMap(({ num, ...clause }) => [...head(num), ...component('none', clause)]),
    ].join('\n'),
  ),
  ...chaptersElsewhere.map((id) => `  ${id}:\n    disabled: true`),
];

export function openAcr(evidence: Evidence): string {
  const day = dayOf(evidence);
  const exceptions = openExceptions(evidence);
  const top = [
    'title: Organization billing Accessibility Conformance Report',
    'product:',
    '  name: Organization billing',
    `  version: ${quoted(productVersion)}`,
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
    'catalog: 2.5-edition-wcag-2.2-508-eu-en',
    'chapters:',
  ];
  const body = levels.map((level) => {
    const entries = judgedAt(level, evidence).map((judged) => entry(evidence, judged));
    return [`  ${tables[level]}:`, '    criteria:', ...entries].join('\n');
  });
  return `${[...top, ...body, ...chaptersOf(evidence)].join('\n')}\n`;
}
